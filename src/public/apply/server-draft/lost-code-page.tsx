import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { isId } from '@matricola/schema/paths.ts'
import { useState } from 'react'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { birthDateOf } from '#resources/draft-recovery.ts'
import { takeFocus } from '../../take-focus.ts'
import { emptyAnswers } from '../application-draft.ts'
import { CopyLine } from '../copy-line.tsx'
import { issueMessage } from '../issue-messages.ts'
import { BirthDateField } from '../steps/birth-date.tsx'
import { StepLink } from '../steps/step-link.tsx'
import { hasNavigated } from '../steps/steps.ts'
import type { DraftStore } from '../use-application-draft.ts'
import { type BirthDateParts, birthDateIssue } from '../validation.ts'
import { DraftAlternatives } from './draft-alternatives.tsx'
import { useFragment } from './fragment.ts'
import { InvalidDraftLink } from './invalid-draft-link.tsx'
import { requestNewCode } from './server-draft.ts'

/**
 * `?step=lostcode#t=…`: asks for the birth date in the saved application, and requests a link to a
 * new access code.
 */
export function LostCodePage({ draftStore }: { draftStore: DraftStore }) {
  const { value, key } = useFragment('t')
  return <LostCode key={key} id={value} draftStore={draftStore} />
}

const emptyBirthDate: BirthDateParts = { birthDay: '', birthMonth: '', birthYear: '' }

function LostCode({ id, draftStore }: { id: string | null; draftStore: DraftStore }) {
  const t = useText('apply')
  const language = useLanguage()
  const [birthDate, setBirthDate] = useState(emptyBirthDate)
  const [isSent, setSent] = useState(false)
  const issue = birthDateIssue(birthDate)
  const form = useSubmit({
    // The parts of the date are validated together, even if all of them are empty.
    fields: { birthDate: Object.values(birthDate).join(' ') },
    check: () =>
      issue ? { birthDate: issueMessage('birthDate', issue, emptyAnswers, language) } : {},
    send: () => requestNewCode(id ?? '', birthDateOf(birthDate)),
    done: () => setSent(true),
  })
  if (id !== null && !isId(id)) return <InvalidDraftLink title={t('later.lost.title')} />
  const fragment = id === null ? '' : `#t=${id}`
  if (isSent) return <LinkSent fragment={fragment} onAgain={() => setSent(false)} />
  const serverDraft = draftStore.draft?.later
  return (
    <PublicForm
      form={form}
      title={t('later.lost.title')}
      intro={t('later.lost.intro')}
      takesFocus={hasNavigated()}
      labels={{ birthDate: t('fields.birthDate.label') }}
      submit={t(form.isBusy ? 'later.lost.sending' : 'later.lost.send')}
      after={
        <>
          <p>
            <StepLink to="resume" fragment={fragment}>
              {t('later.lost.back')}
            </StepLink>
          </p>
          <DraftAlternatives />
        </>
      }
    >
      {serverDraft && serverDraft.id === id ? (
        <>
          <p>{t('later.lost.here')}</p>
          <CopyLine label={t('sent.accessCode')} text={formatAccessCode(serverDraft.accessCode)} />
        </>
      ) : null}
      <BirthDateField
        name="birthDate"
        label={t('fields.birthDate.label')}
        values={birthDate}
        onChange={(patch) => setBirthDate((previous) => ({ ...previous, ...patch }))}
        hint={t('fields.birthDate.hint')}
        message={form.messages.birthDate}
        wrongPart={issue?.params?.part}
      />
    </PublicForm>
  )
}

/** The text is the same whatever the result, so that strangers learn nothing from it. */
function LinkSent({ fragment, onAgain }: { fragment: string; onAgain: () => void }) {
  const t = useText('apply')
  return (
    <PublicFrame title={t('later.lost.sentTitle')}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t('later.lost.sentTitle')}
      </h1>
      <p>{t('later.lost.sent')}</p>
      <p>{t('later.lost.nothing')}</p>
      <div className="apply-buttons">
        <button type="button" className="button" onClick={onAgain}>
          {t('later.lost.again')}
        </button>
        <StepLink to="resume" fragment={fragment} className="button">
          {t('later.lost.back')}
        </StepLink>
      </div>
    </PublicFrame>
  )
}

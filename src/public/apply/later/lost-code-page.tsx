import { useState } from 'react'
import { accessCodeInGroups } from '#model/admission/access-code.ts'
import { isId } from '#model/paths.ts'
import { birthDateOf } from '#resources/draft-recovery.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { PublicForm } from '../../form.tsx'
import { PublicFrame } from '../../frame.tsx'
import { useSubmit } from '../../submit.ts'
import { takeFocus } from '../../take-focus.ts'
import { type BirthDateParts, birthDateIssue } from '../checks.ts'
import { CopyLine } from '../copy-line.tsx'
import { noAnswers } from '../draft.ts'
import { BirthDateField } from '../steps/birth-date.tsx'
import { StepLink } from '../steps/step-link.tsx'
import { hasComeFromElsewhere } from '../steps/steps.ts'
import type { DraftDoor } from '../use-draft.ts'
import { wordsAt } from '../words.ts'
import { useFragment } from './fragment.ts'
import { requestNewCode } from './later.ts'
import { NoLink } from './no-link.tsx'
import { OtherWays } from './other-ways.tsx'

/** `?step=lostcode#t=…`: asks for a link to a new access code, with the birth date in the saved application. */
export function LostCodePage({ door }: { door: DraftDoor }) {
  const { value, key } = useFragment('t')
  return <LostCode key={key} id={value} door={door} />
}

const blank: BirthDateParts = { birthDay: '', birthMonth: '', birthYear: '' }

function LostCode({ id, door }: { id: string | null; door: DraftDoor }) {
  const t = useText('apply')
  const language = useLanguage()
  const [typed, setTyped] = useState(blank)
  const [isSent, setSent] = useState(false)
  const issue = birthDateIssue(typed)
  const form = useSubmit({
    // Its parts are checked together, also when all of them are empty.
    fields: { birthDate: Object.values(typed).join(' ') },
    check: () => (issue ? { birthDate: wordsAt('birthDate', issue, noAnswers, language) } : {}),
    send: () => requestNewCode(id ?? '', birthDateOf(typed)),
    done: () => setSent(true),
  })
  if (id !== null && !isId(id)) return <NoLink title={t('later.lost.title')} />
  const fragment = id === null ? '' : `#t=${id}`
  if (isSent) return <Sent fragment={fragment} onAgain={() => setSent(false)} />
  const later = door.draft?.later
  return (
    <PublicForm
      form={form}
      title={t('later.lost.title')}
      intro={t('later.lost.intro')}
      takesFocus={hasComeFromElsewhere()}
      labels={{ birthDate: t('fields.birthDate.label') }}
      submit={t(form.isBusy ? 'later.lost.sending' : 'later.lost.send')}
      after={
        <>
          <p>
            <StepLink to="resume" fragment={fragment}>
              {t('later.lost.back')}
            </StepLink>
          </p>
          <OtherWays />
        </>
      }
    >
      {later && later.id === id ? (
        <>
          <p>{t('later.lost.here')}</p>
          <CopyLine label={t('sent.accessCode')} text={accessCodeInGroups(later.accessCode)} />
        </>
      ) : null}
      <BirthDateField
        values={typed}
        onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
        hint={t('fields.birthDate.hint')}
        message={form.messages.birthDate}
        wrongPart={issue?.params?.part}
      />
    </PublicForm>
  )
}

/** The same words whatever was found, so that they tell a stranger nothing. */
function Sent({ fragment, onAgain }: { fragment: string; onAgain: () => void }) {
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

import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Field } from '@matricola/console/public/field.tsx'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { isId } from '@matricola/schema/paths.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useState } from 'react'
import {
  exampleAccessCode,
  formatAccessCode,
  normalizeAccessCode,
} from '#resources/admission/access-code.ts'
import { openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import type { WireFoundDraft, WireOpenDraft } from '#resources/admission/wire-drafts.ts'
import { usePublicConfig } from '../../public-config.ts'
import { takeFocus } from '../../take-focus.ts'
import type { SubmittedElsewhere } from '../application-draft.ts'
import { CopyLine } from '../copy-line.tsx'
import { clearDraftFiles } from '../draft-files.ts'
import { AdmissionOfficeLine } from '../sending/submission-error.tsx'
import { StepLink } from '../steps/step-link.tsx'
import { goTo, hasNavigated, replaceView } from '../steps/steps.ts'
import type { DraftStore } from '../use-application-draft.ts'
import { DraftAlternatives } from './draft-alternatives.tsx'
import { useFragment } from './fragment.ts'
import { InvalidDraftLink } from './invalid-draft-link.tsx'
import { continueServerDraft, openServerDraft } from './server-draft.ts'
import { StatusLink } from './status-link.tsx'
import { SubmittedElsewherePage } from './submitted-elsewhere-page.tsx'

/** Opened by the link in the email, `?step=resume#t=…`. */
export function ResumePage({ draftStore }: { draftStore: DraftStore }) {
  const { value, key } = useFragment('t')
  return <OpenDraftForm key={key} id={value} draftStore={draftStore} />
}

interface OpenDraftFormProps {
  readonly id: string | null
  readonly draftStore: DraftStore
  /** A code that was just created. The page shows it and does not ask for it. */
  readonly newCode?: string
}

/** Shows no content of the draft until the applicant enters the correct access code. */
export function OpenDraftForm({ id, draftStore, newCode }: OpenDraftFormProps) {
  const t = useText('apply')
  const [code, setCode] = useState(newCode ?? '')
  const [isShared, setShared] = useState(false)
  const [opened, setOpened] = useState<WireOpenDraft | null>(null)
  const [sent, setSent] = useState<SubmittedElsewhere | null>(null)
  const [outcome, setOutcome] = useState<DraftOutcome | null>(null)

  const continueWith = async (found: WireOpenDraft) => {
    if (draftStore.latest()?.key !== found.content.key) clearDraftFiles()
    replaceView(
      await continueServerDraft(draftStore, {
        opened: found,
        accessCode: normalizeAccessCode(code) ?? '',
        isShared,
      }),
    )
  }
  const form = useSubmit({
    fields: { accessCode: code.trim() },
    check: ({ accessCode }) =>
      normalizeAccessCode(accessCode) ? {} : { accessCode: t('later.resume.shape') },
    send: ({ accessCode }) =>
      openServerDraft(id ?? '', normalizeAccessCode(accessCode) ?? accessCode),
    done: (found) => showOutcome(found),
    failed: ({ code, message }) =>
      code === 'accessCode.wrong' ? t('later.resume.wrong') : message,
  })
  const showOutcome = async (found: WireFoundDraft) => {
    const localDraft = draftStore.latest()
    if (found.state === 'saved') {
      if (localDraft && localDraft.key !== found.content.key) setOpened(found)
      else continueWith(found)
    } else if (found.state === 'sent') {
      const submitted = { reference: found.reference, sentAt: found.sentAt }
      setSent(submitted)
      if (localDraft?.later?.id !== id) return
      draftStore.change({ sent: submitted })
      await draftStore.save()
    } else setOutcome(found)
  }
  if (id !== null && !isId(id)) return <InvalidDraftLink title={t('later.resume.title')} />
  if (sent)
    return (
      <SubmittedElsewherePage sent={sent} draftStore={draftStore.draft?.sent ? draftStore : null} />
    )
  if (outcome) return <DraftOutcomePage outcome={outcome} draftStore={draftStore} />
  if (opened && draftStore.draft)
    return (
      <ReplaceDraftPrompt
        savedAt={draftStore.draft.savedAt}
        onReplace={() => continueWith(opened)}
      />
    )
  return (
    <PublicForm
      form={form}
      title={t(newCode === undefined ? 'later.resume.title' : 'later.newCode.title')}
      intro={t(newCode === undefined ? 'later.resume.intro' : 'later.newCode.keep')}
      takesFocus={newCode !== undefined || hasNavigated()}
      labels={{ accessCode: t('sent.accessCode') }}
      submit={t(form.isBusy ? 'later.resume.opening' : 'later.resume.open')}
      after={newCode === undefined ? <WithoutCode id={id} /> : null}
    >
      {newCode === undefined ? (
        <Field
          name="accessCode"
          label={t('sent.accessCode')}
          hint={t('later.resume.hint', { example: exampleAccessCode })}
          value={code}
          onChange={setCode}
          message={form.messages.accessCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <CopyLine label={t('sent.accessCode')} text={formatAccessCode(newCode)} />
      )}
      <label className="apply-check">
        <input
          type="checkbox"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
          aria-describedby="shared-detail"
        />
        <span>
          {t('shared.label')}
          <span className="apply-detail" id="shared-detail">
            {t('shared.detail')}
          </span>
        </span>
      </label>
    </PublicForm>
  )
}

function WithoutCode({ id }: { id: string | null }) {
  const t = useText('apply')
  return (
    <>
      <p>
        {/* In the prerendered page a link would lead to no application. */}
        {id === null ? (
          t('later.lost.link')
        ) : (
          <StepLink to="lostcode" fragment={`#t=${id}`}>
            {t('later.lost.link')}
          </StepLink>
        )}
      </p>
      <DraftAlternatives />
    </>
  )
}

/**
 * Shown if this device has another unsubmitted draft. Neither draft is discarded without
 * confirmation.
 */
function ReplaceDraftPrompt({ savedAt, onReplace }: { savedAt: string; onReplace: () => void }) {
  const t = useText('apply')
  const language = useLanguage()
  return (
    <PublicFrame title={t('later.resume.title')}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t('later.resume.title')}
      </h1>
      <p>{t('later.resume.other', { date: formatLongInstant(savedAt, language) })}</p>
      <div className="apply-buttons">
        <button type="button" className="button button-danger" onClick={onReplace}>
          {t('later.resume.take')}
        </button>
        <button type="button" className="button" onClick={() => goTo('start')}>
          {t('later.resume.keep')}
        </button>
      </div>
    </PublicFrame>
  )
}

type DraftOutcome = Extract<WireFoundDraft, { state: 'waiting' | 'expired' | 'over' }>

/** Explains why a saved draft cannot be continued, or not yet, and offers alternatives. */
function DraftOutcomePage({
  outcome,
  draftStore,
}: {
  outcome: DraftOutcome
  draftStore: DraftStore
}) {
  const t = useText('apply')
  const language = useLanguage()
  const { publicConfig } = usePublicConfig()
  const draft = draftStore.draft
  const detailText = (draftOutcome: DraftOutcome) => {
    if (draftOutcome.state !== 'over')
      return t(`later.${draftOutcome.state}.detail`, {
        date: formatLongInstant(draftOutcome.expiresAt, language),
      })
    return draftOutcome.session === null
      ? t('later.over.unnamed')
      : t('later.over.detail', { session: draftOutcome.session })
  }
  return (
    <PublicFrame title={t(`later.${outcome.state}.title`)}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t(`later.${outcome.state}.title`)}
      </h1>
      <p>{detailText(outcome)}</p>
      {draft ? (
        <p>
          <StepLink to={draft.step} className="button button-primary">
            {t('later.here')}
          </StepLink>
        </p>
      ) : publicConfig && openAdmissions(publicConfig).length > 0 ? (
        <p>
          <StepLink to="start" className="button button-primary">
            {t('later.resume.begin')}
          </StepLink>
        </p>
      ) : null}
      <StatusLink />
      <AdmissionOfficeLine />
    </PublicFrame>
  )
}

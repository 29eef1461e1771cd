import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { findRecoveryIdentity } from '#resources/draft-recovery.ts'
import { draftPath } from '#resources/paths.ts'
import { handleClosedRefusal } from '../../public-config.ts'
import type { ApplicationDraft, DraftValues, ServerDraft } from '../application-draft.ts'
import { CopyLine } from '../copy-line.tsx'
import { clearDraftFiles, draftFiles } from '../draft-files.ts'
import { StepLink } from '../steps/step-link.tsx'
import { goTo } from '../steps/steps.ts'
import { useStepFocus } from '../steps/use-step-focus.ts'
import type { DraftStore } from '../use-application-draft.ts'
import { birthDateIssue, validateStep } from '../validation.ts'
import { deleteServerDraft, saveServerDraft, waitForUploads } from './server-draft.ts'

type Operation = 'save' | 'delete'

/** Saves the draft on the server and shows its access code, which cannot be shown again. */
export function LaterPage({
  publicConfig,
  draftStore,
  draft,
}: {
  publicConfig: WireIntake
  draftStore: DraftStore
  draft: ApplicationDraft
}) {
  const t = useText('apply')
  const heading = useStepFocus(draft)
  const [operation, setOperation] = useState<Operation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [savedTo, setSavedTo] = useState<string | null>(null)
  const address = draft.values.personalEmail.trim()
  const hasAddress = !validateStep('contact', draft.values, publicConfig).personalEmail

  const run = async (kind: Operation, act: () => Promise<void>) => {
    if (operation) return
    setOperation(kind)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!handleClosedRefusal(error)) setFailure(error.message)
    } finally {
      setOperation(null)
    }
  }
  const save = () =>
    run('save', async () => {
      await waitForUploads(draft)
      await saveServerDraft(draftStore, { mailTo: address })
      await draftStore.save()
      setSavedTo(address)
    })
  const remove = () =>
    run('delete', async () => {
      await deleteServerDraft(draftStore)
      await draftStore.save()
      setSavedTo(null)
    })
  const leaveDraft = async () => {
    clearDraftFiles()
    await draftStore.discard()
    goTo('start')
  }
  return (
    <PublicFrame title={t('later.title')} hasErrors={failure !== null}>
      <StepLink to={draft.step} className="public-back">
        <Icon name="arrow-left" /> {t('back')}
      </StepLink>
      {failure === null ? null : <Failure message={failure} />}
      <h1 ref={heading} tabIndex={-1}>
        {t('later.title')}
      </h1>
      <p>{t('later.intro')}</p>
      {!draftStore.isLoaded ? (
        <div className="apply-placeholder" />
      ) : hasAddress ? (
        <>
          <p>{t('later.needed', { address })}</p>
          {draft.later ? null : <LostCodeNote values={draft.values} />}
          <button
            type="button"
            className="button button-primary"
            onClick={save}
            aria-disabled={operation !== null}
          >
            {operation === 'save' ? (
              <span className="spinner spinner-on-button" aria-hidden="true" />
            ) : null}
            {t(operation === 'save' ? 'saving' : draft.later ? 'later.saveAgain' : 'later.save')}
          </button>
        </>
      ) : (
        <p className="apply-note">
          {t('later.noAddress')}{' '}
          <StepLink to="contact" navigationState={{ field: 'personalEmail' }}>
            {t('later.enterAddress')}
          </StepLink>
        </p>
      )}
      <LiveRegion as="div" isKnown>
        {draft.later ? <SavedDraft {...{ draft, later: draft.later, savedTo }} /> : null}
      </LiveRegion>
      {draft.later ? (
        <div className="apply-buttons">
          <StepLink to={draft.step} className="button">
            {t('later.continue')}
          </StepLink>
          <button type="button" className="button" onClick={leaveDraft}>
            {t('later.leave')}
          </button>
          <button
            type="button"
            className="button button-danger"
            onClick={remove}
            aria-disabled={operation !== null}
          >
            {t('later.delete')}
          </button>
        </div>
      ) : null}
    </PublicFrame>
  )
}

function Failure({ message }: { message: string }) {
  const t = useText('apply')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={container}>
      <h2>{t('later.failed')}</h2>
      <p>{message}</p>
      <p>{t('failure.kept')}</p>
    </div>
  )
}

/**
 * Shows the link and the access code for continuing later, and lists the documents that were not
 * saved.
 */
function SavedDraft({
  draft,
  later,
  savedTo,
}: {
  draft: ApplicationDraft
  later: ServerDraft
  savedTo: string | null
}) {
  const t = useText('apply')
  const language = useLanguage()
  const { uploads } = draftFiles(draft)
  const missing = uploads
    .names()
    .filter(
      (name) => uploads.draftDocument(name) !== null && later.base.documents[name] === undefined,
    )
  return (
    <>
      <h2 className="apply-section">
        {t('later.saved', { date: formatLongInstant(later.expiresAt, language) })}
      </h2>
      <CopyLine label={t('sent.accessCode')} text={formatAccessCode(later.accessCode)} />
      <p className="apply-note">{t('later.keepCode')}</p>
      <LostCodeNote values={later.base.values} />
      {savedTo === null ? null : <p>{t('later.sentTo', { address: savedTo })}</p>}
      <CopyLine
        isLong
        label={t('later.linkLabel')}
        text={`${window.location.origin}${draftPath(later.id)}`}
      />
      {missing.length > 0 ? (
        <p>{later.isFull ? t('later.full') : t('later.missing', { count: missing.length })}</p>
      ) : null}
    </>
  )
}

/**
 * Says whether the saved answers are enough to replace a lost code. Shown while the applicant can
 * still add a missing birth date.
 */
function LostCodeNote({ values }: { values: DraftValues }) {
  const t = useText('apply')
  if (findRecoveryIdentity(values)) return <p>{t('later.replaceable')}</p>
  return (
    <p>
      {t('later.irreplaceable')}{' '}
      {birthDateIssue(values) ? (
        <StepLink to="identity" navigationState={{ field: 'birthDate' }}>
          {t('later.enterBirthDate')}
        </StepLink>
      ) : null}
    </p>
  )
}

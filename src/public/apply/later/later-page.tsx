import { useEffect, useRef, useState } from 'react'
import { accessCodeInGroups } from '#model/admission/access-code.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { draftPath } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { HttpError } from '#providers/http.ts'
import { documentNames } from '#resources/application-documents.ts'
import { recoveryOf } from '#resources/draft-recovery.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Icon } from '../../../icons/icon.tsx'
import { Status } from '../../../spoken/status.tsx'
import { PublicFrame } from '../../frame.tsx'
import { refusedByIntake } from '../../university.ts'
import { birthDateIssue, issuesOf } from '../checks.ts'
import { CopyLine } from '../copy-line.tsx'
import type { Draft, Later, Values } from '../draft.ts'
import { filesOf, forgetFiles } from '../files.ts'
import { StepLink } from '../steps/step-link.tsx'
import { goTo } from '../steps/steps.ts'
import { useArrival } from '../steps/use-arrival.ts'
import type { DraftDoor } from '../use-draft.ts'
import { forgetLater, saveLater, sentOrLate } from './later.ts'

type Work = 'save' | 'delete'

/** Saves the draft on the server and shows its access code, only this once. */
export function LaterPage({ intake, door, draft }: { intake: WireIntake; door: DraftDoor; draft: Draft }) {
  const t = useText('apply')
  const heading = useArrival(draft)
  const [work, setWork] = useState<Work | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [savedTo, setSavedTo] = useState<string | null>(null)
  const address = draft.values.personalEmail.trim()
  const hasAddress = !issuesOf('contact', draft.values, intake).personalEmail

  const run = async (kind: Work, act: () => Promise<void>) => {
    if (work) return
    setWork(kind)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!refusedByIntake(error)) setFailure(error.message)
    } finally {
      setWork(null)
    }
  }
  const save = () =>
    run('save', async () => {
      await sentOrLate(draft)
      await saveLater(door, { mailTo: address })
      await door.save()
      setSavedTo(address)
    })
  const remove = () =>
    run('delete', async () => {
      await forgetLater(door)
      await door.save()
      setSavedTo(null)
    })
  const leave = async () => {
    forgetFiles()
    await door.forget()
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
      {!door.isLoaded ? (
        <div className="apply-place" />
      ) : hasAddress ? (
        <>
          <p>{t('later.needed', { address })}</p>
          {draft.later ? null : <IfLost values={draft.values} />}
          <button type="button" className="button button-primary" onClick={save} aria-disabled={work !== null}>
            {work === 'save' ? <span className="spinner spinner-on-button" aria-hidden="true" /> : null}
            {t(work === 'save' ? 'saving' : draft.later ? 'later.saveAgain' : 'later.save')}
          </button>
        </>
      ) : (
        <p className="apply-note">
          {t('later.noAddress')}{' '}
          <StepLink to="contact" passage={{ field: 'personalEmail' }}>
            {t('later.enterAddress')}
          </StepLink>
        </p>
      )}
      <Status as="div" isKnown>
        {draft.later ? <SavedDraft {...{ draft, later: draft.later, savedTo }} /> : null}
      </Status>
      {draft.later ? (
        <div className="apply-buttons">
          <StepLink to={draft.step} className="button">
            {t('later.continue')}
          </StepLink>
          <button type="button" className="button" onClick={leave}>
            {t('later.leave')}
          </button>
          <button type="button" className="button button-danger" onClick={remove} aria-disabled={work !== null}>
            {t('later.delete')}
          </button>
        </div>
      ) : null}
    </PublicFrame>
  )
}

function Failure({ message }: { message: string }) {
  const t = useText('apply')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{t('later.failed')}</h2>
      <p>{message}</p>
      <p>{t('failure.kept')}</p>
    </div>
  )
}

/** Shows the link and the access code for returning, and the documents that were not saved. */
function SavedDraft({ draft, later, savedTo }: { draft: Draft; later: Later; savedTo: string | null }) {
  const t = useText('apply')
  const language = useLanguage()
  const { uploads } = filesOf(draft)
  const missing = documentNames.filter((name) => uploads.kept(name) !== null && later.base.documents[name] === undefined)
  return (
    <>
      <h2 className="apply-section">{t('later.saved', { date: momentInWords(later.keptUntil, language) })}</h2>
      <CopyLine label={t('sent.accessCode')} text={accessCodeInGroups(later.accessCode)} />
      <p className="apply-note">{t('later.keepCode')}</p>
      <IfLost values={later.base.values} />
      {savedTo === null ? null : <p>{t('later.sentTo', { address: savedTo })}</p>}
      <CopyLine isLong label={t('later.linkLabel')} text={`${window.location.origin}${draftPath(later.id)}`} />
      {missing.length > 0 ? <p>{later.isFull ? t('later.full') : t('later.missing', { count: missing.length })}</p> : null}
    </>
  )
}

/** Whether a lost code can be replaced, by what is saved: an applicant reads it while it can still be changed. */
function IfLost({ values }: { values: Values }) {
  const t = useText('apply')
  if (recoveryOf(values)) return <p>{t('later.replaceable')}</p>
  return (
    <p>
      {t('later.irreplaceable')}{' '}
      {birthDateIssue(values) ? (
        <StepLink to="identity" passage={{ field: 'birthDate' }}>
          {t('later.enterBirthDate')}
        </StepLink>
      ) : null}
    </p>
  )
}

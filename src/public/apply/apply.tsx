import { useEffect } from 'react'
import { openAdmissions, takingNow } from '#model/admission/beside.ts'
import type { HttpError } from '#providers/http.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { navigation } from '../../navigation.ts'
import { Status } from '../../spoken/status.tsx'
import { hasTypedEarly, useEarly } from '../early.ts'
import { ErrorBox } from '../error-box.tsx'
import { PublicFrame } from '../frame.tsx'
import { askIntake, useIntake } from '../university.ts'
import { Closed } from './closed.tsx'
import { unreadDraft } from './draft.ts'
import { StartPage } from './start-page.tsx'
import { currentView, isStep, useView } from './steps/steps.ts'
import { readDraftAhead, useDraft } from './use-draft.ts'
import { isHere, loadForm, useForm } from './use-form.ts'
import './apply.css'

/** Loads everything that the current view needs, so that a prerendered page is taken over without a change. */
export async function prepareView() {
  const view = currentView()
  // An application begins by opening the first step or by typing in any step, but not by typing an access code.
  const begins = () => view === 'identity' || (isStep(view) && hasTypedEarly())
  if (view !== 'start') await Promise.all([loadForm(), readDraftAhead(begins)])
}

/**
 * `/registration/create`: the application for admission. The steps are a separate bundle, which loads while the applicant reads
 * the start page.
 */
export function Apply() {
  const { intake, error } = useIntake()
  const door = useDraft()
  const view = useView()
  const form = useForm(view !== 'start' || door.draft?.sent !== undefined)
  useLanguage()
  useEarly(view === 'start' || door.isLoaded)
  useEffect(() => {
    if (intake && openAdmissions(intake).length > 0) loadForm()
  }, [intake])

  if (view === 'sent') return door.isKnown && isHere(form) ? <form.Sent /> : <Waiting form={form} />
  if (!intake) return error ? <Unreachable error={error} onAgain={askIntake} /> : <Loading />
  if (view === 'resume' || view === 'lostcode' || view === 'newcode') {
    if (!door.isKnown || !isHere(form)) return <Waiting form={form} />
    const Page = { resume: form.Resume, lostcode: form.LostCode, newcode: form.NewCode }[view]
    return <Page door={door} />
  }
  if (door.draft?.sent) return isHere(form) ? <form.SentElsewhere sent={door.draft.sent} door={door} /> : <Waiting form={form} />
  const taking = takingNow(intake)
  if (!taking) return <Closed intake={intake} kept={door.draft} />
  if (view === 'start') return <StartPage intake={taking} door={door} />
  if (!door.isKnown) return <Loading />
  const draft = door.isLoaded ? door.draft : unreadDraft
  if (!draft) return <StartPage intake={taking} door={door} />
  if (!isHere(form)) return <Waiting form={form} />
  if (view === 'later') return <form.Later intake={taking} door={door} draft={draft} />
  return <form.Form intake={taking} door={door} draft={draft} step={view} />
}

/** After a failed import the browser does not fetch the module again, so a retry has to reload the page. */
function Waiting({ form }: { form: ReturnType<typeof useForm> }) {
  return form === null ? <Loading /> : <Unreachable onAgain={navigation.reload} />
}

function Loading() {
  const t = useText('public')
  return (
    <PublicFrame title={t('apply.start.title')}>
      <Status className="public-waiting">
        <span className="spinner" aria-hidden="true" />
        {t('entry.title')}
      </Status>
    </PublicFrame>
  )
}

/** Error messages of the server are meant for the log, so applicants see a general text. */
function Unreachable({ error, onAgain }: { error?: HttpError; onAgain: () => void }) {
  const t = useText('public')
  return (
    <PublicFrame title={t('apply.start.title')}>
      <h1>{t('apply.start.title')}</h1>
      <ErrorBox title={t('failed.title')}>
        {error && error.statusCode >= 500 ? t('failed.server') : (error?.message ?? t('failed.network'))}
      </ErrorBox>
      <button type="button" className="button button-primary" onClick={onAgain}>
        {t('apply.retry')}
      </button>
    </PublicFrame>
  )
}

import './apply.css'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { navigation } from '@matricola/console/navigation.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import type { HttpError } from '@matricola/providers/http.ts'
import { formatLongDay, formatLongInstant, today } from '@matricola/schema/values/dates.ts'
import { useEffect } from 'react'
import { findOpenIntake, openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { admissionPath, statusPath } from '#resources/paths.ts'
import { hasTypedEarly, useEarlyInput } from '../early-input.ts'
import { ErrorBox } from '../error-box.tsx'
import { fetchPublicConfig, usePublicConfig } from '../public-config.ts'
import { WebsiteText } from '../website-text.tsx'
import {
  type ApplicationDraft,
  localDraftExpiresAt,
  placeholderDraft,
} from './application-draft.ts'
import { StartPage } from './start-page.tsx'
import { currentView, isApplicationStep, useApplyView } from './steps/steps.ts'
import { preloadDraft, useApplicationDraft } from './use-application-draft.ts'
import { isFormLoaded, loadFormBundle, useFormBundle } from './use-form-bundle.ts'

export { useFormBundle }

/**
 * Loads everything the current view needs, so that hydration does not change the prerendered page.
 */
export async function prepareView() {
  const view = currentView()
  // Opening the first step or typing in any step starts an application, but typing an access code
  // does not.
  const shouldStartDraft = () => view === 'identity' || (isApplicationStep(view) && hasTypedEarly())
  if (view !== 'start') await Promise.all([loadFormBundle(), preloadDraft(shouldStartDraft)])
}

/**
 * `/registration/create`: the application form. The steps are a separate bundle, which loads while
 * the applicant reads the start page.
 */
export function Apply() {
  const { publicConfig, error } = usePublicConfig()
  const draftStore = useApplicationDraft()
  const view = useApplyView()
  const form = useFormBundle(view !== 'start' || draftStore.draft?.sent !== undefined)
  useLanguage()
  useEarlyInput(view === 'start' || draftStore.isLoaded)
  useEffect(() => {
    if (publicConfig && openAdmissions(publicConfig).length > 0) loadFormBundle()
  }, [publicConfig])

  if (view === 'sent')
    return draftStore.isKnown && isFormLoaded(form) ? <form.Sent /> : <Waiting form={form} />
  if (!publicConfig)
    return error ? <Unreachable error={error} onRetry={fetchPublicConfig} /> : <Loading />
  if (view === 'resume' || view === 'lostcode' || view === 'newcode') {
    if (!draftStore.isKnown || !isFormLoaded(form)) return <Waiting form={form} />
    const Page = { resume: form.Resume, lostcode: form.LostCode, newcode: form.NewCode }[view]
    return <Page draftStore={draftStore} />
  }
  if (draftStore.draft?.sent)
    return isFormLoaded(form) ? (
      <form.SentElsewhere sent={draftStore.draft.sent} draftStore={draftStore} />
    ) : (
      <Waiting form={form} />
    )
  const openConfig = findOpenIntake(publicConfig)
  if (!openConfig)
    return <ApplicationsClosed publicConfig={publicConfig} draft={draftStore.draft} />
  if (view === 'start') return <StartPage publicConfig={openConfig} draftStore={draftStore} />
  if (!draftStore.isKnown) return <Loading />
  const draft = draftStore.isLoaded ? draftStore.draft : placeholderDraft
  if (!draft) return <StartPage publicConfig={openConfig} draftStore={draftStore} />
  if (!isFormLoaded(form)) return <Waiting form={form} />
  if (view === 'later')
    return <form.Later publicConfig={openConfig} draftStore={draftStore} draft={draft} />
  return <form.Form publicConfig={openConfig} draftStore={draftStore} draft={draft} step={view} />
}

/**
 * After a failed import the browser does not fetch the module again, so a retry has to reload the
 * page.
 */
function Waiting({ form }: { form: ReturnType<typeof useFormBundle> }) {
  return form === null ? <Loading /> : <Unreachable onRetry={navigation.reload} />
}

function Loading() {
  const t = useText('public')
  return (
    <PublicFrame title={t('apply.start.title')}>
      <LiveRegion className="public-waiting">
        <span className="spinner" aria-hidden="true" />
        {t('entry.title')}
      </LiveRegion>
    </PublicFrame>
  )
}

/** Error messages from the server are meant for the log, so applicants see a general text. */
function Unreachable({ error, onRetry }: { error?: HttpError; onRetry: () => void }) {
  const t = useText('public')
  return (
    <PublicFrame title={t('apply.start.title')}>
      <h1>{t('apply.start.title')}</h1>
      <ErrorBox title={t('failed.title')}>
        {error && error.statusCode >= 500
          ? t('failed.server')
          : (error?.message ?? t('errors:failed.network'))}
      </ErrorBox>
      <button type="button" className="button button-primary" onClick={onRetry}>
        {t('apply.retry')}
      </button>
    </PublicFrame>
  )
}

/**
 * Explains why applications are closed, if the dates show it, and how long unsubmitted answers are
 * kept.
 */
function ApplicationsClosed({
  publicConfig,
  draft,
}: {
  publicConfig: WireIntake
  draft: ApplicationDraft | null
}) {
  const t = useText('public')
  const language = useLanguage()
  const dates = {
    early: publicConfig.closedReason === 'early' && publicConfig.opensAt,
    late: publicConfig.closedReason === 'late' && publicConfig.closesAt,
  }
  return (
    <PublicFrame title={t('apply.title')}>
      <h1>{t('apply.title')}</h1>
      <p className="message message-warn">
        <Icon name="pause" />
        <span>
          <WebsiteText>{t('apply.detail')}</WebsiteText>
        </span>
      </p>
      {dates.early ? (
        <p>{t('apply.early', { date: formatLongInstant(dates.early, language) })}</p>
      ) : null}
      {dates.late ? (
        <p>{t('apply.late', { date: formatLongInstant(dates.late, language) })}</p>
      ) : null}
      {draft ? (
        <div className="apply-note">
          <p>
            {t('apply.kept', { date: formatLongDay(today(localDraftExpiresAt(draft)), language) })}
          </p>
          {draft.later && publicConfig.closedReason !== 'late' ? (
            <p>{t('apply.keptLater')}</p>
          ) : null}
        </div>
      ) : null}
      <p className="public-aside">
        <a href={statusPath}>{t('apply.status')}</a>
        <a href={admissionPath}>{t('admission.link')}</a>
      </p>
    </PublicFrame>
  )
}

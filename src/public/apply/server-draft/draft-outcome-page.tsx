import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import type { WireFoundDraft } from '#resources/admission/wire.ts'
import { usePublicConfig } from '../../public-config.ts'
import { takeFocus } from '../../take-focus.ts'
import { AdmissionOfficeLine } from '../sending/submission-error.tsx'
import { StepLink } from '../steps/step-link.tsx'
import type { DraftStore } from '../use-application-draft.ts'
import { StatusLink } from './status-link.tsx'

export type DraftOutcome = Extract<WireFoundDraft, { state: 'waiting' | 'expired' | 'over' }>

/** Explains why a saved draft cannot be continued, or not yet, and offers alternatives. */
export function DraftOutcomePage({ outcome, draftStore }: { outcome: DraftOutcome; draftStore: DraftStore }) {
  const t = useText('apply')
  const language = useLanguage()
  const { publicConfig } = usePublicConfig()
  const draft = draftStore.draft
  const detailText = (draftOutcome: DraftOutcome) => {
    if (draftOutcome.state !== 'over')
      return t(`later.${draftOutcome.state}.detail`, { date: formatLongInstant(draftOutcome.expiresAt, language) })
    return draftOutcome.session === null ? t('later.over.unnamed') : t('later.over.detail', { session: draftOutcome.session })
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

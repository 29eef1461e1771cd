import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongDay, formatLongInstant, today } from '@matricola/schema/values/dates.ts'
import type { WireIntake } from '#resources/admission/wire.ts'
import { admissionPath, statusPath } from '#resources/paths.ts'
import { WebsiteText } from '../website-text.tsx'
import { type ApplicationDraft, localDraftExpiresAt } from './application-draft.ts'

/** Explains why applications are closed, if the dates show it, and how long unsubmitted answers are kept. */
export function ApplicationsClosed({ publicConfig, draft }: { publicConfig: WireIntake; draft: ApplicationDraft | null }) {
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
      {dates.early ? <p>{t('apply.early', { date: formatLongInstant(dates.early, language) })}</p> : null}
      {dates.late ? <p>{t('apply.late', { date: formatLongInstant(dates.late, language) })}</p> : null}
      {draft ? (
        <div className="apply-note">
          <p>{t('apply.kept', { date: formatLongDay(today(localDraftExpiresAt(draft)), language) })}</p>
          {draft.later && publicConfig.closedReason !== 'late' ? <p>{t('apply.keptLater')}</p> : null}
        </div>
      ) : null}
      <p className="public-aside">
        <a href={statusPath}>{t('apply.status')}</a>
        <a href={admissionPath}>{t('admission.link')}</a>
      </p>
    </PublicFrame>
  )
}

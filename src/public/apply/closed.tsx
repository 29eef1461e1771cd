import type { WireIntake } from '#model/admission/wire.ts'
import { admissionPath, statusPath } from '#model/paths.ts'
import { dayInWords, momentInWords, today } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { PublicFrame } from '../frame.tsx'
import { WebsiteText } from '../website.tsx'
import { type Draft, keptUntil } from './draft.ts'

/** Says why applications are closed, as far as the dates show it, and how long unsubmitted answers are kept. */
export function Closed({ intake, kept }: { intake: WireIntake; kept: Draft | null }) {
  const t = useText('public')
  const language = useLanguage()
  const dates = {
    early: intake.closedBecause === 'early' && intake.opensAt,
    late: intake.closedBecause === 'late' && intake.closesAt,
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
      {dates.early ? <p>{t('apply.early', { date: momentInWords(dates.early, language) })}</p> : null}
      {dates.late ? <p>{t('apply.late', { date: momentInWords(dates.late, language) })}</p> : null}
      {kept ? (
        <div className="apply-note">
          <p>{t('apply.kept', { date: dayInWords(today(keptUntil(kept)), language) })}</p>
          {kept.later && intake.closedBecause !== 'late' ? <p>{t('apply.keptLater')}</p> : null}
        </div>
      ) : null}
      <p className="public-aside">
        <a href={statusPath}>{t('apply.status')}</a>
        <a href={admissionPath}>{t('admission.link')}</a>
      </p>
    </PublicFrame>
  )
}

import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { daysLeft } from '#resources/admission/admission-overview.ts'
import {
  type AdmissionPeriod,
  admissionForDegree,
  openAdmissions,
} from '#resources/admission/concurrent-admissions.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import './application-deadline.css'

/** Number of days before the deadline on which it is highlighted. */
const highlightedDays = 3

interface ApplicationDeadlineProps {
  readonly publicConfig: WireIntake
  /** The chosen programme. Null or an unknown id means none. */
  readonly programmeId: string | null
}

/**
 * Shows the deadline for the chosen programme in the university's time zone, and the days left.
 * Without a choice, shows the deadline of each open admission session. Renders nothing if no end is
 * set.
 */
export function ApplicationDeadline({ publicConfig, programmeId }: ApplicationDeadlineProps) {
  const chosen = publicConfig.specializations.find(({ id }) => id === programmeId)
  const admissions = chosen
    ? [admissionForDegree(publicConfig, chosen.cycle)]
    : openAdmissions(publicConfig)
  return admissions.map((admission) => (
    <DeadlineLine
      key={admission.session}
      admission={admission}
      now={publicConfig.now}
      isNamed={admissions.length > 1}
    />
  ))
}

function DeadlineLine({
  admission: { session, closesAt },
  now,
  isNamed,
}: {
  admission: AdmissionPeriod
  now: string
  isNamed: boolean
}) {
  const t = useText('public')
  const language = useLanguage()
  if (!closesAt) return null
  const days = daysLeft(closesAt, new Date(now))
  return (
    <p className={days <= highlightedDays ? 'deadline deadline-near' : 'deadline'}>
      <Icon name="clock" />
      <span>
        {isNamed && session ? (
          <>
            <InUniversityLanguage>{session}</InUniversityLanguage>:{' '}
          </>
        ) : null}
        <strong>
          {days === 0 ? t('apply.deadline.today') : t('apply.deadline.left', { count: days })}
        </strong>{' '}
        <span>{t('apply.deadline.until', { date: formatLongInstant(closesAt, language) })}</span>
      </span>
    </p>
  )
}

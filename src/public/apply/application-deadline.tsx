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
import { SessionName } from '../university-language.tsx'
import './application-deadline.css'

/** Number of days before the deadline on which it is highlighted. */
const highlightedDays = 3

export interface ApplicationDeadlineProps {
  readonly publicConfig: WireIntake
  /** The chosen programme. Null or an unknown id means none. */
  readonly programmeId: string | null
}

/**
 * Shows the deadline for the chosen programme in the university's time zone, and the days left.
 * Without a choice, shows the deadline of each open admission session. Renders nothing if no end is
 * set.
 */
export function ApplicationDeadline(props: ApplicationDeadlineProps) {
  const admissions = admissionsOf(props)
  return admissions.map((admission) => (
    <DeadlineLine
      key={admission.session}
      admission={admission}
      now={props.publicConfig.now}
      isNamed={admissions.length > 1}
    />
  ))
}

function DeadlineLine({
  admission,
  now,
  isNamed,
}: {
  admission: AdmissionPeriod
  now: string
  isNamed: boolean
}) {
  const t = useText('public')
  const language = useLanguage()
  const { session, closesAt } = admission
  if (!closesAt) return null
  const days = daysLeft(closesAt, new Date(now))
  return (
    <p className={days <= highlightedDays ? 'deadline deadline-near' : 'deadline'}>
      <Icon name="clock" />
      <span>
        {isNamed && session ? (
          <>
            <SessionName of={admission} />:{' '}
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

/** The admission session of the chosen programme; without a choice, each open session. */
export const admissionsOf = ({ publicConfig, programmeId }: ApplicationDeadlineProps) => {
  const chosen = publicConfig.specializations.find(({ id }) => id === programmeId)
  return chosen ? [admissionForDegree(publicConfig, chosen.cycle)] : openAdmissions(publicConfig)
}

import { admissionFor, openAdmissions, type Standing } from '#model/admission/beside.ts'
import { daysLeft } from '#model/admission/front-door.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Own } from '../own.tsx'
import './deadline.css'

/** The deadline is highlighted from this many days before. */
const nearDays = 3

interface Parts {
  readonly intake: WireIntake
  /** The chosen programme. Null or an unknown id means none. */
  readonly chosenId: string | null
}

/**
 * Shows the deadline for the chosen programme in the university's time zone, and the days left. Without a choice, shows the
 * deadline of each open admission session. Renders nothing if no end is set.
 */
export function Deadline({ intake, chosenId }: Parts) {
  const chosen = intake.specializations.find(({ id }) => id === chosenId)
  const admissions = chosen ? [admissionFor(intake, chosen.cycle)] : openAdmissions(intake)
  return admissions.map((one) => <Line key={one.session} admission={one} now={intake.now} isNamed={admissions.length > 1} />)
}

function Line({ admission: { session, closesAt }, now, isNamed }: { admission: Standing; now: string; isNamed: boolean }) {
  const t = useText('public')
  const language = useLanguage()
  if (!closesAt) return null
  const days = daysLeft(closesAt, new Date(now))
  return (
    <p className={days <= nearDays ? 'deadline deadline-near' : 'deadline'}>
      <Icon name="clock" />
      <span>
        {isNamed && session ? (
          <>
            <Own>{session}</Own>:{' '}
          </>
        ) : null}
        <strong>{days === 0 ? t('apply.deadline.today') : t('apply.deadline.left', { count: days })}</strong>{' '}
        <span>{t('apply.deadline.until', { date: momentInWords(closesAt, language) })}</span>
      </span>
    </p>
  )
}

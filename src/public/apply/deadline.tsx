import { daysLeft } from '#model/admission/front-door.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { momentInWords } from '#model/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import './deadline.css'

/** From so many days on the end is near, and looks it. */
const nearDays = 3

/** Until when applications are taken, by the university's clock, and how many days that leaves; nothing where no end is set. */
export function Deadline({ intake }: { intake: WireIntake }) {
  const t = useText('public')
  const language = useLanguage()
  if (!intake.closesAt) return null
  const days = daysLeft(intake.closesAt, new Date(intake.now))
  return (
    <p className={days <= nearDays ? 'deadline deadline-near' : 'deadline'}>
      <Icon name="clock" />
      <span>
        <strong>{days === 0 ? t('apply.deadline.today') : t('apply.deadline.left', { count: days })}</strong>{' '}
        <span>{t('apply.deadline.until', { date: momentInWords(intake.closesAt, language) })}</span>
      </span>
    </p>
  )
}

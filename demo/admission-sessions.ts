/** This year's admission session, which is open, and last year's for comparison. */
import { academicYearName, type DemoCalendar } from './calendar.ts'
import { translationFields } from './catalogue/translations.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from './rows.ts'

export type AdmissionSession = DemoRowWith<
  'admission-sessions',
  'name' | 'academicYear' | 'opensAt' | 'closesAt'
> & {
  readonly opensAt: string
  readonly closesAt: string
}

const day = 86_400_000
/** This year's admission opened six weeks ago and closes in two weeks. */
export const daysOpen = 42
const daysLeft = 14
/** A whole number of weeks, so that last year's admission opened on the same weekday. */
const yearDays = 364

export interface AdmissionSessions {
  readonly current: AdmissionSession
  readonly last: AdmissionSession
}

export function makeAdmissionSessions(tools: DemoTools, now: Date): AdmissionSessions {
  const midnight = Date.parse(`${tools.calendar.today}T00:00:00Z`)
  const makeSession = (yearsAgo: 0 | 1): AdmissionSession => {
    const start = midnight - (daysOpen + yearsAgo * yearDays) * day
    const lastDay = start + (daysOpen + daysLeft) * day
    const dayAfter = (days: number) => new Date(lastDay + days * day).toISOString().slice(0, 10)
    const opensAt = start + 6 * 3_600_000
    return {
      ...createRecordBase(tools, Math.min(opensAt - 20 * day, now.getTime())),
      name: nameOf(tools.calendar, yearsAgo),
      ...translationFields('name', nameOf(tools.calendar, yearsAgo)),
      academicYear: academicYearName(tools.calendar.startYear - yearsAgo),
      opensAt: new Date(opensAt).toISOString(),
      closesAt: new Date(lastDay + 14 * 3_600_000).toISOString(),
      hasRounds: false,
      appealUntil: dayAfter(10),
      enrolFrom: dayAfter(12),
      enrolUntil: dayAfter(25),
    }
  }
  // The current session comes last, because the newest is the default.
  const last = makeSession(1)
  return { last, current: makeSession(0) }
}

const nameOf = ({ startYear }: DemoCalendar, yearsAgo: number) => `Admitere ${startYear - yearsAgo}`

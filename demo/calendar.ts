/** The demo's date within the academic year, which begins on 1 October. */
import { today } from '@matricola/schema/values/dates.ts'

export interface DemoCalendar {
  /** Time at which the demo is generated, in milliseconds. */
  readonly now: number
  /** `YYYY-MM-DD` in Romanian time. */
  readonly today: string
  /** Year in which the current academic year began. */
  readonly startYear: number
  readonly academicYear: string
  /** The second semester begins in mid-February. */
  readonly semester: 1 | 2
  /** Time of the oldest records, in milliseconds. */
  readonly founded: number
}

export function createDemoCalendar(now: Date): DemoCalendar {
  const day = today(now)
  const year = Number(day.slice(0, 4))
  const startYear = day.slice(5) >= '10-01' ? year : year - 1
  return {
    now: now.getTime(),
    today: day,
    startYear,
    academicYear: academicYearName(startYear),
    semester: day >= `${startYear + 1}-02-15` ? 2 : 1,
    founded: Date.UTC(startYear - 5, 8, 1, 8),
  }
}

/** Returns the academic year that begins in a given year: `2026-2027`. */
export const academicYearName = (startYear: number) => `${startYear}-${startYear + 1}`

/** `YYYY-MM-DD` */
export const isoDate = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

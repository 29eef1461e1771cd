/** Where the demo stands in the academic year, which begins on 1 October. */
import { today } from '#model/values/dates.ts'

export interface Calendar {
  /** The instant at which the demo is made, in milliseconds. */
  readonly now: number
  /** `YYYY-MM-DD`, Romanian time. */
  readonly today: string
  /** The year in which the running academic year began. */
  readonly startYear: number
  readonly academicYear: string
  /** The second semester begins in the middle of February. */
  readonly semester: 1 | 2
  /** The instant at which the university began to keep its records here, in milliseconds. */
  readonly founded: number
}

export function calendarOf(now: Date): Calendar {
  const day = today(now)
  const year = Number(day.slice(0, 4))
  const startYear = day.slice(5) >= '10-01' ? year : year - 1
  return {
    now: now.getTime(),
    today: day,
    startYear,
    academicYear: academicYearFrom(startYear),
    semester: day >= `${startYear + 1}-02-15` ? 2 : 1,
    founded: Date.UTC(startYear - 5, 8, 1, 8),
  }
}

/** The academic year that begins in a year, such as `2026-2027`. */
export const academicYearFrom = (startYear: number) => `${startYear}-${startYear + 1}`

/** `YYYY-MM-DD` */
export const dateOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

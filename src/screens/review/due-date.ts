import { parseDateTime } from '#src/fields/date-text.ts'

/** The end of the day so many working days from now, on the university's clock. */
export function inWorkingDays(now: Date, days: number): string | null {
  const day = new Date(now)
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return parseDateTime(`${day.toISOString().slice(0, 10)} 23:59`, now)
}

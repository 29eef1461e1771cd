/**
 * Working days of the university's offices: Monday to Friday except Romania's public holidays
 * (Labour Code, article 139).
 */
import { daysAfter } from '@matricola/schema/values/dates.ts'

const holidays = new Set(
  '01-01 01-02 01-06 01-07 01-24 05-01 06-01 08-15 11-30 12-01 12-25 12-26'.split(' '),
)
/**
 * Good Friday, Easter Monday and Whit Monday, in days after Easter Sunday. Sundays are never
 * working days.
 */
const easterOffsets = [-2, 1, 50]

export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isPublicHoliday(day)
}

export function isPublicHoliday(day: string): boolean {
  if (holidays.has(day.slice(5))) return true
  const easter = orthodoxEaster(Number(day.slice(0, 4)))
  return easterOffsets.some((distance) => daysAfter(easter, distance) === day)
}

export function workingDaysAfter(day: string, days: number): string {
  let current = day
  for (let remaining = days; remaining > 0; ) {
    current = daysAfter(current, 1)
    if (isWorkingDay(current)) remaining -= 1
  }
  return current
}

/**
 * Orthodox Easter Sunday, by Meeus's algorithm for the Julian calendar. This calendar is 13 days
 * behind from 1900 to 2099.
 */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const days = moon + sunday + 114
  const [month, date] = [Math.floor(days / 31), (days % 31) + 1]
  return daysAfter(new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10), 13)
}

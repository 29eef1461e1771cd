import { expect, test } from 'vitest'
import { daysBetween, formatLongInstant, formatMoment, formatTime } from '../values/dates.ts'

const options = { dateStyle: 'long', timeZone: 'UTC' } as const
const on = (day: string, language: string) =>
  formatMoment(new Date(`${day}T12:00:00Z`), language, options)

test('only the first day of a month is written "1er" in French', () => {
  expect(on('2026-07-01', 'fr')).toBe('1er juillet 2026')
  expect(['02', '11', '21', '31'].map((day) => on(`2026-07-${day}`, 'fr'))).toEqual([
    '2 juillet 2026',
    '11 juillet 2026',
    '21 juillet 2026',
    '31 juillet 2026',
  ])
})

test('English puts the day before the month, and other languages keep their own order', () => {
  expect(['en', 'ro', 'de'].map((language) => on('2026-07-01', language))).toEqual([
    '1 July 2026',
    '1 iulie 2026',
    '1. Juli 2026',
  ])
})

test('days begin at midnight in the university’s time zone, even across clock changes', () => {
  expect(daysBetween('2026-10-24T20:59:00.000Z', '2026-10-24T21:01:00.000Z')).toBe(1)
  expect(daysBetween('2026-10-24T21:01:00.000Z', '2026-10-26T21:59:00.000Z')).toBe(1)
  expect(daysBetween('2026-09-30T08:00:00.000Z', '2026-09-30T13:00:00.000Z')).toBe(0)
})

test.each(['Pacific/Honolulu', 'UTC', 'Asia/Tokyo'])(
  'times are shown in the university’s time zone on a device in %s',
  (zone) => {
    const { TZ } = process.env
    process.env.TZ = zone
    try {
      expect(formatLongInstant('2026-09-30T22:30:00.000Z', 'en')).toBe('1 October 2026 at 01:30')
      expect(formatTime('2026-12-01T22:30:00.000Z', 'de')).toBe('00:30')
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  },
)

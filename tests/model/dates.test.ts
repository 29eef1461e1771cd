import { expect, test } from 'vitest'
import { daysBetween, inWords } from '#model/values/dates.ts'

const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' }
const on = (day: string, language: string) => inWords(new Date(`${day}T12:00:00Z`), language, options)

test('the first of a month is "1er" in French, and no other day (LANG-15)', () => {
  expect(on('2026-07-01', 'fr')).toBe('1er juillet 2026')
  expect(['02', '11', '21', '31'].map((day) => on(`2026-07-${day}`, 'fr'))).toEqual([
    '2 juillet 2026',
    '11 juillet 2026',
    '21 juillet 2026',
    '31 juillet 2026',
  ])
})

test('days come before months in English, and the other languages keep their own order', () => {
  expect(['en', 'ro', 'de'].map((language) => on('2026-07-01', language))).toEqual(['1 July 2026', '1 iulie 2026', '1. Juli 2026'])
})

test('days are counted by the university’s midnights, also where the clocks change', () => {
  expect(daysBetween('2026-10-24T20:59:00.000Z', '2026-10-24T21:01:00.000Z')).toBe(1)
  expect(daysBetween('2026-10-24T21:01:00.000Z', '2026-10-26T21:59:00.000Z')).toBe(1)
  expect(daysBetween('2026-09-30T08:00:00.000Z', '2026-09-30T13:00:00.000Z')).toBe(0)
})

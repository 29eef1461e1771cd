import { expect, test } from 'vitest'
import { isDayOrRelativeDays, resolveDays } from '../values/relative-days.ts'

/** A Tuesday in a leap year. */
const leapDay = '2028-02-29'

test.each([
  ['today', '2028-02-29', '2028-02-29'],
  ['yesterday', '2028-02-28', '2028-02-28'],
  ['tomorrow', '2028-03-01', '2028-03-01'],
  ['last-7-days', '2028-02-23', '2028-02-29'],
  ['next-7-days', '2028-02-29', '2028-03-06'],
  ['last-1-days', '2028-02-29', '2028-02-29'],
  ['this-week', '2028-02-28', '2028-03-05'],
  ['last-week', '2028-02-21', '2028-02-27'],
  ['next-week', '2028-03-06', '2028-03-12'],
  ['this-month', '2028-02-01', '2028-02-29'],
  ['last-month', '2028-01-01', '2028-01-31'],
  ['next-month', '2028-03-01', '2028-03-31'],
  ['this-year', '2028-01-01', '2028-12-31'],
  ['last-year', '2027-01-01', '2027-12-31'],
  ['2026-11-09', '2026-11-09', '2026-11-09'],
])('%s in the leap year 2028 goes from %s to %s', (text, from, to) => {
  expect(isDayOrRelativeDays(text)).toBe(true)
  expect(resolveDays(text, leapDay)).toEqual({ from, to })
})

test('a week begins on Monday, even when it is counted from a Sunday or across the new year', () => {
  expect(resolveDays('this-week', '2027-01-03')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
  expect(resolveDays('last-month', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(resolveDays('next-month', '2026-12-31')).toEqual({ from: '2027-01-01', to: '2027-01-31' })
})

test.each([
  '',
  'someday',
  'last-0-days',
  'last-9999-days',
  'this-7-days',
  'last-days',
  'Today',
  '9.11',
  '2026-02-30',
])('%j is not a relative date range', (text) => expect(isDayOrRelativeDays(text)).toBe(false))

import { expect, test } from 'vitest'
import { daysLeft } from '#resources/admission/admission-overview.ts'

/** 16:00 in the university's time zone, two hours ahead of UTC in winter. */
const end = '2026-12-07T14:00:00.000Z'

test.each([
  ['2026-11-23T09:00:00.000Z', 14],
  // The next day in that time zone.
  ['2026-11-23T22:30:00.000Z', 13],
  ['2026-12-06T21:59:59.999Z', 1],
  ['2026-12-06T22:00:00.000Z', 0],
  ['2026-12-07T13:59:59.999Z', 0],
  ['2026-12-09T00:00:00.000Z', 0],
])('at %s, %i days are left until 7 December by the university’s calendar', (now, days) => {
  expect(daysLeft(end, new Date(now))).toBe(days)
})

test('a deadline at midnight counts as the day before', () => {
  expect(daysLeft('2026-12-07T22:00:00.000Z', new Date('2026-12-07T10:00:00.000Z'))).toBe(0)
})

test('days are counted across a clock change', () => {
  expect(daysLeft('2026-10-26T08:00:00.000Z', new Date('2026-10-24T08:00:00.000Z'))).toBe(2)
})

import { describe, expect, test } from 'vitest'
import { durationText } from '#resources/admission/duration-text.ts'
import {
  hasOfficeHours,
  type OfficeWeek,
  officeWeekText,
  openDaysBetween,
  openMinutesBetween,
  parseClosedDays,
  parseOpeningHours,
} from '#resources/admission/office-week.ts'

const closed: OfficeWeek = {
  ...{ hoursMonday: null, hoursTuesday: null, hoursWednesday: null, hoursThursday: null },
  ...{ hoursFriday: null, hoursSaturday: null, hoursSunday: null, closedDays: null },
}
const week: OfficeWeek = {
  ...closed,
  hoursMonday: '09:00-15:00',
  hoursTuesday: '09:00-15:00',
  hoursWednesday: '09:00-12:00, 13:00-15:00',
  hoursThursday: '09:00-15:00',
  hoursFriday: '09:00-14:00',
  closedDays: '2026-07-09, 2026-07-20/2026-07-31',
}
/** In summer, Romania is three hours ahead of UTC, and two in winter. */
const minutes = (from: string, until: string, hours = week) =>
  openMinutesBetween(hours, new Date(from), new Date(until))

describe('time during which the office is open', () => {
  test.each([
    ['within one day', '2026-07-06T07:00:00Z', '2026-07-06T08:12:00Z', 72],
    ['before it opens', '2026-07-06T03:00:00Z', '2026-07-06T06:30:00Z', 30],
    ['from the evening to the next morning', '2026-07-06T20:00:00Z', '2026-07-07T06:20:00Z', 20],
    ['over a break', '2026-07-08T08:30:00Z', '2026-07-08T10:30:00Z', 60],
    ['over a closed day', '2026-07-08T11:00:00Z', '2026-07-10T07:00:00Z', 120],
    ['over a weekend', '2026-07-10T10:00:00Z', '2026-07-13T07:00:00Z', 120],
    ['over a closed week', '2026-07-17T10:00:00Z', '2026-08-03T07:00:00Z', 120],
    ['over a public holiday', '2026-11-27T11:00:00Z', '2026-12-02T08:00:00Z', 120],
    ['within a holiday', '2026-12-25T08:00:00Z', '2026-12-25T12:00:00Z', 0],
    ['backwards', '2026-07-06T10:00:00Z', '2026-07-06T09:00:00Z', 0],
  ])('%s', (_, from, until, expected) => {
    expect(minutes(from, until)).toBe(expected)
  })

  test('does not depend on the time of the year', () => {
    const always = { ...closed, hoursSaturday: '09:00-15:00', hoursSunday: '00:00-23:59' }
    // Clocks go back at 04:00 on 25 October 2026 and forward at 03:00 on 29 March 2026.
    expect(minutes('2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z', always)).toBe(24 * 60 + 59)
    expect(minutes('2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z', always)).toBe(22 * 60 + 59)
    expect(minutes('2026-10-23T12:00:00Z', '2026-10-26T08:00:00Z')).toBe(60)
    expect(minutes('2026-03-27T13:00:00Z', '2026-03-30T07:00:00Z')).toBe(60)
  })

  test('in days, without the day of the question', () => {
    const days = (from: string, until: string) =>
      openDaysBetween(week, new Date(from), new Date(until))
    expect(days('2026-07-06T07:00:00Z', '2026-07-06T11:00:00Z')).toBe(0)
    expect(days('2026-07-08T07:00:00Z', '2026-07-10T07:00:00Z')).toBe(1)
    expect(days('2026-07-10T07:00:00Z', '2026-07-14T07:00:00Z')).toBe(2)
  })
})

test.each([
  ['en', 'Mon–Tue 9:00–15:00; Wed 9:00–12:00, 13:00–15:00; Thu 9:00–15:00; Fri 9:00–14:00'],
  ['de', 'Mo–Di 9:00–15:00; Mi 9:00–12:00, 13:00–15:00; Do 9:00–15:00; Fr 9:00–14:00'],
])('the week is named in %s', (language, text) => {
  expect(officeWeekText(week, language)).toBe(text)
})

test('days with the same hours are one range only if they follow each other', () => {
  const apart = { ...closed, hoursMonday: '08:00-16:00', hoursWednesday: '08:00-16:00' }
  expect(officeWeekText(apart, 'en')).toBe('Mon 8:00–16:00; Wed 8:00–16:00')
  expect([hasOfficeHours(apart), hasOfficeHours(closed)]).toEqual([true, false])
})

test.each([
  ['9–15', '09:00-15:00'],
  ['9:00 - 12:30; 13.15–15', '09:00-12:30, 13:15-15:00'],
  ['15:00-09:00', null],
  ['09:00-12:00, 11:00-15:00', null],
  ['09:00-24:00', null],
  ['09:75-10:00', null],
  ['09:00', null],
  ['Mon-Fri', null],
])('hours typed as %s', (typed, stored) => {
  expect(parseOpeningHours(typed)).toBe(stored)
})

test.each([
  ['24.12.2026–31.12.2026; 5.1.2027', '2026-12-24/2026-12-31, 2027-01-05'],
  ['2026-12-24/2026-12-31', '2026-12-24/2026-12-31'],
  ['2026-12-24 - 2026-12-24', '2026-12-24'],
  ['31.12.2026–24.12.2026', null],
  ['30.2.2026', null],
  ['Christmas', null],
])('closed days typed as %s', (typed, stored) => {
  expect(parseClosedDays(typed)).toBe(stored)
})

test.each([
  [0, '0 min'],
  [72, '1 hr 12 min'],
  [120, '2 hr'],
])('%i minutes in words', (amount, text) => {
  expect(durationText(amount, 'en')).toBe(text)
})

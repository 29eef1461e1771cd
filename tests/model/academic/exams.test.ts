import { describe, expect, test } from 'vitest'
import {
  dayOf,
  findExamDayRefusal,
  gradesDueAt,
  isBeforeNoticeDeadline,
  noticeDeadline,
} from '#resources/academic/exams.ts'

const year = {
  startsOn: '2026-10-01',
  endsOn: '2027-09-30',
  periods: [
    { kind: 'winter', startsOn: '2027-01-18', endsOn: '2027-02-07' },
    { kind: 'resit', startsOn: '2027-02-22', endsOn: '2027-02-28' },
    { kind: 'resit', startsOn: '2027-09-01', endsOn: '2027-09-12' },
  ],
}

describe('grades of an exam', () => {
  test('are due a number of hours after its end, also across a clock change', () => {
    expect(gradesDueAt('2027-01-25T08:00:00.000Z', 120, 72)).toBe('2027-01-28T10:00:00.000Z')
    expect(gradesDueAt('2027-03-27T10:00:00.000Z', 15, 24)).toBe('2027-03-28T10:15:00.000Z')
  })
})

describe('the day of an exam', () => {
  test('follows the university’s clock', () => {
    expect(dayOf('2027-01-24T21:59:59.999Z')).toBe('2027-01-24')
    expect(dayOf('2027-01-24T22:00:00.000Z')).toBe('2027-01-25')
    expect(dayOf('2027-06-24T21:00:00.000Z')).toBe('2027-06-25')
  })

  test('determines earlier deadlines in calendar days, regardless of the time of the exam', () => {
    const exam = '2027-01-25T08:00:00.000Z'
    expect(noticeDeadline(exam, 7)).toBe('2027-01-18')
    expect(noticeDeadline('2027-03-01T08:00:00.000Z', 2)).toBe('2027-02-27')
    expect(isBeforeNoticeDeadline(new Date('2027-01-18T21:59:00.000Z'), exam, 7)).toBe(true)
    expect(isBeforeNoticeDeadline(new Date('2027-01-18T22:00:00.000Z'), exam, 7)).toBe(false)
    expect(isBeforeNoticeDeadline(new Date('2027-01-25T12:00:00.000Z'), exam, 0)).toBe(true)
  })

  test.each([
    ['winter', '2027-01-18T06:00:00.000Z', null],
    // Half past midnight in Bucharest on the first day of the session.
    ['winter', '2027-01-17T22:30:00.000Z', null],
    ['winter', '2027-02-07T21:59:00.000Z', null],
    [
      'winter',
      '2027-02-08T06:00:00.000Z',
      { code: 'exam.outsideSession', from: '2027-01-18', to: '2027-02-07' },
    ],
    ['resit', '2027-09-05T06:00:00.000Z', null],
    // The error names the nearest period.
    [
      'resit',
      '2027-03-05T06:00:00.000Z',
      { code: 'exam.outsideSession', from: '2027-02-22', to: '2027-02-28' },
    ],
    [
      'resit',
      '2027-08-20T06:00:00.000Z',
      { code: 'exam.outsideSession', from: '2027-09-01', to: '2027-09-12' },
    ],
    ['summer', '2027-06-20T06:00:00.000Z', { code: 'exam.noSession' }],
    ['special', '2026-11-20T06:00:00.000Z', null],
    ['special', '2026-09-30T21:00:00.000Z', null],
    [
      'special',
      '2027-09-30T21:00:00.000Z',
      { code: 'exam.outsideYear', from: '2026-10-01', to: '2027-09-30' },
    ],
  ])('must lie in its session: %s on %s', (session, startsAt, refusal) => {
    expect(findExamDayRefusal(year, { session, startsAt })).toEqual(refusal)
  })
})

import { describe, expect, test } from 'vitest'
import {
  canStillRequestResit,
  findResitRefusal,
  lastResitRequestDay,
  type ResitState,
  resitKindFor,
  sittingFee,
} from '#resources/academic/resits.ts'

const failed: ResitState = {
  hasResult: true,
  isPassed: false,
  passedYearId: null,
  improvements: 0,
  openKinds: [],
}
const passed: ResitState = { ...failed, isPassed: true, passedYearId: 'this year' }
const rules = { yearId: 'this year', improvementsPerSemester: 2 }

describe('an exam taken again', () => {
  test.each([
    ['resit', failed, null],
    ['improvement', passed, null],
    ['resit', { ...failed, hasResult: false }, 'resit.noResult'],
    ['improvement', { ...passed, hasResult: false }, 'resit.noResult'],
    ['resit', passed, 'resit.passed'],
    ['improvement', failed, 'resit.notPassed'],
    ['resit', { ...failed, openKinds: ['resit'] }, 'resit.open'],
    ['improvement', { ...passed, openKinds: ['improvement'] }, 'resit.open'],
    // An open request of the other kind does not matter.
    ['resit', { ...failed, openKinds: ['improvement'] }, null],
    ['improvement', { ...passed, passedYearId: 'last year' }, 'resit.otherYear'],
    ['improvement', { ...passed, improvements: 1 }, null],
    ['improvement', { ...passed, improvements: 2 }, 'resit.tooMany'],
    // The limit of improvements does not apply to resits.
    ['resit', { ...failed, improvements: 9 }, null],
  ] as const)('as a %s, with %o, is checked with the result %s', (kind, state, refusal) => {
    expect(findResitRefusal(kind, state, rules)).toBe(refusal)
  })

  test('is a resit until the course is passed, and then an improvement', () => {
    expect([resitKindFor(failed), resitKindFor(passed)]).toEqual(['resit', 'improvement'])
  })

  test('is free until the number of free exams in the year is reached, including the first exam', () => {
    const fees = [0, 1, 2, 3].map((sittings) =>
      sittingFee(sittings, { freeSittings: 2, resitFee: 100 }),
    )
    expect(fees).toEqual([0, 0, 100, 100])
    expect(sittingFee(0, { freeSittings: 1, resitFee: 100 })).toBe(0)
    expect(sittingFee(1, { freeSittings: 1, resitFee: 100 })).toBe(100)
  })

  test('must be requested a number of days before the exam, counted in the university’s time zone', () => {
    const sitting = '2027-02-24T08:00:00.000Z'
    expect(lastResitRequestDay(sitting, { resitNoticeDays: 2 })).toBe('2027-02-22')
    expect(
      canStillRequestResit(new Date('2027-02-22T21:59:00.000Z'), sitting, { resitNoticeDays: 2 }),
    ).toBe(true)
    expect(
      canStillRequestResit(new Date('2027-02-22T22:00:00.000Z'), sitting, { resitNoticeDays: 2 }),
    ).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import {
  computeStudyRecord,
  degreeAverage,
  finalGrade,
  type StudyAttempt,
  type StudyCourse,
  weightedAverage,
} from '#resources/academic/study-record.ts'

let ids = 0
const attempt = (
  value: number | 'absent' | 'notEligible',
  kind: StudyAttempt['kind'] = 'exam',
): StudyAttempt => ({
  id: String(++ids),
  kind,
  attempt: 1,
  result: typeof value === 'number' ? 'graded' : value,
  value: typeof value === 'number' ? value : null,
  academicYear: '2025-2026',
  publishedAt: '2026-02-01T10:00:00.000Z',
  publishedBy: 'Pop Ana',
})
const course = (parts: Partial<StudyCourse>): StudyCourse => ({
  id: String(++ids),
  name: 'Analiză',
  code: 'AN-1',
  year: 1,
  semester: 1,
  credits: 5,
  type: 'compulsory',
  attempts: [],
  ...parts,
})
const measure = { passMark: 5, creditsPerYear: 60, totalCredits: 180 }

describe('the final grade of a course', () => {
  test.each([
    ['a single 7', [attempt(7)], 7],
    ['a 4, then a 6 in the resit', [attempt(4), attempt(6, 'resit')], 6],
    [
      'an 8, then a 6 in the improvement, which never lowers a grade',
      [attempt(8), attempt(6, 'improvement')],
      8,
    ],
    ['an 8, then a 10 in the improvement', [attempt(8), attempt(10, 'improvement')], 10],
    ['an 8, then absence from the improvement', [attempt(8), attempt('absent', 'improvement')], 8],
    ['a 4 alone', [attempt(4)], null],
    ['absence alone', [attempt('absent')], null],
    ['an attempt for which the student was not eligible', [attempt('notEligible')], null],
    ['absence, then exactly the pass grade', [attempt('absent'), attempt(5, 'resit')], 5],
    ['no attempts', [], null],
  ])('is computed from %s', (_, attempts, expected) => {
    expect(finalGrade(attempts, 5)).toBe(expected)
  })

  test('depends on the pass grade in the settings', () => {
    expect(finalGrade([attempt(5)], 6)).toBeNull()
    expect(finalGrade([attempt(6)], 6)).toBe(6)
  })
})

describe('averages', () => {
  test('are weighted by credits: 10 for 6 credits and 7 for 3 make 9', () => {
    expect(
      weightedAverage([
        { grade: 10, credits: 6 },
        { grade: 7, credits: 3 },
      ]),
    ).toBe(9)
  })

  test('are truncated after two decimals, not rounded: 9, 9 and 8 for 2 credits each are 26 / 3 = 8.666…, so 8.66', () => {
    expect(weightedAverage([9, 9, 8].map((grade) => ({ grade, credits: 2 })))).toBe(8.66)
  })

  test('leave out courses without a final grade, and are empty if no course has one', () => {
    expect(
      weightedAverage([
        { grade: 8, credits: 5 },
        { grade: null, credits: 25 },
      ]),
    ).toBe(8)
    expect(weightedAverage([{ grade: null, credits: 5 }])).toBeNull()
  })

  test.each([
    [6, 7, 6.5],
    [5.99, 6, 5.99],
    [9.33, 9.34, 9.33],
    [5, 7, 6],
    [4.35, 8.7, 6.52],
    [10, 10, 10],
  ])('of a final degree exam are truncated too: %s and %s make %s', (written, defence, average) => {
    expect(degreeAverage(written, defence)).toBe(average)
  })
})

describe('a study record', () => {
  const courses = [
    course({ year: 1, semester: 1, credits: 6, attempts: [attempt(10)] }),
    course({ year: 1, semester: 1, credits: 4, attempts: [attempt(4), attempt(5, 'resit')] }),
    course({
      year: 1,
      semester: 2,
      credits: 5,
      attempts: [attempt(4), attempt('absent', 'resit')],
    }),
    course({ year: 1, semester: 2, credits: 2, type: 'facultative', attempts: [attempt(10)] }),
    course({ year: 2, semester: 1, credits: 5, attempts: [attempt(8), attempt(7, 'improvement')] }),
    course({ year: 2, semester: 1, credits: 3, type: 'optional' }),
  ]
  const record = computeStudyRecord(courses, measure)
  const [first, second] = record.years

  test('counts all credits of passed courses and none of the other courses', () => {
    expect(
      first?.semesters.map(({ creditsEarned, creditsPossible }) => [
        creditsEarned,
        creditsPossible,
      ]),
    ).toEqual([
      [10, 10],
      [0, 5],
    ])
    expect(
      second?.semesters.map(({ creditsEarned, creditsPossible }) => [
        creditsEarned,
        creditsPossible,
      ]),
    ).toEqual([[5, 8]])
  })

  test('compares the credits of a year with the credits per year, and the total with the credits of the programme', () => {
    expect([first?.creditsEarned, first?.creditsPossible]).toEqual([10, 60])
    expect([record.creditsEarned, record.creditsPossible]).toEqual([15, 180])
  })

  test('has averages by semester, by year and overall: (10·6 + 5·4) / 10 = 8, then (80 + 8·5) / 15 = 8', () => {
    expect(first?.semesters.map(({ average }) => average)).toEqual([8, null])
    expect([first?.average, second?.average, record.average]).toEqual([8, 8, 8])
  })

  test('shows facultative courses but leaves them out of the totals', () => {
    expect(
      first?.semesters[1]?.courses.map(({ grade, creditsEarned }) => [grade, creditsEarned]),
    ).toEqual([
      [null, 0],
      [10, 2],
    ])
  })

  test('without courses is empty', () => {
    expect(computeStudyRecord([], measure)).toEqual({
      years: [],
      average: null,
      creditsEarned: 0,
      creditsPossible: 180,
    })
  })
})

/** Ranking rules that read answers of the application form. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleAllocation } from '#server/admission/ranking/assemble.ts'
import {
  answerKeysOf,
  computeKeys,
  failsCondition,
  parseRule,
} from '#server/admission/ranking/formula.ts'

/** A grade in hundredths. */
const hundredths = fc.integer({ min: 100, max: 1000 })

const rule = {
  ...{ formula: '0.7 * answers.portfolio + 0.3 * examGrade', requires: null, firstTie: null },
  ...{ secondTie: null, thirdTie: null, fourthTie: null, fifthTie: null },
}

test('name the questions that they read, each once', () => {
  expect(answerKeysOf(rule)).toEqual(['portfolio'])
  expect(answerKeysOf({ ...rule, formula: 'examGrade' })).toEqual([])
  expect(
    answerKeysOf({
      ...rule,
      ...{ requires: 'answers.points >= 5 and examGrade >= 5', firstTie: 'answers.portfolio' },
      fifthTie: 'max(answers.essay, answers.points)',
    }),
  ).toEqual(['portfolio', 'essay', 'points'])
})

test('are computed exactly, with answers as with grades', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }), answer: hundredths }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.nat({ max: 4 }),
      (terms, minimum) => {
        const answers = Object.fromEntries(
          terms.map(({ answer }, at) => [`answers.q${at}`, answer / 100]),
        )
        const parsed = parseRule({
          ...rule,
          formula: terms.map(({ weight }, at) => `${weight / 100} * answers.q${at}`).join(' + '),
          requires: `answers.q0 >= ${minimum * 2}`,
          firstTie: 'answers.q0',
        })
        const exact = terms.reduce((sum, { weight, answer }) => sum + weight * answer, 0)
        const first = terms[0]?.answer ?? 0
        expect(computeKeys(parsed, answers)).toEqual([Math.floor(exact / 100), first])
        expect(failsCondition(parsed, answers)).toBe(first < minimum * 200)
        // A missing answer leaves the average open, and the condition undecided.
        expect(computeKeys(parsed, { ...answers, 'answers.q0': null })).toBeNull()
        expect(failsCondition(parsed, { ...answers, 'answers.q0': null })).toBe(false)
      },
    ),
  )
})

test('leave an application without such an answer out of the ranking, and name it', () => {
  fc.assert(
    fc.property(fc.option(hundredths), fc.option(hundredths), (portfolio, examGrade) => {
      const applicant = {
        ...{ id: 'a', referenceCode: 'A', status: 'under_review', isChecked: true },
        ...{ owesFee: false, specializationId: 's', fundingPreference: null, kindId: null },
        ...{ kindFunding: null, wonSpecializationId: null, wonFunding: null },
        ...{ wonPlaceKindId: null, isConfirmed: false, isEnrolled: false, acceptance: null },
        ...{ paidFee: 0, choices: [], answeredQuestions: [], hasDuplicate: false },
        grades: {
          'answers.portfolio': portfolio === null ? null : portfolio / 100,
          examGrade: examGrade === null ? null : examGrade / 100,
        },
      }
      const programme = {
        ...{ id: 'p', specializationId: 's', placesBudget: 1, placesFee: 0, ties: 'lot' as const },
        ...{ requirements: null, tuitionFee: null, confirmationFee: null },
        ...rule,
      }
      const steps = assembleAllocation({
        programmes: [programme],
        reserved: [],
        fundings: new Map(),
        applicants: [applicant],
      })
      let step = steps.next()
      while (!step.done) step = steps.next()
      const missing = [
        ...(portfolio === null ? ['answers.portfolio'] : []),
        ...(examGrade === null ? ['examGrade'] : []),
      ]
      expect(step.value.incomplete.get('a') ?? []).toEqual(missing)
      expect(step.value.candidates).toHaveLength(missing.length === 0 ? 1 : 0)
    }),
  )
})

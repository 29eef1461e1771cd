/**
 * Random admissions whose programmes have conditions, from the applications to the stored reasons.
 */
import { expect, test } from 'vitest'
import { allocate } from '#resources/admission/allocation/allocation.ts'
import { checkAllocation } from '#resources/admission/allocation/checker.ts'
import {
  amongListedChoices,
  parseQuotaId,
  rankCandidates,
  reasonAt,
} from '#resources/admission/ranking.ts'
import {
  assembleAllocation,
  type RankedApplicant,
  type RankedProgramme,
} from '#server/admission/ranking/assemble.ts'
import { confirmationsOf } from '#server/admission/ranking/confirmations.ts'
import { resultRows } from '#server/admission/ranking/store.ts'
import { type CaseRandom, createCaseRandom, shuffle } from './cases.ts'

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

interface ConditionedProgramme extends RankedProgramme {
  /** The lowest examination grade that the condition accepts; null without a condition. */
  readonly least: number | null
}

function randomAdmission(draw: CaseRandom) {
  const { below, happens } = draw
  const programmes = Array.from({ length: 1 + below(4) }, (_, at): ConditionedProgramme => {
    const least = happens(0.6) ? 4 + below(3) : null
    return {
      ...{ id: `p${at}`, specializationId: `s${at}`, least },
      ...{ placesBudget: below(3), placesFee: below(3), ties: 'lot', requirements: null },
      formula: 'baccalaureateAverage',
      requires: least === null ? null : `examGrade >= ${least}`,
      ...{ firstTie: null, secondTie: null, thirdTie: null, fourthTie: null, fifthTie: null },
      ...{ tuitionFee: 1000, confirmationFee: null },
    }
  })
  const applicants = Array.from({ length: 1 + below(10) }, (_, at): RankedApplicant => {
    const [first, ...further] = shuffle(programmes, draw)
      .slice(0, 1 + below(programmes.length))
      .map(({ specializationId }) => ({
        specializationId,
        preference: (['budget_then_fee', 'budget', 'fee'] as const)[below(3)] ?? null,
      }))
    const isConfirmed = happens(0.15)
    return {
      ...{ id: `a${at}`, referenceCode: `R${below(1000)}-${at}`, status: 'under_review' },
      ...{ isChecked: true, owesFee: false, hasDuplicate: false, answeredQuestions: [] },
      specializationId: first?.specializationId ?? '',
      fundingPreference: first?.preference ?? null,
      ...{ kindId: null, kindFunding: null, acceptance: null, paidFee: 0 },
      ...{ isEnrolled: false, isConfirmed },
      wonSpecializationId: isConfirmed ? (first?.specializationId ?? null) : null,
      ...{ wonFunding: isConfirmed ? 'fee' : null, wonPlaceKindId: null },
      grades: {
        baccalaureateAverage: 5 + below(5),
        examGrade: happens(0.1) ? null : 4 + below(4) / 2,
      },
      choices: further,
    }
  })
  return { programmes, applicants }
}

const cases = 3000

test(`in ${cases} admissions with conditions, each chosen programme is ranked, or its condition fails and it gives no place`, () => {
  const draw = createCaseRandom(21)
  const counts = { ineligible: 0, ranked: 0, excepted: 0, missing: 0, onlyIneligible: 0 }
  for (let i = 0; i < cases; i++) {
    const { programmes, applicants } = randomAdmission(draw)
    const input = { programmes, applicants, reserved: [], fundings: new Map() }
    const found = runToEnd(assembleAllocation(input))
    const allocation = allocate(found.candidates, found.quotas)
    const listed = amongListedChoices(found.candidates, found.listed, allocation)
    const { ranked } = runToEnd(rankCandidates(found.listed, found.quotas, listed))
    const rows = resultRows(input, found, listed)
    expect(
      checkAllocation(found.candidates, found.quotas, allocation, confirmationsOf(input)).findings,
    ).toEqual([])
    for (const applicant of applicants) {
      const { id, grades, isConfirmed, wonSpecializationId } = applicant
      const chosen = [
        applicant.specializationId,
        ...applicant.choices.map((one) => one.specializationId),
      ]
      const examGrade = grades.examGrade ?? null
      const conditions = chosen.map((specializationId, index) => {
        const { least, requires } =
          programmes.find((one) => one.specializationId === specializationId) ?? {}
        const isExcepted = isConfirmed && specializationId === wonSpecializationId
        const isBelow = least != null && examGrade !== null && examGrade < least
        if (isExcepted && isBelow) counts.excepted += 1
        return {
          ...{ specializationId, number: index + 1, requires },
          fails: isBelow && !isExcepted,
          isUnknown: least != null && examGrade === null,
        }
      })
      const failed = conditions.filter(({ fails }) => fails)
      const row = rows.find((one) => one.id === id)
      expect(row?.ineligible ?? []).toEqual(
        failed.map(({ specializationId, number, requires }) => ({
          ...{ specializationId, number, requires },
        })),
      )
      counts.ineligible += failed.length
      const entries =
        row?.candidate == null
          ? []
          : (found.listed[row.candidate]?.choices ?? []).map(({ quota }, at) => ({
              specializationId: parseQuotaId(quota).specializationId,
              reason: reasonAt(ranked.reasons[(ranked.first[row.candidate ?? 0] ?? 0) + at] ?? -1),
            }))
      // Every choice has one reason: that of the ranking, or the condition.
      for (const { reason } of entries) expect(reason).not.toBeNull()
      const rankedIds = new Set(entries.map(({ specializationId }) => specializationId))
      for (const { specializationId } of failed) {
        expect(rankedIds.has(specializationId)).toBe(false)
        expect(row?.specializationId).not.toBe(specializationId)
      }
      if (conditions.some(({ fails, isUnknown }) => isUnknown && !fails)) {
        expect(row?.missing).toEqual(['examGrade'])
        counts.missing += 1
      } else if (failed.length === chosen.length) {
        expect(row).toMatchObject({ outcome: 'incomplete', missing: ['notEligible'] })
        counts.onlyIneligible += 1
      } else {
        expect(row?.missing).toEqual([])
        expect([...rankedIds].toSorted()).toEqual(
          conditions
            .flatMap(({ fails, specializationId }) => (fails ? [] : [specializationId]))
            .toSorted(),
        )
        counts.ranked += 1
      }
    }
  }
  // The cases contain each situation.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(cases / 30)
})

/** Computes the results of a first round with the program's own functions. */

import { allocate } from '#resources/admission/allocation/allocation.ts'
import type { AllocationReport } from '#resources/admission/allocation/checker.ts'
import { checkAllocation } from '#resources/admission/allocation/checker.ts'
import {
  type QuotaResult,
  type RankedChoices,
  rankCandidates,
} from '#resources/admission/ranking.ts'
import { programmeQuestionFields } from '#resources/application-documents.ts'
import {
  type AllocationInput,
  assembleAllocation,
  type RankedApplicant,
  type RankedProgramme,
} from '#server/admission/ranking/assemble.ts'
import { type ResultRow, resultRows } from '#server/admission/ranking/store.ts'
import type { MeritAdmission, MeritApplication, MeritChoice } from './places.ts'

export interface ComputedResults {
  readonly found: AllocationInput
  readonly report: AllocationReport
  readonly rows: readonly ResultRow[]
  readonly quotas: readonly QuotaResult[]
  readonly ranked: RankedChoices
  readonly programmes: readonly RankedProgramme[]
}

/** Results that applicants were notified of. */
export interface ReleasedResults extends ComputedResults {
  readonly draftId: string
  readonly notifiedAt: string
}

type SubmittedApplication = MeritApplication & { readonly owesFee: boolean }

export function computeResults(
  { programmes, reservedPlaces, kinds }: MeritAdmission,
  applied: readonly SubmittedApplication[],
  choices: readonly MeritChoice[],
): ComputedResults {
  const fundings = new Map(kinds.map(({ id, funding }) => [id, funding ?? null]))
  const furtherChoices = new Map<string, MeritChoice[]>()
  for (const choice of choices)
    furtherChoices.set(choice.registrationId, [
      ...(furtherChoices.get(choice.registrationId) ?? []),
      choice,
    ])
  const applicants = applied.map(
    (row): RankedApplicant => ({
      id: row.id,
      referenceCode: row.referenceCode ?? '',
      status: row.status ?? '',
      isChecked: row.gradesCheckedAt != null,
      owesFee: row.owesFee,
      specializationId: row.specializationId,
      fundingPreference: row.fundingPreference ?? null,
      kindId: row.placeKindId ?? null,
      kindFunding: row.placeKindId ? (fundings.get(row.placeKindId) ?? null) : null,
      ...{
        wonSpecializationId: null,
        wonFunding: null,
        wonPlaceKindId: null,
        isConfirmed: false,
        isEnrolled: false,
        acceptance: null,
        paidFee: 0,
        hasDuplicate: false,
      },
      answeredQuestions: programmeQuestionFields.filter(
        (name) => row[name as keyof MeritApplication] != null,
      ),
      grades: {
        ...{ degreeAverage: row.degreeAverage ?? null, examGrade: row.examGrade ?? null },
        baccalaureateAverage: row.baccalaureateAverage ?? null,
      },
      choices: (furtherChoices.get(row.id) ?? []).map(
        ({ specializationId, fundingPreference }) => ({
          ...{ specializationId, preference: fundingPreference },
        }),
      ),
    }),
  )
  const rankedProgrammes = programmes.map((one) => ({
    ...one,
    requires: one.requires ?? null,
    ...{ firstTie: one.firstTie ?? null, secondTie: one.secondTie ?? null },
    ...{ thirdTie: one.thirdTie ?? null, fourthTie: null, fifthTie: null },
    requirements: one.requirements ?? null,
    // In the first round nobody keeps a place, so costs do not matter.
    ...{ tuitionFee: null, confirmationFee: null },
  }))
  const found = runToEnd(
    assembleAllocation({
      ...{ programmes: rankedProgrammes, reserved: reservedPlaces, applicants },
      fundings: new Map(),
    }),
  )
  const allocation = allocate(found.candidates, found.quotas)
  const { quotas, ranked } = runToEnd(rankCandidates(found.listed, found.quotas, allocation))
  return {
    found,
    report: checkAllocation(found.candidates, found.quotas, allocation),
    rows: resultRows({ applicants, fundings: new Map() }, found, allocation),
    quotas,
    ranked,
    programmes: rankedProgrammes,
  }
}

/** Runs a generator to its end and returns the result. */
function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Computes the results of a first round with the program's own functions. */

import { allocate } from '#model/admission/allocation/allocation.ts'
import type { Report } from '#model/admission/allocation/checker.ts'
import { check } from '#model/admission/allocation/checker.ts'
import { type Ranked, type SeatResult, standings } from '#model/admission/ranking.ts'
import { askedFields } from '#resources/application-documents.ts'
import { type Assembled, assembling, type Person } from '#server/university/admission/ranking/assemble.ts'
import { type ResultRow, resultRows } from '#server/university/admission/ranking/store.ts'
import type { Applied, ChoiceRow, Merit } from './places.ts'

export interface RoundResults {
  readonly found: Assembled
  readonly report: Report
  readonly rows: readonly ResultRow[]
  readonly seats: readonly SeatResult[]
  readonly ranked: Ranked
}

/** Results that applicants were notified of. */
export interface ToldResults extends RoundResults {
  readonly draftId: string
  readonly notifiedAt: string
}

type Sent = Applied & { readonly owesFee: boolean }

export function resultsOf({ programmes, special, kinds }: Merit, applied: readonly Sent[], choices: readonly ChoiceRow[]): RoundResults {
  const fundings = new Map(kinds.map(({ id, funding }) => [id, funding ?? null]))
  const further = new Map<string, ChoiceRow[]>()
  for (const choice of choices) further.set(choice.registrationId, [...(further.get(choice.registrationId) ?? []), choice])
  const people = applied.map(
    (row): Person => ({
      id: row.id,
      referenceCode: row.referenceCode ?? '',
      status: row.status ?? '',
      isChecked: row.gradesCheckedAt != null,
      owesFee: row.owesFee,
      specializationId: row.specializationId,
      fundingPreference: row.fundingPreference ?? null,
      kindId: row.placeKindId ?? null,
      kindFunding: row.placeKindId ? (fundings.get(row.placeKindId) ?? null) : null,
      ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null, isConfirmed: false, isEnrolled: false, hasTwin: false },
      given: askedFields.filter((name) => row[name as keyof Applied] != null),
      grades: {
        ...{ degreeAverage: row.degreeAverage ?? null, examGrade: row.examGrade ?? null },
        baccalaureateAverage: row.baccalaureateAverage ?? null,
      },
      choices: (further.get(row.id) ?? []).map(({ specializationId, fundingPreference }) => ({
        ...{ specializationId, preference: fundingPreference },
      })),
    }),
  )
  const found = ended(
    assembling({
      programmes: programmes.map((one) => ({ ...one, firstTie: one.firstTie ?? null, secondTie: null, asks: one.asks ?? null })),
      special,
      people,
    }),
  )
  const allocation = allocate(found.candidates, found.seats)
  const { seats, ranked } = ended(standings(found.candidates, found.seats, allocation))
  return {
    found,
    report: check(found.candidates, found.seats, allocation),
    rows: resultRows(found, allocation),
    seats,
    ranked,
  }
}

/** Runs a generator to its end and returns the result. */
function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

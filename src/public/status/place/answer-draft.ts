/** The answer that the applicant is about to give, kept while the views change. */
import { useState } from 'react'
import type { AcceptanceMode } from '#resources/admission/place-acceptance.ts'
import { quotaIdOf } from '#resources/admission/ranking.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WirePlaceAnswer, WireQuestionPlace } from '#resources/admission/wire-merit.ts'

export type PlaceQuestion = NonNullable<WireApplication['placeQuestion']>

interface AnswerDraft {
  /** Null until the applicant has chosen. */
  readonly mode: AcceptanceMode | null
  /** The ticked places. */
  readonly wanted: readonly string[]
}

export const placeIdOf = ({
  specializationId,
  kind,
}: Pick<WireQuestionPlace, 'specializationId' | 'kind'>): string =>
  quotaIdOf(specializationId, kind)

/** Drafts by reference number. */
const drafts = new Map<string, AnswerDraft>()

export const clearAnswerDraft = (reference: string) => drafts.delete(reference)

/** The draft of an application: what was entered before, the stored answer, or the suggestion. */
export function useAnswerDraft(reference: string, { higher, answer }: PlaceQuestion) {
  const isVoid = (id: string) =>
    higher.some((place) => place.isConsentVoid && placeIdOf(place) === id)
  const [draft, setDraft] = useState(
    () =>
      drafts.get(reference) ?? {
        mode: answer?.mode ?? null,
        wanted:
          answer?.mode === 'moveUp'
            ? answer.consented.map(placeIdOf).filter((id) => !isVoid(id))
            : higher.filter(({ costsMore }) => !costsMore).map(placeIdOf),
      },
  )
  return {
    draft,
    change(values: Partial<AnswerDraft>) {
      const next = { ...draft, ...values }
      drafts.set(reference, next)
      setDraft(next)
    },
  }
}

/** The places that the applicant wants to be moved to. */
export const wantedPlaces = ({ higher }: PlaceQuestion, { mode, wanted }: AnswerDraft) =>
  mode === 'moveUp' ? higher.filter((place) => wanted.includes(placeIdOf(place))) : []

/** The answer that is sent. */
export const toPlaceAnswer = (
  { shown }: PlaceQuestion,
  wanted: readonly WireQuestionPlace[],
  agreedToPay: boolean,
): WirePlaceAnswer => ({
  mode: wanted.length > 0 ? 'moveUp' : 'keep',
  consented: wanted.map(({ specializationId, kind }) => ({ specializationId, kind })),
  ...{ agreedToPay, shown },
})

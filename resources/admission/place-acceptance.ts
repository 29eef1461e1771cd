/**
 * Whether a confirmed place is kept or given up for a higher choice: the applicant's answer, and
 * which moves it covers.
 */
import type { PlaceKind } from './ranking.ts'

export const acceptanceModes = ['keep', 'moveUp'] as const
export type AcceptanceMode = (typeof acceptanceModes)[number]

/** How the office learned an answer that it records for an applicant. */
export const toldWays = ['inPerson', 'inWriting'] as const
export type ToldWay = (typeof toldWays)[number]

/** Cost of a place. An amount that is not known or does not apply is null. */
export interface PlaceCost {
  /** Tuition for a year. */
  readonly tuition: number | null
  readonly confirmationFee: number | null
}

/** A higher choice that the applicant agreed to, with the amounts that were shown. */
export interface ConsentedPlace extends PlaceCost {
  readonly specializationId: string
  readonly kind: PlaceKind
}

export interface PlaceAcceptance {
  readonly mode: AcceptanceMode
  readonly consented: readonly ConsentedPlace[]
  /** Whether the applicant agreed to move to a place that costs more. */
  readonly agreedToPay: boolean
}

/** A place with its funding, since the tuition of a fee-paying place may be unknown. */
export interface PricedPlace extends PlaceCost {
  readonly funding: 'budget' | 'fee'
}

/**
 * Whether one place certainly costs no more than another. A fee-paying place of unknown tuition may
 * cost more than any other.
 */
export const costsNoMore = (place: PricedPlace, than: PricedPlace): boolean =>
  (place.funding === 'budget' ||
    (than.funding === 'fee' &&
      place.tuition !== null &&
      than.tuition !== null &&
      place.tuition <= than.tuition)) &&
  (place.confirmationFee ?? 0) <= (than.confirmationFee ?? 0)

/** Whether an amount was raised since it was shown, or was not known then. */
const wasRaised = (shown: number | null, current: number | null): boolean =>
  current !== null && (shown === null || current > shown)

/** Whether a consent no longer covers its place, because an amount was raised since. */
export const isConsentVoid = (shown: PlaceCost, current: PlaceCost): boolean =>
  wasRaised(shown.tuition, current.tuition) ||
  wasRaised(shown.confirmationFee ?? 0, current.confirmationFee ?? 0)

/**
 * Why an applicant who confirmed `held` is not moved to a higher choice; null if the applicant may
 * be moved. Without an answer, only places that cost no more are considered, because nobody was
 * asked.
 */
export function moveRefusal(
  { specializationId, kind, ...place }: PricedPlace & ConsentedPlace,
  held: PricedPlace,
  acceptance: PlaceAcceptance | null,
): 'notConsented' | 'costsMore' | null {
  const isCheap = costsNoMore(place, held)
  if (acceptance === null) return isCheap ? null : 'costsMore'
  const consent =
    acceptance.mode === 'moveUp' &&
    acceptance.consented.find(
      (one) => one.specializationId === specializationId && one.kind === kind,
    )
  if (!consent) return 'notConsented'
  return isConsentVoid(consent, place) || !(isCheap || acceptance.agreedToPay) ? 'costsMore' : null
}

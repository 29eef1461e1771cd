/**
 * Builds the candidates and places for the allocation, and finds the applications that cannot be
 * ranked.
 */
import { hash } from 'node:crypto'
import type { Candidate, Choice, Quota } from '#resources/admission/allocation/allocation.ts'
import {
  moveRefusal,
  type PlaceAcceptance,
  type PricedPlace,
} from '#resources/admission/place-acceptance.ts'
import {
  type IneligibleChoice,
  type ListedCandidate,
  type ListedChoice,
  type PlaceKind,
  type ProgrammeChoice,
  parseQuotaId,
  placeKindsFor,
  quotaIdOf,
  type ReservedPlaceKind,
} from '#resources/admission/ranking.ts'
import { programmeQuestionsAmong } from '#resources/application-documents.ts'
import {
  computeKeys,
  failsCondition,
  formulasOf,
  type Grades,
  parseRule,
  type RankingRule,
  type RuleTexts,
} from './formula.ts'

/**
 * Why an application cannot be ranked: a code from `missingOf`, or the name of a missing grade,
 * answer or document.
 */
export type MissingReason = string

export interface RankedProgramme extends RuleTexts {
  readonly id: string
  readonly specializationId: string
  readonly placesBudget: number
  readonly placesFee: number
  readonly ties: 'together' | 'lot'
  /** Questions and documents that the programme requires. */
  readonly requirements: readonly string[] | null
  /** Tuition for a year on a fee-paying place. */
  readonly tuitionFee: number | null
  readonly confirmationFee: number | null
}

export interface ReservedPlaces {
  readonly admissionProgrammeId: string
  readonly placeKindId: string
  readonly places: number
}

/** The part of an application that the ranking needs. */
export interface RankedApplicant {
  readonly id: string
  readonly referenceCode: string
  readonly status: string
  readonly isChecked: boolean
  /** Whether part of the application fee is neither paid nor waived. */
  readonly owesFee: boolean
  readonly specializationId: string
  readonly fundingPreference: ProgrammeChoice['preference']
  readonly kindId: string | null
  readonly kindFunding: ReservedPlaceKind['funding'] | null
  readonly wonSpecializationId: string | null
  readonly wonFunding: string | null
  readonly wonPlaceKindId: string | null
  readonly isConfirmed: boolean
  /**
   * Whether the applicant is enrolled in the place that was won. If so, the place no longer
   * changes.
   */
  readonly isEnrolled: boolean
  /** The newest answer to the question whether a confirmed place is kept; null if there is none. */
  readonly acceptance: PlaceAcceptance | null
  /** The paid part of the fee of a confirmed place; it counts for another place as well. */
  readonly paidFee: number
  /** Confirmation fees that differ from those of the programmes, by programme. */
  readonly ownFees?: ReadonlyMap<string, number | null> | undefined
  readonly grades: Grades
  readonly choices: readonly ProgrammeChoice[]
  /** Names of the questions and documents that the application has. */
  readonly answeredQuestions: readonly string[]
  /** Whether the application is a possible duplicate of another one in the ranking. */
  readonly hasDuplicate: boolean
}

export interface RankingInput {
  readonly programmes: readonly RankedProgramme[]
  readonly reserved: readonly ReservedPlaces[]
  /** Funding of each type of reserved place. */
  readonly fundings: ReadonlyMap<string, PricedPlace['funding']>
  readonly applicants: readonly RankedApplicant[]
}

export interface AllocationInput {
  /** Candidates with the choices that are considered. */
  readonly candidates: readonly Candidate[]
  /** The same candidates with all choices. */
  readonly listed: readonly ListedCandidate[]
  readonly quotas: readonly Quota[]
  /** Missing information, by application. */
  readonly incomplete: ReadonlyMap<string, readonly MissingReason[]>
  /** Choices of programmes whose condition is not met, by application. */
  readonly ineligible: ReadonlyMap<string, readonly IneligibleChoice[]>
}

/** Applicants per step of the generator. The event loop can do other work between steps. */
const applicantsPerStep = 256

/**
 * Builds candidates and places. A generator, so that the caller can yield to the event loop between
 * steps.
 */
export function* assembleAllocation({
  programmes,
  reserved,
  fundings,
  applicants,
}: RankingInput): Generator<void, AllocationInput> {
  const quotas: Quota[] = []
  const offered = offersOf(programmes, reserved, quotas)
  const quotaIds = new Set(quotas.map(({ id }) => id))
  const programmesById = new Map(programmes.map((one) => [one.specializationId, one]))
  const priceFor = ({ ownFees }: RankedApplicant, quota: string) =>
    priceOfPlace(quota, { programmes: programmesById, fundings, ownFees })
  const [candidates, listed]: [Candidate[], ListedCandidate[]] = [[], []]
  const incomplete = new Map<string, readonly MissingReason[]>()
  const ineligible = new Map<string, readonly IneligibleChoice[]>()
  for (const [at, applicant] of applicants.entries()) {
    if (at % applicantsPerStep === 0) yield
    const { offeredChoices, ineligibleChoices } = offeredChoicesOf(applicant, offered)
    const heldQuota = heldQuotaOf(applicant)
    if (ineligibleChoices.length > 0) ineligible.set(applicant.id, ineligibleChoices)
    if (offeredChoices.length === 0 && heldQuota === null) {
      if (ineligibleChoices.length > 0) incomplete.set(applicant.id, ['notEligible'])
      continue
    }
    const keys = keysFor(applicant, offeredChoices)
    const missing = missingOf(applicant, offeredChoices, keys)
    if (missing.length > 0) incomplete.set(applicant.id, missing)
    const choices =
      missing.length > 0 || applicant.isEnrolled
        ? heldChoiceOf(applicant, offered, heldQuota)
        : choicesOf(applicant, offeredChoices, keys)
    // A confirmed place is kept even if the programme no longer offers it.
    if (heldQuota !== null && !quotaIds.has(heldQuota)) {
      quotaIds.add(heldQuota)
      quotas.push({ id: heldQuota, places: 0, ties: 'together' })
    }
    if (choices.length === 0 && heldQuota === null) continue
    const lot = drawOrderOf(applicant.referenceCode)
    const listedChoices: readonly ListedChoice[] =
      heldQuota === null
        ? choices
        : withExclusions(choices, heldQuota, (quota) =>
            moveRefusal(
              priceFor(applicant, quota),
              { ...priceFor(applicant, heldQuota), confirmationFee: applicant.paidFee },
              applicant.acceptance,
            ),
          )
    const candidate = { id: applicant.id, choices: listedChoices, lot, holds: heldQuota }
    listed.push(candidate)
    // Nearly all candidates have no excluded choice. Sharing the object halves the memory that the
    // allocation walks through.
    candidates.push(
      listedChoices.some(({ excluded }) => excluded)
        ? { ...candidate, choices: listedChoices.filter(({ excluded }) => !excluded) }
        : candidate,
    )
  }
  return { candidates, listed, quotas, incomplete, ineligible }
}

/** Returns what a place costs. A programme that is no longer offered has no known tuition. */
export function priceOfPlace(
  quota: string,
  {
    programmes,
    fundings,
    ownFees,
  }: Pick<RankingInput, 'fundings'> &
    Pick<RankedApplicant, 'ownFees'> & {
      readonly programmes: ReadonlyMap<
        string,
        Pick<RankedProgramme, 'tuitionFee' | 'confirmationFee'>
      >
    },
) {
  const { specializationId, kind } = parseQuotaId(quota)
  const programme = programmes.get(specializationId)
  const funding = fundings.get(kind) ?? (kind === 'budget' ? 'budget' : 'fee')
  const ownFee = ownFees?.get(specializationId)
  return {
    ...{ specializationId, kind, funding },
    tuition: funding === 'fee' ? (programme?.tuitionFee ?? null) : null,
    confirmationFee: ownFee === undefined ? (programme?.confirmationFee ?? null) : ownFee,
  }
}

/** Marks the choices above a confirmed place to which the applicant may not be moved. */
function withExclusions(
  choices: readonly Choice[],
  heldQuota: string,
  refusalOf: (quota: string) => ListedChoice['excluded'] | null,
): readonly ListedChoice[] {
  const held = choices.findIndex(({ quota }) => quota === heldQuota)
  const higherCount = held === -1 ? choices.length : held
  return choices.map((choice, at) => {
    const excluded = at < higherCount ? refusalOf(choice.quota) : null
    return excluded ? { ...choice, excluded } : choice
  })
}

/**
 * A programme in an admission session: its ranking rule, its requirements, and its places by type.
 */
interface Offer {
  readonly programme: RankedProgramme
  readonly rule: RankingRule
  readonly requirements: readonly string[]
  readonly quotas: ReadonlyMap<PlaceKind, string>
}
type Offers = ReadonlyMap<string, Offer>

/**
 * Returns the offers by programme, and adds their quotas to `quotas`. Equal rules share one object,
 * so that averages are computed only once.
 */
function offersOf(
  programmes: readonly RankedProgramme[],
  reserved: readonly ReservedPlaces[],
  quotas: Quota[],
): Offers {
  const rules = new Map<string, RankingRule>()
  const offers = new Map<string, Offer>()
  for (const programme of programmes) {
    const { id, specializationId, placesBudget, placesFee, ties } = programme
    const text = JSON.stringify([programme.requires, ...formulasOf(programme)])
    const rule = rules.get(text) ?? parseRule(programme)
    rules.set(text, rule)
    const places = new Map<PlaceKind, number>([
      ['budget', placesBudget],
      ['fee', placesFee],
    ])
    for (const entry of reserved)
      if (entry.admissionProgrammeId === id) places.set(entry.placeKindId, entry.places)
    const names = new Map(
      [...places.keys()].map((kind) => [kind, quotaIdOf(specializationId, kind)]),
    )
    for (const [kind, name] of names) quotas.push({ id: name, places: places.get(kind) ?? 0, ties })
    offers.set(specializationId, {
      ...{ programme, rule },
      requirements: programme.requirements ?? [],
      quotas: names,
    })
  }
  return offers
}

/** A choice of a programme that the session offers. */
interface OfferedChoice {
  readonly choice: ProgrammeChoice
  readonly offer: Offer
}

/**
 * Returns the choices of offered programmes, or none if the applicant is already enrolled, and apart
 * from them those whose condition is not met. A condition does not apply to the programme of a
 * confirmed place, because the applicant met it, or there was none.
 */
function offeredChoicesOf(
  { isEnrolled, isConfirmed, wonSpecializationId, ...applicant }: RankedApplicant,
  offers: Offers,
) {
  const offeredChoices: OfferedChoice[] = []
  const ineligibleChoices: IneligibleChoice[] = []
  if (isEnrolled) return { offeredChoices, ineligibleChoices }
  const confirmed = isConfirmed ? wonSpecializationId : null
  let number = 0
  const add = (choice: ProgrammeChoice) => {
    const { specializationId } = choice
    const offer = offers.get(specializationId)
    if (!offer) return
    number += 1
    const { requires } = offer.programme
    if (
      requires !== null &&
      specializationId !== confirmed &&
      failsCondition(offer.rule, applicant.grades)
    )
      ineligibleChoices.push({ number, specializationId, requires })
    else offeredChoices.push({ choice, offer })
  }
  const { specializationId, fundingPreference, choices } = applicant
  add({ specializationId, preference: fundingPreference })
  for (const choice of choices) add(choice)
  return { offeredChoices, ineligibleChoices }
}

type KeysByRule = ReadonlyMap<RankingRule, readonly number[] | null>

/** Returns the applicant's averages by rule. An average that cannot be computed is null. */
function keysFor(
  { grades }: RankedApplicant,
  offeredChoices: readonly OfferedChoice[],
): KeysByRule {
  const keys = new Map<RankingRule, readonly number[] | null>()
  for (const { offer } of offeredChoices)
    if (!keys.has(offer.rule)) keys.set(offer.rule, computeKeys(offer.rule, grades))
  return keys
}

function missingOf(
  { isChecked, owesFee, hasDuplicate, status, grades, answeredQuestions }: RankedApplicant,
  offeredChoices: readonly OfferedChoice[],
  keys: KeysByRule,
): MissingReason[] {
  const missing: MissingReason[] = []
  for (const { usedGrades } of keys.keys())
    for (const name of usedGrades)
      if (grades[name] == null && !missing.includes(name)) missing.push(name)
  for (const name of programmeQuestionsAmong(
    offeredChoices.flatMap(({ offer }) => offer.requirements),
  ))
    if (!answeredQuestions.includes(name)) missing.push(name)
  if (status === 'update_requested') missing.push('updateRequested')
  else if (!isChecked) missing.push('unchecked')
  if (owesFee) missing.push('feeUnpaid')
  if (hasDuplicate) missing.push('duplicate')
  if (missing.length > 0) return missing
  for (const sortKeys of keys.values()) if (sortKeys === null) return ['formula']
  return []
}

/** Returns the choices by place, best first, for an applicant whose grades are complete. */
function choicesOf(
  { kindId, kindFunding }: RankedApplicant,
  offeredChoices: readonly OfferedChoice[],
  keys: KeysByRule,
): Choice[] {
  const reservedKind =
    kindId !== null && kindFunding !== null ? { id: kindId, funding: kindFunding } : null
  const choices: Choice[] = []
  for (const { choice, offer } of offeredChoices) {
    const sortKeys = keys.get(offer.rule)
    if (!sortKeys) continue
    for (const kind of placeKindsFor(choice, reservedKind)) {
      const quota = offer.quotas.get(kind)
      if (quota !== undefined) choices.push({ quota, keys: sortKeys })
    }
  }
  return choices
}

/**
 * Returns the confirmed place as the only choice of an applicant who does not compete for others,
 * so that lists show who keeps it. Returns none if there is no such place or no average for it.
 */
function heldChoiceOf(
  { wonSpecializationId, grades }: RankedApplicant,
  offers: Offers,
  heldQuota: string | null,
): Choice[] {
  if (heldQuota === null) return []
  const offer = offers.get(wonSpecializationId ?? '')
  const keys = offer && computeKeys(offer.rule, grades)
  return keys && [...offer.quotas.values()].includes(heldQuota) ? [{ quota: heldQuota, keys }] : []
}

function heldQuotaOf({
  isConfirmed,
  wonSpecializationId,
  wonFunding,
  wonPlaceKindId,
}: RankedApplicant): string | null {
  const kind = wonPlaceKindId ?? wonFunding
  return isConfirmed && wonSpecializationId !== null && kind !== null
    ? quotaIdOf(wonSpecializationId, kind)
    : null
}

/**
 * The lot that breaks ties: a digest of the reference number, smallest first. Anyone can verify it.
 */
export const drawOrderOf = (referenceCode: string) => hash('sha256', referenceCode)

/** Candidates and places of an admission, made of its programmes and applications: what everybody is ranked by, and who cannot be. */
import { hash } from 'node:crypto'
import type { Candidate, Choice, Seat } from '#model/admission/allocation/allocation.ts'
import { kindsOf, type PlaceKind, type SpecialKind, seatOf, type Wish } from '#model/admission/ranking.ts'
import { askedIn } from '#resources/application-documents.ts'
import { type Grades, keysOf, type Rule, ruleOf } from './formula.ts'

/** Reason for which nobody can rank an application: `unchecked`, `updateRequested`, `feeUnpaid`, `twin`, `formula`, or the name of a grade, an answer or a document that is missing. */
export type Missing = string

export interface Programme {
  readonly id: string
  readonly specializationId: string
  readonly placesBudget: number
  readonly placesFee: number
  readonly formula: string
  readonly firstTie: string | null
  readonly secondTie: string | null
  readonly ties: 'together' | 'lot'
  /** Fields of the application that it asks for. */
  readonly asks: readonly string[] | null
}

export interface SpecialPlaces {
  readonly admissionProgrammeId: string
  readonly placeKindId: string
  readonly places: number
}

/** An application as far as it is ranked. */
export interface Person {
  readonly id: string
  readonly referenceCode: string
  readonly status: string
  readonly isChecked: boolean
  /** Neither paid nor waived, as a whole. */
  readonly owesFee: boolean
  readonly specializationId: string
  readonly fundingPreference: Wish['preference']
  readonly kindId: string | null
  readonly kindFunding: SpecialKind['funding'] | null
  readonly wonSpecializationId: string | null
  readonly wonFunding: string | null
  readonly wonPlaceKindId: string | null
  readonly isConfirmed: boolean
  /** Studies already, in the place that was won: it is another no more. */
  readonly isEnrolled: boolean
  readonly grades: Grades
  readonly choices: readonly Wish[]
  /** Fields that programmes can ask for and that the application has. */
  readonly given: readonly string[]
  /** Possible double of another application that takes part. */
  readonly hasTwin: boolean
}

export interface Admission {
  readonly programmes: readonly Programme[]
  readonly special: readonly SpecialPlaces[]
  readonly people: readonly Person[]
}

export interface Assembled {
  readonly candidates: readonly Candidate[]
  readonly seats: readonly Seat[]
  /** Values by application. */
  readonly incomplete: ReadonlyMap<string, readonly Missing[]>
}

/** People from one step to the next, so that other work gets its turn. */
const stride = 256

/** In steps: between two of them others may do their work. */
export function* assembling({ programmes, special, people }: Admission): Generator<void, Assembled> {
  const seats: Seat[] = []
  const offered = offersOf(programmes, special, seats)
  const kept = new Set(seats.map(({ id }) => id))
  const candidates: Candidate[] = []
  const incomplete = new Map<string, readonly Missing[]>()
  for (const [at, person] of people.entries()) {
    if (at % stride === 0) yield
    const wishes = wishesOf(person, offered)
    const holds = heldPlace(person)
    if (wishes.length === 0 && holds === null) continue
    const keys = keysFor(person, wishes)
    const missing = missingOf(person, wishes, keys)
    if (missing.length > 0) incomplete.set(person.id, missing)
    const choices = missing.length > 0 ? [] : choicesOf(person, wishes, keys)
    // A place that is no longer offered is kept by who has confirmed it.
    if (holds !== null && !kept.has(holds)) {
      kept.add(holds)
      seats.push({ id: holds, places: 0, ties: 'together' })
    }
    if (choices.length > 0 || holds !== null) candidates.push({ id: person.id, choices, lot: lotOf(person.referenceCode), holds })
  }
  return { candidates, seats, incomplete }
}

/** Part of a programme in an admission: its rule, what it asks for, and its places by kind. */
interface Offer {
  readonly rule: Rule
  readonly asks: readonly string[]
  readonly seats: ReadonlyMap<PlaceKind, string>
}
type Offers = ReadonlyMap<string, Offer>

/** Offers by programme, whose places are added to `seats`. Rules that say the same are one, so that somebody's average is reckoned once. */
function offersOf(programmes: readonly Programme[], special: readonly SpecialPlaces[], seats: Seat[]): Offers {
  const known = new Map<string, Rule>()
  const offers = new Map<string, Offer>()
  for (const programme of programmes) {
    const { id, specializationId, placesBudget, placesFee, ties } = programme
    const text = JSON.stringify([programme.formula, programme.firstTie, programme.secondTie])
    const rule = known.get(text) ?? ruleOf(programme)
    known.set(text, rule)
    const places = new Map<PlaceKind, number>([
      ['budget', placesBudget],
      ['fee', placesFee],
    ])
    for (const one of special) if (one.admissionProgrammeId === id) places.set(one.placeKindId, one.places)
    const names = new Map([...places.keys()].map((kind) => [kind, seatOf(specializationId, kind)]))
    for (const [kind, name] of names) seats.push({ id: name, places: places.get(kind) ?? 0, ties })
    offers.set(specializationId, { rule, asks: programme.asks ?? [], seats: names })
  }
  return offers
}

/** A wish for a programme of the admission. */
interface Wanted {
  readonly wish: Wish
  readonly offer: Offer
}

/** Wishes of somebody for what is offered; one who studies already has none. */
function wishesOf({ isEnrolled, specializationId, fundingPreference, choices }: Person, offers: Offers): Wanted[] {
  if (isEnrolled) return []
  const wanted: Wanted[] = []
  const add = (wish: Wish) => {
    const offer = offers.get(wish.specializationId)
    if (offer) wanted.push({ wish, offer })
  }
  add({ specializationId, preference: fundingPreference })
  for (const wish of choices) add(wish)
  return wanted
}

type KeysByRule = ReadonlyMap<Rule, readonly number[] | null>

/** Averages of somebody by the rules of what is wanted; null where one comes to nothing. */
function keysFor({ grades }: Person, wishes: readonly Wanted[]): KeysByRule {
  const keys = new Map<Rule, readonly number[] | null>()
  for (const { offer } of wishes) if (!keys.has(offer.rule)) keys.set(offer.rule, keysOf(offer.rule, grades))
  return keys
}

function missingOf({ isChecked, owesFee, hasTwin, status, grades, given }: Person, wishes: readonly Wanted[], keys: KeysByRule): Missing[] {
  const missing: Missing[] = []
  for (const { reads } of keys.keys()) for (const name of reads) if (grades[name] == null && !missing.includes(name)) missing.push(name)
  for (const name of askedIn(wishes.flatMap(({ offer }) => offer.asks))) if (!given.includes(name)) missing.push(name)
  if (status === 'update_requested') missing.push('updateRequested')
  else if (!isChecked) missing.push('unchecked')
  if (owesFee) missing.push('feeUnpaid')
  if (hasTwin) missing.push('twin')
  if (missing.length > 0) return missing
  for (const own of keys.values()) if (own === null) return ['formula']
  return []
}

/** Choices by place, the best first, of somebody whose grades are all there. */
function choicesOf({ kindId, kindFunding }: Person, wishes: readonly Wanted[], keys: KeysByRule): Choice[] {
  const right = kindId !== null && kindFunding !== null ? { id: kindId, funding: kindFunding } : null
  const choices: Choice[] = []
  for (const { wish, offer } of wishes) {
    const own = keys.get(offer.rule)
    if (!own) continue
    for (const kind of kindsOf(wish, right)) {
      const seat = offer.seats.get(kind)
      if (seat !== undefined) choices.push({ seat, keys: own })
    }
  }
  return choices
}

function heldPlace({ isConfirmed, wonSpecializationId, wonFunding, wonPlaceKindId }: Person): string | null {
  const kind = wonPlaceKindId ?? wonFunding
  return isConfirmed && wonSpecializationId !== null && kind !== null ? seatOf(wonSpecializationId, kind) : null
}

/** The draw among equals, which anybody can repeat: the digest of the reference code, the smallest first. */
const lotOf = (referenceCode: string) => hash('sha256', referenceCode)

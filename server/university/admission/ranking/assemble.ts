/** Candidates and places of an admission, made of its programmes and applications: what everybody is ranked by, and who cannot be. */
import { createHash } from 'node:crypto'
import type { Candidate, Choice, Seat } from '#model/admission/allocation/allocation.ts'
import { kindsOf, type PlaceKind, type SpecialKind, seatOf, type Wish } from '#model/admission/ranking.ts'
import { askedIn } from '#resources/application-documents.ts'
import { type Grades, keysOf, type Rule, ruleOf } from './formula.ts'

/** Reason for which nobody can rank an application: `unchecked`, `updateRequested`, `formula`, or the name of a grade, an answer or a document that is missing. */
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
  const byId = new Map(programmes.map((one) => [one.id, one]))
  const seats: Seat[] = [
    ...programmes.flatMap(({ specializationId, placesBudget, placesFee, ties }) => [
      { id: seatOf(specializationId, 'budget'), places: placesBudget, ties },
      { id: seatOf(specializationId, 'fee'), places: placesFee, ties },
    ]),
    ...special.flatMap(({ admissionProgrammeId, placeKindId, places }) => {
      const programme = byId.get(admissionProgrammeId)
      return programme ? [{ id: seatOf(programme.specializationId, placeKindId), places, ties: programme.ties }] : []
    }),
  ]
  const offered = new Set(seats.map(({ id }) => id))
  const rules = rulesOf(programmes)
  const asks = new Map(programmes.map((one) => [one.specializationId, one.asks ?? []]))
  const candidates: Candidate[] = []
  const incomplete = new Map<string, readonly Missing[]>()
  for (const [at, person] of people.entries()) {
    if (at % stride === 0) yield
    const first = { specializationId: person.specializationId, preference: person.fundingPreference }
    const wishes = person.isEnrolled ? [] : [first, ...person.choices].filter((wish) => rules.has(wish.specializationId))
    const holds = heldPlace(person)
    if (wishes.length === 0 && holds === null) continue
    const keys = keysFor(person, wishes, rules)
    const asked = askedIn(wishes.flatMap(({ specializationId }) => asks.get(specializationId) ?? []))
    const missing = missingOf(person, { keys, lacks: asked.filter((name) => !person.given.includes(name)) })
    if (missing.length > 0) incomplete.set(person.id, missing)
    const { kindId, kindFunding } = person
    const right = kindId !== null && kindFunding !== null ? { id: kindId, funding: kindFunding } : null
    const choices = missing.length > 0 ? [] : choicesOf(wishes, { rules, keys, right, offered })
    // A place that is no longer offered is kept by who has confirmed it.
    if (holds !== null && !offered.has(holds)) {
      offered.add(holds)
      seats.push({ id: holds, places: 0, ties: 'together' })
    }
    if (choices.length > 0 || holds !== null) candidates.push({ id: person.id, choices, lot: lotOf(person.referenceCode), holds })
  }
  return { candidates, seats, incomplete }
}

type Rules = ReadonlyMap<string, Rule>

/** Rules by programme; those that say the same are one, so that somebody's average by it is reckoned once. */
function rulesOf(programmes: readonly Programme[]): Rules {
  const known = new Map<string, Rule>()
  return new Map(
    programmes.map((programme) => {
      const text = JSON.stringify([programme.formula, programme.firstTie, programme.secondTie])
      const rule = known.get(text) ?? ruleOf(programme)
      known.set(text, rule)
      return [programme.specializationId, rule]
    }),
  )
}

type KeysByRule = ReadonlyMap<Rule, readonly number[] | null>

/** Averages of somebody by the rules of what is wanted; null where one comes to nothing. */
const keysFor = ({ grades }: Person, wishes: readonly Wish[], rules: Rules): KeysByRule => {
  const asked = new Set(wishes.flatMap(({ specializationId }) => rules.get(specializationId) ?? []))
  return new Map([...asked].map((rule) => [rule, keysOf(rule, grades)]))
}

interface Having {
  readonly keys: KeysByRule
  /** Fields that are asked for and not there. */
  readonly lacks: readonly string[]
}

function missingOf({ isChecked, status, grades }: Person, { keys, lacks }: Having): Missing[] {
  const absent = [...new Set([...keys.keys()].flatMap(({ reads }) => reads.filter((name) => grades[name] == null))), ...lacks]
  if (absent.length > 0 || status === 'update_requested' || !isChecked)
    return [...absent, ...(status === 'update_requested' ? ['updateRequested'] : isChecked ? [] : ['unchecked'])]
  return [...keys.values()].every((own) => own !== null) ? [] : ['formula']
}

interface Choosing {
  readonly rules: Rules
  readonly keys: KeysByRule
  readonly right: SpecialKind | null
  readonly offered: ReadonlySet<string>
}

/** Choices by place, the best first, of somebody whose grades are all there. */
const choicesOf = (wishes: readonly Wish[], { rules, keys, right, offered }: Choosing): Choice[] =>
  wishes.flatMap((wish) => {
    const rule = rules.get(wish.specializationId)
    const own = rule && keys.get(rule)
    const seats = kindsOf(wish, right).map((kind: PlaceKind) => seatOf(wish.specializationId, kind))
    return own ? seats.filter((seat) => offered.has(seat)).map((seat) => ({ seat, keys: own })) : []
  })

function heldPlace({ isConfirmed, wonSpecializationId, wonFunding, wonPlaceKindId }: Person): string | null {
  const kind = wonPlaceKindId ?? wonFunding
  return isConfirmed && wonSpecializationId !== null && kind !== null ? seatOf(wonSpecializationId, kind) : null
}

/** The draw among equals, which anybody can repeat: the digest of the reference code, the smallest first. */
const lotOf = (referenceCode: string) => createHash('sha256').update(referenceCode).digest('hex')

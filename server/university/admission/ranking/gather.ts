/** Everything that the results of an admission are made from, read at one moment. */
import { createHash } from 'node:crypto'
import type { Candidate, Choice, Seat } from '#model/admission/allocation/allocation.ts'
import { kindsOf, type SpecialKind, seatOf, type Wish } from '#model/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specialPlaces } from '#resources/special-places.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columnNameOf } from '#server/engine/database/names.ts'
import { columns, expr, isNot, onRow, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { breather } from '#server/engine/turns.ts'
import { type Grades, gradeNames, keysOf, type Rule, ruleOf } from './formula.ts'

const p = table(admissionProgrammes, 'p')
const s = table(specialPlaces, 's')
const k = table(placeKinds, 'k')
const r = table(registrations, 'r')
const c = table(applicationChoices, 'c')

/** Reason for which nobody can rank an application: `unchecked`, `updateRequested`, `formula`, or the name of a grade that is missing. */
export type Missing = string

export interface Gathered {
  readonly candidates: readonly Candidate[]
  readonly seats: readonly Seat[]
  /** Values by application. */
  readonly incomplete: ReadonlyMap<string, readonly Missing[]>
  /** Of all that the rest was made from. */
  readonly digest: string
}

interface Programme {
  readonly id: string
  readonly specializationId: string
  readonly placesBudget: number
  readonly placesFee: number
  readonly formula: string
  readonly firstTie: string | null
  readonly secondTie: string | null
  readonly ties: 'together' | 'lot'
}

interface Person {
  readonly id: string
  readonly referenceCode: string
  readonly status: string
  readonly isChecked: boolean
  readonly specializationId: string
  readonly fundingPreference: Wish['preference']
  readonly kindId: string | null
  readonly kindFunding: 'budget' | 'fee' | null
  readonly wonSpecializationId: string | null
  readonly wonFunding: string | null
  readonly wonPlaceKindId: string | null
  readonly isConfirmed: boolean
  /** Studies already, in the place that was won: it is another no more. */
  readonly isEnrolled: boolean
  readonly grades: Grades
  readonly choices: readonly Wish[]
}

/** Reads a session's programmes, places and applications. `isHeld`: applications stay as they are until the transaction ends. */
export async function gather(queries: Queries, sessionId: string, isHeld = false): Promise<Gathered> {
  const hash = createHash('sha256')
  const programmes: readonly Programme[] = await run(
    queries,
    sql`select ${pick(columns(p, 'id', 'specializationId', 'placesBudget', 'placesFee', 'formula', 'firstTie', 'secondTie', 'ties'))}
     from ${p} where ${p.admissionSessionId} = ${sessionId} order by ${p.id}`,
  )
  const special = await run(
    queries,
    sql`select ${pick({ ...columns(s, 'admissionProgrammeId', 'placeKindId', 'places'), funding: k.funding })}
     from ${s} join ${p} on ${p.id} = ${s.admissionProgrammeId} join ${k} on ${k.id} = ${s.placeKindId}
     where ${p.admissionSessionId} = ${sessionId} order by ${s.id}`,
  )
  hash.update(JSON.stringify([sessionId, programmes, special]))
  if (isHeld) await run(queries, sql`select 1 from ${r} where ${r.admissionSessionId} = ${sessionId} order by ${r.id} for no key update`)
  const people = await readPeople(queries, sessionId)

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
  const rules = new Map(programmes.map((one) => [one.specializationId, ruleOf(one)]))
  const candidates: Candidate[] = []
  const incomplete = new Map<string, readonly Missing[]>()
  const breathe = breather()
  for (const person of people) {
    await breathe()
    hash.update(JSON.stringify(person))
    const first = { specializationId: person.specializationId, preference: person.fundingPreference }
    const wishes = person.isEnrolled ? [] : [first, ...person.choices].filter((wish) => rules.has(wish.specializationId))
    const holds = heldPlace(person)
    if (wishes.length === 0 && holds === null) continue
    const missing = missingOf(person, wishes, rules)
    if (missing.length > 0) incomplete.set(person.id, missing)
    const { kindId, kindFunding } = person
    const right = kindId !== null && kindFunding !== null ? { id: kindId, funding: kindFunding } : null
    const choices = missing.length > 0 ? [] : choicesOf(wishes, { rules, right, offered, grades: person.grades })
    // A place that is no longer offered is kept by who has confirmed it.
    if (holds !== null && !offered.has(holds)) {
      offered.add(holds)
      seats.push({ id: holds, places: 0, ties: 'together' })
    }
    if (choices.length > 0 || holds !== null) candidates.push({ id: person.id, choices, lot: lotOf(person.referenceCode), holds })
  }
  return { candidates, seats, incomplete, digest: hash.digest('hex') }
}

interface Choosing {
  readonly rules: ReadonlyMap<string, Rule>
  readonly right: SpecialKind | null
  readonly offered: ReadonlySet<string>
  readonly grades: Grades
}

/** Choices by place, the best first, of somebody whose grades are all there. */
const choicesOf = (wishes: readonly Wish[], { rules, right, offered, grades }: Choosing): Choice[] =>
  wishes.flatMap((wish) => {
    const rule = rules.get(wish.specializationId)
    const keys = rule && keysOf(rule, grades)
    const seats = kindsOf(wish, right).map((kind) => seatOf(wish.specializationId, kind))
    return keys ? seats.filter((seat) => offered.has(seat)).map((seat) => ({ seat, keys })) : []
  })

/** Everybody who takes part: applications that were closed do not, nor those that were accepted one by one. */
async function readPeople(queries: Queries, sessionId: string): Promise<Person[]> {
  const rows = await run(
    queries,
    sql`select ${pick({
      ...columns(r, 'id', 'referenceCode', 'status', 'specializationId', 'fundingPreference'),
      ...columns(r, 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId'),
      isChecked: expr<boolean>`${r.gradesCheckedAt} is not null`,
      kindId: expr<string | null>`${k.id}`,
      kindFunding: expr<'budget' | 'fee' | null>`${k.funding}`,
      isConfirmed: expr<boolean>`(${r.confirmedAt} is not null or ${r.enrolledAt} is not null)`,
      isEnrolled: expr<boolean>`${r.enrolledAt} is not null`,
      choices: expr<readonly Wish[]>`coalesce((select jsonb_agg(jsonb_build_object('specializationId', ${c.specializationId},
        'preference', ${c.fundingPreference}) order by ${c.position}) from ${c} where ${c.registrationId} = ${r.id}), '[]')`,
      grades: expr<Grades>`${gradesOf(r)}`,
    })}
     from ${r} left join ${k} on ${k.id} = ${r.placeKindId}
     where ${r.admissionSessionId} = ${sessionId} and ${isNot(r.status, 'declined')}
     and (${isNot(r.status, 'accepted')} or ${r.wonSpecializationId} is not null)
     order by ${r.id}`,
  )
  return rows
}

/** The grades as an object by name; exact, as numbers of JSON are. */
const gradesOf = (row: typeof r) =>
  onRow(row, (alias) => `jsonb_build_object(${gradeNames.map((name) => `'${name}', ${alias}.${columnNameOf(name)}`).join(', ')})`)

function heldPlace({ isConfirmed, wonSpecializationId, wonFunding, wonPlaceKindId }: Person): string | null {
  const kind = wonPlaceKindId ?? wonFunding
  return isConfirmed && wonSpecializationId !== null && kind !== null ? seatOf(wonSpecializationId, kind) : null
}

function missingOf({ isChecked, status, grades }: Person, wishes: readonly Wish[], rules: ReadonlyMap<string, Rule>): Missing[] {
  const ruled = wishes.flatMap(({ specializationId }) => rules.get(specializationId) ?? [])
  const absent = [...new Set(ruled.flatMap(({ reads }) => reads.filter((name) => grades[name] == null)))]
  if (absent.length > 0 || status === 'update_requested' || !isChecked)
    return [...absent, ...(status === 'update_requested' ? ['updateRequested'] : isChecked ? [] : ['unchecked'])]
  return ruled.every((rule) => keysOf(rule, grades) !== null) ? [] : ['formula']
}

/** The draw among equals, which anybody can repeat: the digest of the reference code, the smallest first. */
const lotOf = (referenceCode: string) => createHash('sha256').update(referenceCode).digest('hex')

/** Applications of an admission by merit: grades, choices, and the outcome of the first round. */

import type { ResultRow } from '#server/university/admission/ranking/store.ts'
import { motivations } from '../admission-words.ts'
import { type Taken, takenBy } from '../applicants.ts'
import type { Specialization } from '../departments.ts'
import { around, born, type Row, type Tools } from '../rows.ts'
import type { Student } from '../students.ts'
import { type ChangeRow, type EventRow, type Step, type Trail, trailOf } from '../trail.ts'
import { furtherChoices, sentIn, specializationOf } from './applied.ts'
import { bankLines } from './bank.ts'
import { feeEntries, feesOf, settledStep } from './fees.ts'
import { type Applied, type ChoiceRow, type Merit, makeMerit, type Round } from './places.ts'
import { type RoundResults, resultsOf, type ToldResults } from './results.ts'
import { confirming, heard, leaving, reviewed, toldDraft } from './steps.ts'

const people = 600
const wanted = ['budget_then_fee', 'budget_then_fee', 'budget'] as const
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface MeritOffice {
  readonly specializations: readonly Specialization[]
  readonly students: readonly Student[]
  readonly others: readonly Row<'registrations'>[]
  readonly staff: readonly Exclude<Step['by'], string>[]
  readonly admin: Exclude<Step['by'], string>
}

export function makeMeritAdmission(office: MeritOffice, tools: Tools, now: Date) {
  const merit = makeMerit(office.specializations, tools)
  const taken = takenBy(office.students, office.others)
  const bare = Array.from({ length: people }, (_, turn) => application(merit, office.specializations, { turn, taken }, tools))
  const choices = bare.flatMap((one) => furtherChoices(merit, one, wanted, tools))
  const applied = withMotivations(merit, bare, choices)
  const fees = new Map(feesOf(merit, applied, choices, settledBy).map((fee) => [fee.id, fee]))
  const checked = applied.map((one, turn) => {
    const by = around(office.staff, turn)
    const { steps, ...review } = reviewed(one, { by, days: 4, isChecked: turn % 67 !== 5 }, tools)
    const fee = fees.get(one.id)
    return { ...review, steps: [...(fee ? settledStep(fee, by) : []), ...steps], owesFee: fee?.end === 'owed' }
  })
  const results = resultsOf(
    merit,
    checked.map(({ row, owesFee }) => ({ ...row, owesFee })),
    choices,
  )
  const [first] = merit.rounds
  const notifiedAt = Date.parse(`${first.resultsOn}T08:33:00Z`)
  const outcomes = new Map(results.rows.map((row) => [row.id, row]))
  const made: Row<'registrations'>[] = []
  const changes: ChangeRow[] = []
  const events: EventRow[] = []
  for (const [turn, { first: sent, steps }] of checked.entries()) {
    const after = afterwards(outcomes.get(sent.id), { turn, round: first, notifiedAt }, tools)
    const told = trailOf(sent, [...steps, ...after], tools)
    made.push(told.row)
    changes.push(...told.changes)
    events.push(...told.events)
  }
  const drafts = draftsOf(merit, results, { notifiedAt, now: now.getTime(), admin: office.admin.id }, tools)
  const finances = feeEntries([...fees.values()], tools)
  const trail: Trail = { changes, events }
  const told: ToldResults = { draftId: drafts[0].id, notifiedAt: new Date(notifiedAt).toISOString(), ...results }
  return { ...merit, choices, registrations: made, drafts, trail, told, finances, 'bank-payments': bankLines([...fees.values()], tools) }
}

/** Most fees were paid by transfer. */
const settledBy = (turn: number) => (turn % 41 === 9 ? 'owed' : turn % 37 === 5 ? 'waived' : 'transfer')

interface Turn {
  readonly turn: number
  readonly taken: Taken
}

/** Generates an application. Grades are rounded so that many applicants have equal averages. */
function application(
  { programmes, session, kinds }: Merit,
  specializations: readonly Specialization[],
  { turn, taken }: Turn,
  tools: Tools,
) {
  const { random } = tools
  const programme = random.pick(random.share() < 0.4 ? programmes.slice(0, 2) : programmes)
  return {
    ...sentIn(session, specializationOf(programme, specializations), taken, tools),
    degreeAverage: Math.round(Math.min(10, 6.4 + (random.share() + random.share()) * 1.9) * 5) / 5,
    // Some were absent from the exam.
    examGrade: turn % 43 === 7 ? null : Math.round(Math.min(10, 4.6 + (random.share() + random.share()) * 2.8) * 2) / 2,
    placeKindId: random.share() < 0.06 ? random.pick(kinds).id : null,
  } satisfies Applied
}

/** Adds a motivation letter to applications for programmes that ask for one. */
function withMotivations({ programmes }: Merit, applied: readonly Applied[], choices: readonly ChoiceRow[]): readonly Applied[] {
  const asking = new Set(programmes.filter(({ asks }) => asks?.includes('motivation')).map(({ specializationId }) => specializationId))
  const writers = new Set(
    [...applied.map(({ id, specializationId }) => ({ registrationId: id, specializationId })), ...choices]
      .filter(({ specializationId }) => asking.has(specializationId))
      .map(({ registrationId }) => registrationId),
  )
  return applied.map((one, turn) => (writers.has(one.id) ? { ...one, motivation: around(motivations, turn) } : one))
}

interface Told {
  readonly turn: number
  readonly round: Round
  readonly notifiedAt: number
}

/** Returns the applicant's reaction to the results of the first round: confirmed, missed the deadline or withdrew. */
function afterwards(result: ResultRow | undefined, { turn, round, notifiedAt: at }: Told, { random }: Tools): Step[] {
  const news = heard(result, { round, notifiedAt: at })
  if (!news) return []
  if (result?.outcome === 'waiting') return turn % 29 === 3 ? [news, leaving(at + random.between(1, 6) * day, 'withdrawn')] : [news]
  const share = random.share()
  if (share < 0.76) return [news, confirming(at + random.between(2, 6 * 24) * hour, 'applicant')]
  if (share < 0.82) return [news, leaving(at + random.between(1, 6) * day, 'withdrawn')]
  return [news, leaving(Date.parse(`${round.confirmBy}T22:01:00Z`), 'place_not_confirmed')]
}

interface Drafting {
  readonly notifiedAt: number
  readonly now: number
  readonly admin: string
}

/** Returns the released results, and the draft of the second round, which the program computes after startup. */
function draftsOf({ rounds: [first, second] }: Merit, results: RoundResults, { notifiedAt, now, admin }: Drafting, tools: Tools) {
  const told = toldDraft({ round: first, notifiedAt, admin }, results, tools)
  const next: Row<'admission-drafts'> = {
    ...born(tools, now - 5 * minute),
    ...{ admissionRoundId: second.id, state: 'running', startedAt: new Date(now - 5 * minute).toISOString() },
  }
  return [told, next] as const
}

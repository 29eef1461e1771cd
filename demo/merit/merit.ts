/** Applications of the admission by merit: what people bring and want, and what became of them in the first round. */

import { today } from '#model/values/dates.ts'
import { referenceCodeOf } from '#model/values/reference-code.ts'
import type { ResultRow } from '#server/university/admission/ranking/store.ts'
import { motivations } from '../admission-words.ts'
import { makeApplicant, type Taken, takenBy } from '../applicants.ts'
import type { Specialization } from '../departments.ts'
import { digits, fresh } from '../people.ts'
import { around, born, type Row, type Tools } from '../rows.ts'
import type { Student } from '../students.ts'
import { type ChangeRow, type EventRow, type Step, type Trail, trailOf } from '../trail.ts'
import { bankLines } from './bank.ts'
import { feeEntries, feesOf, stepOf } from './fees.ts'
import { type Applied, type ChoiceRow, type Merit, makeMerit, type Round } from './places.ts'
import { type RoundResults, resultsOf } from './results.ts'

const people = 600
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

/** Results of a draft that was told. */
export interface ToldResults extends RoundResults {
  readonly draftId: string
  readonly notifiedAt: string
}

export function makeMeritAdmission(office: MeritOffice, tools: Tools, now: Date) {
  const merit = makeMerit(office.specializations, tools)
  const taken = takenBy(office.students)
  for (const { cnp, referenceCode, lastName, firstName } of office.others) {
    if (cnp) taken.cnps.add(cnp)
    taken.codes.add(referenceCode ?? '')
    taken.names.add(`${lastName} ${firstName}`)
  }
  const bare = Array.from({ length: people }, (_, turn) => application(merit, office.specializations, { turn, taken }, tools))
  const choices = bare.flatMap((one) => furtherChoices(merit, one, tools))
  const applied = withMotivations(merit, bare, choices)
  const fees = new Map(feesOf(merit, applied, choices).map((fee) => [fee.id, fee]))
  const checked = applied.map((one, turn) => {
    const by = around(office.staff, turn)
    const { steps, ...review } = reviewed(one, { turn, by }, tools)
    const fee = fees.get(one.id)
    return { ...review, steps: [...(fee ? stepOf(fee, by) : []), ...steps], owesFee: fee?.end === 'owed' }
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

interface Turn {
  readonly turn: number
  readonly taken: Taken
}

/** Where and what somebody applies with; grades in steps, so that many are level. */
function application(
  { session, programmes, kinds }: Merit,
  specializations: readonly Specialization[],
  { turn, taken }: Turn,
  tools: Tools,
) {
  const { random, calendar } = tools
  const programme = random.pick(random.share() < 0.4 ? programmes.slice(0, 2) : programmes)
  const specialization = specializations.find(({ id }) => id === programme.specializationId)
  if (!specialization) throw new Error('a programme of the demo has no specialization')
  const at = Math.floor(Date.parse(session.opensAt) + random.share() ** 0.6 * (Date.parse(session.closesAt) - Date.parse(session.opensAt)))
  const applied: Applied = {
    ...born(tools, at),
    referenceCode: fresh(taken.codes, () => referenceCodeOf(digits(random, 7)), String),
    ...makeApplicant(specialization, calendar.startYear, taken, tools),
    admissionSessionId: session.id,
    departmentProfileId: specialization.departmentProfileId,
    specializationId: specialization.id,
    degreeAverage: Math.round(Math.min(10, 6.4 + (random.share() + random.share()) * 1.9) * 5) / 5,
    // Some did not come to the examination.
    examGrade: turn % 43 === 7 ? null : Math.round(Math.min(10, 4.6 + (random.share() + random.share()) * 2.8) * 2) / 2,
    placeKindId: random.share() < 0.06 ? random.pick(kinds).id : null,
    status: 'submitted',
    submittedAt: new Date(at).toISOString(),
    noticeAckAt: new Date(at).toISOString(),
    noticeVersion: '2026-09',
  }
  return applied
}

/** Up to two more programmes, in the order in which they are wanted. */
function furtherChoices({ programmes }: Merit, { id, specializationId, createdAt }: Applied, tools: Tools): ChoiceRow[] {
  const { random } = tools
  const others = programmes.filter((one) => one.specializationId !== specializationId)
  const from = random.between(0, others.length - 1)
  return Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, further) => ({
    ...born(tools, Date.parse(createdAt)),
    registrationId: id,
    position: further + 2,
    specializationId: around(others, from + further).specializationId,
    fundingPreference: random.pick(['budget_then_fee', 'budget_then_fee', 'budget'] as const),
  }))
}

/** A letter of those who want a programme that asks for one. */
function withMotivations({ programmes }: Merit, applied: readonly Applied[], choices: readonly ChoiceRow[]): readonly Applied[] {
  const asking = new Set(programmes.filter(({ asks }) => asks?.includes('motivation')).map(({ specializationId }) => specializationId))
  const writers = new Set(
    [...applied.map(({ id, specializationId }) => ({ registrationId: id, specializationId })), ...choices]
      .filter(({ specializationId }) => asking.has(specializationId))
      .map(({ registrationId }) => registrationId),
  )
  return applied.map((one, turn) => (writers.has(one.id) ? { ...one, motivation: around(motivations, turn) } : one))
}

interface Reviewing {
  readonly turn: number
  readonly by: MeritOffice['admin']
}

/** The review, and the grades confirmed; a few are still to be. */
function reviewed(first: Applied, { turn, by }: Reviewing, { random }: Tools) {
  const at = Date.parse(first.createdAt)
  const startedAt = at + random.between(1, 4) * day
  const checkedAt = startedAt + random.between(10, 600) * minute
  const review = { status: 'under_review', assignedToId: by.id, assignedAt: new Date(startedAt).toISOString() } as const
  const confirmed = { gradesCheckedAt: new Date(checkedAt).toISOString(), gradesCheckedById: by.id }
  const isChecked = turn % 67 !== 5
  const steps: Step[] = [
    { at: startedAt, by, action: 'startReview', set: review, event: 'reviewStarted', visibleFrom: startedAt },
    ...(isChecked ? [{ at: checkedAt, by, action: 'checkGrades', set: confirmed }] : []),
  ]
  return { first, steps, row: { ...first, ...review, ...(isChecked && confirmed) } }
}

interface Told {
  readonly turn: number
  readonly round: Round
  readonly notifiedAt: number
}

/** Answer to the results of the first round: confirmed, let the day pass, or withdrew. */
function afterwards(result: ResultRow | undefined, { turn, round, notifiedAt: at }: Told, { random }: Tools): Step[] {
  if (result?.outcome === 'waiting') {
    const waiting: Step = { at, by: 'system', event: 'placeWaiting', visibleFrom: at }
    return turn % 29 === 3 ? [waiting, leaving(at + random.between(1, 6) * day, 'withdrawn')] : [waiting]
  }
  if (result?.outcome !== 'won' || !result.kind) return []
  const isGeneral = result.kind === 'budget' || result.kind === 'fee'
  const won: Step = {
    at,
    by: 'system',
    action: 'giveResult',
    set: {
      ...{ status: 'accepted', decidedAt: new Date(at).toISOString(), decidedOn: today(new Date(at)), confirmBy: round.confirmBy },
      wonSpecializationId: result.specializationId,
      wonFunding: isGeneral ? (result.kind as 'budget' | 'fee') : null,
      wonPlaceKindId: isGeneral ? null : result.kind,
    },
    event: 'accepted',
    payload: { kind: result.kind },
    visibleFrom: at,
  }
  const share = random.share()
  if (share < 0.76) {
    const confirmedAt = at + random.between(2, 6 * 24) * hour
    const set = { confirmedAt: new Date(confirmedAt).toISOString() }
    return [won, { at: confirmedAt, by: 'applicant', action: 'confirmPlace', set, event: 'placeConfirmed', visibleFrom: confirmedAt }]
  }
  if (share < 0.82) return [won, leaving(at + random.between(1, 6) * day, 'withdrawn')]
  return [won, leaving(Date.parse(`${round.confirmBy}T22:01:00Z`), 'place_not_confirmed')]
}

function leaving(at: number, reasonCode: 'withdrawn' | 'place_not_confirmed'): Step {
  const isOwn = reasonCode === 'withdrawn'
  return {
    at,
    by: isOwn ? 'applicant' : 'system',
    action: isOwn ? 'withdraw' : 'lapsePlace',
    set: {
      ...{ status: 'declined', reasonCode, decidedAt: new Date(at).toISOString(), decidedOn: today(new Date(at)) },
      ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null, confirmBy: null },
    },
    event: isOwn ? 'withdrawn' : 'declined',
    ...(!isOwn && { payload: { reasonCode } }),
    visibleFrom: at,
  }
}

interface Drafting {
  readonly notifiedAt: number
  readonly now: number
  readonly admin: string
}

/** The results that were told, and those of the second round, which the program makes as it starts. */
function draftsOf({ rounds }: Merit, { found, report, rows }: RoundResults, { notifiedAt, now, admin }: Drafting, tools: Tools) {
  const at = (minutes: number) => new Date(notifiedAt - minutes * minute).toISOString()
  const told: Row<'admission-drafts'> = {
    ...born(tools, notifiedAt - 40 * minute),
    admissionRoundId: rounds[0].id,
    ...{ state: 'told', startedAt: at(40), readyAt: at(39), releasedAt: at(3), releasedById: admin, notifyAt: at(1), notifiedAt: at(0) },
    candidates: found.candidates.length,
    placed: rows.filter(({ outcome }) => outcome === 'won').length,
    incomplete: found.incomplete.size,
    ...{ findings: report.found, report },
  }
  const next: Row<'admission-drafts'> = {
    ...born(tools, now - 5 * minute),
    ...{ admissionRoundId: rounds[1].id, state: 'running', startedAt: new Date(now - 5 * minute).toISOString() },
  }
  return [told, next] as const
}

/**
 * The stored state of each application, `placeState`, by which lists filter: what `stateOf` tells
 * staff. It is stored in the transaction that causes it: by `withPlaceStates` for writes
 * of applications, and by `storePlaceStates` for other records. Time alone never changes it.
 */

import { nilId } from '@matricola/schema/paths.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { Prepared, WriteDraft } from '@matricola/server/records/hooks.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  pick,
  runStatement,
  type SqlExpression,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { KnownResult, StateFacts } from '#resources/admission/application-facts.ts'
import { stateNameOf } from '#resources/admission/application-state.ts'
import { type PlaceState, placeStates } from '#resources/admission/application-states.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { registrations } from '#resources/registrations.ts'
import { applicationFeeDue } from '#server/computed.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import {
  isRoundOver,
  lastPlaceChangeOf,
  roundFacts,
  roundsOf,
} from './applicant/application-state.ts'
import { isWithdrawn } from './applicant/visible-status.ts'
import {
  canConfirm,
  type NotifiedOutcome,
  notifiedOutcomesQuery,
  owesMoveFee,
} from './ranking/applicant-result.ts'

const registration = table(registrations)
const admissionProgramme = table(admissionProgrammes)
const admissionRound = table(admissionRounds)
const resultRound = table(admissionRounds, 'result_round')
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)

/** Fields of an application on which its state depends. */
const stateFields = [
  ...(['status', 'reasonCode', 'specializationId', 'gradesCheckedAt', 'confirmBy'] as const),
  ...(['wonSpecializationId', 'confirmedAt', 'payBy', 'acceptance', 'enrolledAt'] as const),
] as const

/** Actions whose writes already contain the state. */
const storesState: readonly string[] = ['giveResult', 'storePlaceState']

interface StateContext {
  readonly queries: Queries
  readonly now: Date
}

/** An application with its values after a write, which may not be stored yet. */
interface WrittenApplication {
  readonly id: string
  readonly values: Values
}

/** Returns the states to store, by application. */
export async function derivePlaceStates(
  { queries, now }: StateContext,
  applications: readonly WrittenApplication[],
): Promise<ReadonlyMap<string, PlaceState>> {
  if (applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const facts = await runStatement(queries, factsQuery(applications))
  const rounds = await runStatement(queries, roundsOf(ids))
  const results = await runStatement(queries, notifiedOutcomesQuery(ids))
  const factsById = new Map(facts.map((row) => [row.id, row]))
  const resultsById = new Map<string, NotifiedOutcome[]>()
  for (const result of results)
    resultsById.set(result.registrationId, [
      ...(resultsById.get(result.registrationId) ?? []),
      result,
    ])
  return new Map(
    applications.map(({ id, values }) => {
      const row = factsById.get(id)
      const own = resultsById.get(id) ?? []
      const state = placeStateOf(
        values,
        {
          owesFee: row?.owesFee ?? false,
          isRanked: row?.isRanked ?? false,
          rounds: row ? roundFacts(rounds, row, own) : [],
          result: resultOf(own),
        },
        now,
      )
      return [id, state]
    }),
  )
}

const factsQuery = (applications: readonly WrittenApplication[]) =>
  sql`select ${pick({
    ...columns(registration, 'id', 'admissionSessionId'),
    owesFee: expr<boolean>`${applicationFeeDue(registration)} is not null`,
    isRanked: isRankedIn(expr`g.programme`),
  })} from jsonb_to_recordset(${JSON.stringify(
    applications.map(({ id, values }) => ({ id, programme: values.specializationId })),
  )}::jsonb) as g (id uuid, programme uuid) join ${registration} on ${registration.id} = g.id`

/** SQL condition: whether a programme ranks its applicants in the session of an application. */
const isRankedIn = (programme: SqlExpression<string>) =>
  expr<boolean>`exists (select from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${programme})`

interface RelatedFacts extends Pick<StateFacts, 'rounds' | 'result'> {
  readonly owesFee: boolean
  readonly isRanked: boolean
}

function resultOf(outcomes: readonly NotifiedOutcome[]): KnownResult | null {
  const [newest] = outcomes
  const last = lastPlaceChangeOf(outcomes)
  return (
    (newest &&
      last && {
        ...{ ...unneededInResult, outcome: newest.outcome, notifiedAt: newest.notifiedAt },
        ...{ change: last.change, wasConfirmed: last.result.confirmed, choice: last.result.choice },
      }) ??
    null
  )
}

/** Facts that only the texts of a state need. */
const unneededInResult = {
  ...{ round: { name: '', names: null }, cause: null, placeBefore: null, offeredOn: null },
  ...{ choices: 0, waitingNumber: null, waitingPlace: null, missing: [], appealUntil: null },
} as const
const unneededFacts = {
  ...{ sex: null, sessionVersion: 0, dueAt: null, isPaused: false },
  ...{ appealUntil: null, enrolUntil: null, waitingEndsOn: null },
} as const

function placeStateOf(
  values: Values,
  { owesFee, isRanked, rounds, result }: RelatedFacts,
  now: Date,
): PlaceState {
  const { confirmBy, payBy, wonSpecializationId } = values
  const enrolledAt = values.enrolledAt as string | null
  const state = stateNameOf(
    {
      ...unneededFacts,
      status: values.status as RegistrationStatus,
      submittedAt: String(values.submittedAt),
      isWithdrawn: isWithdrawn(values),
      reasonCode: values.reasonCode as string | null,
      events: enrolledAt === null ? [] : [{ type: 'enrolled', at: enrolledAt }],
      fee: owesFee ? { resultsOn: null } : null,
      isReady: isRanked && values.gradesCheckedAt !== null,
      rounds,
      place:
        typeof confirmBy === 'string' && canConfirm(values, now) ? { confirmBy, feeDue: 0 } : null,
      moveFee: typeof payBy === 'string' && owesMoveFee(values) ? { payBy, due: 0 } : null,
      held:
        wonSpecializationId === null ? null : { name: '', names: null, kind: '', kindName: null },
      confirmedAt: values.confirmedAt as string | null,
      acceptance: values.acceptance as StateFacts['acceptance'],
      result,
    },
    now,
    'office',
  )
  return placeStates.find((one) => one === state) ?? 'none'
}

/** Adds the states to what writes of applications store. */
export async function withPlaceStates(
  context: StateContext,
  writes: readonly WriteDraft<typeof registrations>[],
  answers: readonly (Prepared | AppError | undefined)[],
): Promise<readonly (Prepared | AppError | undefined)[]> {
  const planned = writes.flatMap(({ action, before, changed, record }, at) => {
    const answer = answers[at]
    if (before === null || answer instanceof AppError || storesState.includes(action)) return []
    const set = answer?.set ?? {}
    return stateFields.some((name) => name in changed || name in set)
      ? [{ at, answer, id: before.id, values: { ...record, ...set } }]
      : []
  })
  const states = await derivePlaceStates(context, planned)
  const prepared = [...answers]
  for (const { at, answer, id, values } of planned) {
    const placeState = states.get(id)
    if (placeState !== values.placeState)
      prepared[at] = { ...answer, set: { ...answer?.set, placeState } }
  }
  return prepared
}

/**
 * Stores the states of applications after a write of other records on which they depend, in its
 * transaction.
 */
export async function storePlaceStates(
  { records, ...context }: StateContext & { readonly records: Records },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  let states: ReadonlyMap<string, PlaceState> = new Map()
  await records.batch({
    permit: systemPermit('admission', registrations, 'update'),
    ...{ action: 'storePlaceState', jobId: null, commit: true },
    async prepare(applications) {
      states = await derivePlaceStates(context, applications)
    },
    rows: [...new Set(ids)].map((id, position) => ({
      ...{ position, id, version: null },
      valuesFor: () => ({ placeState: states.get(id) }),
    })),
  })
}

const isUndecided = isOneOfLiterals(registration.status, [
  'submitted',
  'under_review',
  'in_progress',
])
const hasResult = expr<boolean>`exists (select from ${admissionResult} where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null)`
const isFeePaid = expr<boolean>`${applicationFeeDue(registration)} is null`
const isRoundAhead = expr<boolean>`(${isRankedIn(registration.specializationId)} and exists (select from ${admissionRound} where ${admissionRound.admissionSessionId} = ${registration.admissionSessionId} and not ${isRoundOver(admissionRound)}
  and not exists (select from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${resultRound} on ${resultRound.id} = ${admissionDraft.admissionRoundId}
    where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null and ${resultRound.number} >= ${admissionRound.number})))`
const isReady = expr<boolean>`(${isUndecided} and ${registration.gradesCheckedAt} is not null and (${equalsLiteral(registration.status, 'in_progress')} or not ${hasResult}) and ${isRoundAhead} and ${isFeePaid})`

/**
 * SQL condition: whether the stored state no longer fits the rounds and programmes of the session,
 * or was never stored.
 */
const isOutdated = sql`case ${registration.placeState}
  when 'none' then ${isOneOfLiterals(registration.status, ['accepted', 'declined'])} or ${isReady}
    or (${isUndecided} and ${differsFromLiteral(registration.status, 'in_progress')} and ${hasResult} and ${isFeePaid})
  when 'ready' then not ${isReady} when 'floating' then not ${isRoundAhead}
  when 'confirmed' then ${equalsLiteral(registration.acceptance, 'moveUp')} and ${isRoundAhead} else false end`

const applicationsAtOnce = 200

/**
 * Corrects the states that depend on changed rounds and programmes, and stores those of
 * applications from before there were stored states. Returns the number of applications.
 */
export async function correctPlaceStates(context: Context): Promise<number> {
  const { database, clock } = context
  let count = 0
  for (let after: string = nilId; ; ) {
    const found = await runStatement(
      database,
      sql`select ${pick(columns(registration, 'id', 'version', 'submittedAt', ...stateFields))} from ${registration} where ${registration.id} > ${after}::uuid and ${isOutdated}
       order by ${registration.id} limit ${applicationsAtOnce}::bigint`,
    )
    const states = await derivePlaceStates(
      { queries: database, now: clock.now() },
      found.map((values) => ({ id: values.id, values })),
    )
    // A concurrent write increments the version and stores the state itself.
    await runStatement(
      database,
      sql`update ${registration} ${setValues(registration, { placeState: expr`g.state` })} from jsonb_to_recordset(${JSON.stringify(
        found.map(({ id, version }) => ({ id, version, state: states.get(id) })),
      )}::jsonb) as g (id uuid, version bigint, state text) where ${registration.id} = g.id and ${registration.version} = g.version`,
    )
    count += found.length
    const last = found.at(-1)
    if (!last || found.length < applicationsAtOnce) break
    after = last.id
  }
  if (count > 0) recordsOf(context).invalidateTotals(registrations.name)
  return count
}

/** Rounds and programmes can decide the states of a whole session, so a job stores them. */
export const placeStateWork: readonly RepeatedWork[] = [admissionRounds, admissionProgrammes].map(
  (afterWritesOf) => ({
    work: correctPlaceStates,
    failure: 'correcting the states of places failed',
    ...{ afterWritesOf, everyMs: 10 * 60_000 },
  }),
)

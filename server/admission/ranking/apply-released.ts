/**
 * Applies released results to the applications and notifies the applicants, once the release can no
 * longer be undone.
 */

import { nilId } from '@matricola/schema/paths.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { PlaceState } from '#resources/admission/application-states.ts'
import type { ResultChange, ResultOutcome } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { registrations } from '#resources/registrations.ts'
import { correctPlaceStates, derivePlaceStates } from '#server/admission/place-state.ts'
import { addTimelineEvents, type NewTimelineEvent } from '#server/admission/timeline-events.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { type MoveFee, readMoveFees, rebookConfirmationFee } from './fee.ts'
import { readResultMails } from './result-mails.ts'

const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionResult = table(admissionResultTable)
const registration = table(registrations)

const applicantsAtOnce = 200

export interface DueDraft {
  readonly id: string
  readonly roundId: string
  readonly confirmBy: string | null
}

/** Applies every released draft that is due, and returns the number of applicants. */
export async function applyReleasedDrafts(context: Context): Promise<number> {
  const now = context.clock.now()
  const due = await runStatement(
    context.database,
    sql`select ${pick({ id: admissionDraft.id, roundId: admissionDraft.admissionRoundId, confirmBy: admissionRound.confirmBy })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${equalsLiteral(admissionDraft.state, 'released')} and ${admissionDraft.notifyAt} <= ${now.toISOString()}::timestamptz order by ${admissionDraft.notifyAt}, ${admissionDraft.id}`,
  )
  let notified = 0
  for (const draft of due) {
    for (let after: string | undefined = nilId; after !== undefined; ) {
      const chunk: ChunkResult = await applyChunk(context, draft, after)
      notified += chunk.count
      after = chunk.last
    }
    await finishDraft(context, draft)
  }
  return notified
}

interface DueResult {
  readonly id: string
  readonly outcome: ResultOutcome
  readonly specializationId: string | null
  readonly kind: string | null
  readonly language: Language
  /** Null in drafts that were computed before changes were stored. */
  readonly change: ResultChange | null
  readonly from: string | null
  readonly isConfirmed: boolean
}

interface ChunkResult {
  readonly count: number
  /** Id of the last applicant; undefined if none were left. */
  readonly last?: string | undefined
}

/**
 * Applies the results of the next applicants in one transaction: applications, timelines, emails,
 * and the time of notification. An application that rejects its result is logged and skipped, and
 * does not hold up the others. With `only`, applies the result of that applicant alone.
 */
export const applyChunk = (
  context: Context,
  draft: DueDraft,
  after: string,
  only: string | null = null,
): Promise<ChunkResult> =>
  recordsOf(context).inTransaction(async (records, queries) => {
    const results: readonly DueResult[] = await runStatement(
      queries,
      sql`select ${pick({
        id: admissionResult.registration_id,
        outcome: admissionResult.outcome,
        specializationId: admissionResult.specialization_id,
        kind: admissionResult.kind,
        language: registration.language,
        change: admissionResult.change,
        from: expr<
          string | null
        >`${admissionResult.from_specialization_id}::text || ' ' || ${admissionResult.from_kind}`,
        isConfirmed: admissionResult.confirmed,
      })}
       from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id}
       where ${admissionResult.draft_id} = ${draft.id} and ${admissionResult.notified_at} is null and ${admissionResult.registration_id} > ${after}::uuid and (${only}::uuid is null or ${admissionResult.registration_id} = ${only}::uuid)
       order by ${admissionResult.registration_id} limit ${applicantsAtOnce}::bigint for update of admission_result skip locked`,
    )
    if (results.length === 0) return { count: 0 }
    const now = context.clock.now()
    const resultsById = new Map(results.map((result) => [result.id, result]))
    const setNotifiedAt = (ids: Iterable<string>, at: string | null) =>
      runStatement(
        queries,
        sql`update ${admissionResult} ${setValues(admissionResult, { notified_at: at })} where ${admissionResult.draft_id} = ${draft.id}
       and ${admissionResult.registration_id} = any(${[...ids]}::uuid[])`,
      )
    // The states of the places depend on it.
    await setNotifiedAt(resultsById.keys(), now.toISOString())
    const valuesBefore = new Map<string, Values>()
    const newValues = new Map<string, Values>()
    let moveFees: ReadonlyMap<string, MoveFee> = new Map()
    let states: ReadonlyMap<string, PlaceState> = new Map()
    const done = await records.batch({
      permit: systemPermit('admission', registrations, 'update'),
      action: 'giveResult',
      jobId: null,
      commit: true,
      async prepare(applications) {
        // The applications are locked: a payment is either counted here, or recorded after the move.
        const movedIds = results.filter(mayMove).map(({ id }) => id)
        moveFees = await readMoveFees(queries, draft.id, movedIds)
        for (const { id, values } of applications) {
          const result = resultsById.get(id)
          valuesBefore.set(id, values)
          const moveFee = moveFees.get(id) ?? null
          if (result)
            newValues.set(
              id,
              valuesFor(values, result, { confirmBy: draft.confirmBy, moveFee, now }),
            )
        }
        states = await derivePlaceStates(
          { queries, now },
          applications.map(({ id, values }) => ({
            id,
            values: { ...values, ...newValues.get(id) },
          })),
        )
      },
      rows: results.map(({ id }, position) => ({
        ...{ position, id, version: null },
        valuesFor: () => ({ ...newValues.get(id), placeState: states.get(id) }),
      })),
    })
    const failedIds = new Set(
      done.flatMap(({ id, outcome }) =>
        id !== null && outcome !== 'done' && outcome !== 'same' ? [id] : [],
      ),
    )
    for (const { id, outcome, issues } of done)
      if (id !== null && failedIds.has(id))
        context.log.error(
          { draft: draft.id, application: id, outcome, issues },
          'applying a result failed',
        )
    const applied = results.filter(({ id }) => !failedIds.has(id))
    for (const result of applied) {
      const fee = moveFees.get(result.id)?.fee
      if (fee !== undefined && movesConfirmed(result, valuesBefore.get(result.id) ?? {}))
        await rebookConfirmationFee({ texts: context.texts, records, queries, now }, result.id, fee)
    }
    const changes = applied.flatMap((result) => {
      const change = changeFor(result, valuesBefore.get(result.id) ?? {})
      return change === null ? [] : [{ ...result, change }]
    })
    const mails = await readResultMails(queries, draft.id, changes)
    const notices = changes.flatMap(({ id, language, kind, change }) => {
      const mail = mails.get(id)
      return mail ? [{ id, language, mail, kind, event: eventByChange[change] }] : []
    })
    await addTimelineEvents(
      queries,
      notices.flatMap(({ id, event, kind }): NewTimelineEvent[] =>
        event === null
          ? []
          : [
              {
                ...{ registrationId: id, type: event, by: { kind: 'system' } },
                ...{ at: now, visibleFrom: now, payload: kind === null ? {} : { kind } },
                ...(event === 'accepted' && { to: 'accepted' }),
              },
            ],
      ),
    )
    await queueMails(
      queries,
      now,
      notices.map(({ id, mail, language }) => ({
        kind: mail,
        recordId: id,
        language,
        params: { draftId: draft.id },
        onceKey: `result:${draft.id}:${id}`,
      })),
    )
    if (failedIds.size > 0) await setNotifiedAt(failedIds, null)
    return { count: applied.length, last: results.at(-1)?.id }
  })

const nothingWon = {
  wonSpecializationId: null,
  wonFunding: null,
  wonPlaceKindId: null,
  confirmBy: null,
  payBy: null,
  acceptance: null,
} as const

/**
 * Values that a result sets in an application; none if it was closed or enrolled in the meantime.
 */
function valuesFor(
  values: Values,
  result: DueResult,
  {
    confirmBy,
    moveFee,
    now,
  }: { readonly confirmBy: string | null; readonly moveFee: MoveFee | null; readonly now: Date },
): Values {
  if (isSettled(values) || keepsConfirmedPlace(result, values)) return {}
  const { outcome, specializationId, kind } = result
  if (outcome !== 'won')
    return values.status === 'accepted' && values.confirmedAt === null
      ? { ...nothingWon, status: 'under_review', decidedAt: null, decidedOn: null }
      : {}
  const isGeneral = kind === 'budget' || kind === 'fee'
  const place = {
    wonSpecializationId: specializationId,
    wonFunding: isGeneral ? kind : null,
    wonPlaceKindId: isGeneral ? null : kind,
  }
  const isSamePlace = isPlaceOf(result, values)
  const decision =
    values.status === 'accepted'
      ? {}
      : { status: 'accepted', decidedAt: now.toISOString(), decidedOn: today(now) }
  return withoutUnchanged(values, {
    ...place,
    ...decision,
    ...(values.confirmedAt === null && { confirmBy, ...(!isSamePlace && { acceptance: null }) }),
    ...(movesConfirmed(result, values) && {
      payBy: moveFee && moveFee.due > 0 ? lastDayToPay(confirmBy, now) : null,
    }),
  })
}

/** Days to pay for a place that an applicant was moved to, if the round has no last day ahead. */
const minDaysToPay = 2

/** A confirmed place is never lost because the round has no last day, or one that has passed. */
const lastDayToPay = (confirmBy: string | null, now: Date): string =>
  confirmBy !== null && confirmBy >= today(now) ? confirmBy : daysAfter(today(now), minDaysToPay)

/** Whether a result may give another place to an applicant who has confirmed one. */
const mayMove = ({ isConfirmed, outcome, change }: DueResult) =>
  isConfirmed && outcome === 'won' && change !== 'none'

const isPlaceOf = ({ specializationId, kind }: DueResult, values: Values) =>
  values.wonSpecializationId === specializationId &&
  (values.wonFunding ?? values.wonPlaceKindId) === kind

/** Whether a result gives another place to an applicant who has confirmed one. */
const movesConfirmed = (result: DueResult, before: Values) =>
  mayMove(result) &&
  !isSettled(before) &&
  (before.confirmedAt ?? null) !== null &&
  !isPlaceOf(result, before)

const withoutUnchanged = (values: Values, set: Values): Values =>
  Object.fromEntries(
    Object.entries(set).filter(([name, value]) => (values[name] ?? null) !== value),
  )

/** The entry in the timeline of the application; an application that is not ranked gets none. */
const eventByChange = {
  first: 'accepted',
  up: 'placeMoved',
  down: 'placeMoved',
  nowFeePaying: 'placeMoved',
  lost: 'placeWaiting',
  waiting: 'placeWaiting',
  notRanked: null,
  none: null,
} as const satisfies Readonly<Record<ResultChange, string | null>>

/**
 * The change to announce; null for applications that were closed or enrolled in the meantime, and
 * for places that were confirmed in the meantime. Compares again only if the stored change does not
 * start from the place that the applicant has now.
 */
function changeFor(result: DueResult, before: Values): ResultChange | null {
  if (isSettled(before) || keepsConfirmedPlace(result, before)) return null
  const { change, outcome, specializationId, kind } = result
  const from =
    before.status === 'accepted' && before.wonSpecializationId
      ? `${before.wonSpecializationId} ${before.wonPlaceKindId ?? before.wonFunding}`
      : null
  if (change !== null && from === result.from) return change
  if (outcome !== 'won')
    return from !== null ? 'lost' : outcome === 'waiting' ? 'waiting' : 'notRanked'
  if (from === null) return 'first'
  return from === `${specializationId} ${kind}` ? 'none' : 'down'
}

/** Whether the application was closed, or its applicant enrolled. */
const isSettled = ({ status, enrolledAt }: Values) =>
  status === 'declined' || (enrolledAt ?? null) !== null

/** Whether the applicant confirmed a place after the draft was computed, which then stays. */
const keepsConfirmedPlace = ({ isConfirmed, change }: DueResult, { confirmedAt }: Values) =>
  change !== null && !isConfirmed && (confirmedAt ?? null) !== null

/** Marks the draft as done unless another process is still notifying applicants. */
async function finishDraft(context: Context, { id }: DueDraft): Promise<void> {
  const remaining = await runStatement(
    context.database,
    sql`select ${pick(columns(admissionResult, 'registration_id'))} from ${admissionResult} where ${admissionResult.draft_id} = ${id} and ${admissionResult.notified_at} is null limit 1`,
  )
  if (remaining.length > 0) return
  const notifiedAt = context.clock.now().toISOString()
  await recordsOf(context).applyInternalChange(
    systemPermit('admission', admissionDrafts, 'update'),
    {
      id,
      action: 'tell',
      values: ({ values }) =>
        values.state === 'released' ? { state: 'notified', notifiedAt } : {},
    },
  )
  // Applications that were not in the draft no longer wait for this round.
  await correctPlaceStates(context)
  recordsOf(context).invalidateTotals(registrations.name)
}

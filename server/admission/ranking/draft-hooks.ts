/**
 * Transitions of a results draft: proposing, releasing and withdrawing, and their preconditions.
 */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  type Prepared,
  prepareEach,
  type ResourceCode,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { accessLogTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import type { admissionIssues } from '#resources/admission/issues.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { worseGroups } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { admissionResultTable, admissionRunTable } from '#server/tables/rows.ts'
import { applyReleasedDrafts } from './apply-released.ts'
import { notifyAtFor } from './notification-time.ts'
import { runDueDrafts } from './run.ts'
import { lockAndCheckUnchanged } from './staleness.ts'

const settingsRow = table(settings)
const admissionRound = table(admissionRounds)
const admissionRun = table(admissionRunTable)
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)
const accessLog = table(accessLogTable)

/** Results drafts: when they can be proposed, released and withdrawn. */
export const admissionDraftHooks = (context: Context): ResourceCode<typeof admissionDrafts> => ({
  inputs: { propose: { readGroups: readGroupsSchema }, release: { readGroups: readGroupsSchema } },
  prepare: prepareEach((write) => prepareDraftTransition(context, write)),
  after: assertReleasable,
})

/**
 * What follows a write of a results draft: a new draft is computed, and a released one reaches its
 * applications. Both also run every half minute, for notifications that are due at a later time.
 */
export const resultsDraftWork: readonly RepeatedWork[] = [
  {
    work: runDueDrafts,
    failure: 'computing due results drafts failed',
    afterWritesOf: admissionDrafts,
    everyMs: 30_000,
  },
  {
    work: applyReleasedDrafts,
    failure: 'applying released results failed',
    afterWritesOf: admissionDrafts,
    everyMs: 30_000,
  },
]

/** Groups of applicants whose names the user states to have read. */
const readGroupsSchema = z.optional(z.array(z.enum(worseGroups)))

type Write = WriteDraft<typeof admissionDrafts>

const transitionRefusal = (code: (typeof admissionIssues)[number]) =>
  new AppError('transition.refused', { fields: { _: [{ code }] } })

/**
 * Returns the values that a transition sets in addition to the declared ones. Notifications wait
 * for the end of the hold and the results day. Throws `transition.refused` with the reason, and
 * `transition.notified` if applicants were already notified.
 */
async function prepareDraftTransition(
  { database, clock }: Context,
  { action, before, permit, input }: Write,
): Promise<Prepared | undefined> {
  if (!before) return undefined
  const { values } = before
  const now = clock.now()
  if (action === 'takeBack') {
    if (values.notifyAt !== null && new Date(values.notifyAt) <= now)
      throw new AppError('transition.notified')
    const clearedFields = [
      'proposedAt',
      'proposedById',
      'releasedAt',
      'releasedById',
      'notifyAt',
    ] as const
    return {
      set: Object.fromEntries(
        clearedFields.filter((name) => values[name] !== null).map((name) => [name, null]),
      ),
    }
  }
  if (action !== 'propose' && action !== 'release') return undefined
  if (values.findings !== 0) throw transitionRefusal('ranking.findings')
  const reading = { readGroups: input.readGroups, userId: permit.actor.id }
  const [rules] = await runStatement(
    database,
    sql`select ${pick({ minutes: settingsRow.decisionHoldMinutes, second: settingsRow.rankingNeedsSecond })} from ${settingsRow}`,
  )
  if (action === 'propose') {
    if (!rules?.second) throw new AppError('transition.refused')
    await assertNamesRead(database, before, reading)
    return undefined
  }
  if (rules?.second && (values.proposedById === null || values.proposedById === permit.actor.id))
    throw transitionRefusal('ranking.needsSecond')
  await assertNamesRead(database, before, reading)
  const [round] = await runStatement(
    database,
    sql`select ${pick(columns(admissionRound, 'resultsOn'))} from ${admissionRound} where ${admissionRound.id} = ${values.admissionRoundId}`,
  )
  return {
    set: { notifyAt: notifyAtFor(round?.resultsOn ?? null, { now, minutes: rules?.minutes ?? 0 }) },
    context: { resultsOn: round?.resultsOn ?? null },
  }
}

/**
 * Throws `transition.refused` unless the user has read the names of everyone who is worse off: the
 * user says so for each group, and the access log contains a list of it since the draft was ready.
 */
async function assertNamesRead(
  queries: Queries,
  { id, values }: StoredRecord<typeof admissionDrafts>,
  { readGroups, userId }: { readonly readGroups: unknown; readonly userId: string | null },
): Promise<void> {
  const unread = await runStatement(
    queries,
    sql`select ${pick(columns(admissionResult, 'change'))} from ${admissionResult}
     where ${admissionResult.draft_id} = ${id} and ${admissionResult.change} = any(${worseGroups}::text[])
     group by ${admissionResult.change}
     having ${admissionResult.change} <> all(${readGroups ?? []}::text[]) or not bool_or(exists (select 1 from ${accessLog}
       where ${accessLog.user_id} = ${userId} and ${accessLog.at} >= ${values.readyAt}::timestamptz and ${equalsLiteral(accessLog.kind, 'listed')}
       and ${accessLog.resource} = ${registrations.name} and ${accessLog.record_ids} @> array[${admissionResult.registration_id}]))`,
  )
  if (unread.length > 0) throw transitionRefusal('ranking.notRead')
}

/**
 * Throws `record.stale` if the results day was moved since `notifyAt` was computed from it. The lock
 * makes a later move wait, and then move the notification.
 */
async function assertSameDay(queries: Queries, roundId: string, context: unknown): Promise<void> {
  const [round] = await runStatement(
    queries,
    sql`select ${pick(columns(admissionRound, 'resultsOn'))} from ${admissionRound} where ${admissionRound.id} = ${roundId} for share`,
  )
  // `prepareDraftTransition` sets the context of every release.
  const { resultsOn } = context as { readonly resultsOn: string | null }
  if (round?.resultsOn !== resultsOn) throw new AppError('record.stale')
}

/**
 * Completes the transaction of a proposal or release. Releases for one session are serialized, and
 * nothing that the draft was computed from can change until the transaction ends. Throws
 * `transition.refused` if the draft is stale, or if another released draft has not been announced
 * yet.
 */
async function assertReleasable(
  queries: Queries,
  events: readonly WriteEvent<typeof admissionDrafts>[],
): Promise<void> {
  for (const { id, action, record, context } of events) {
    if (action !== 'release' && action !== 'propose') continue
    const [run] = await runStatement(
      queries,
      sql`select ${pick({ sessionId: admissionRound.admissionSessionId, stamp: admissionRun.stamp })} from ${admissionRound} left join ${admissionRun} on ${admissionRun.draft_id} = ${id}
       where ${admissionRound.id} = ${record.admissionRoundId}`,
    )
    const sessionId = run?.sessionId ?? ''
    const isUnchanged = await lockAndCheckUnchanged(queries, sessionId, run?.stamp ?? null)
    // A separate statement, so that its snapshot includes the writes that earlier holders of the
    // lock committed.
    const others = await runStatement(
      queries,
      sql`select ${pick(columns(admissionDraft, 'id'))} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
       where ${admissionRound.admissionSessionId} = ${sessionId} and ${equalsLiteral(admissionDraft.state, 'released')} and ${admissionDraft.id} <> ${id} limit 1`,
    )
    if (others.length > 0) throw transitionRefusal('ranking.othersWait')
    if (!isUnchanged) throw transitionRefusal('ranking.stale')
    if (action === 'release') await assertSameDay(queries, record.admissionRoundId, context)
  }
}

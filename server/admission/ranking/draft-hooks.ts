/**
 * Transitions of a results draft: proposing, releasing and withdrawing, and their preconditions.
 */

import { daysAfter, endOfDay } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  type Hooks,
  type Prepared,
  prepareEach,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { admissionIssues } from '#resources/admission/issues.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { settings } from '#resources/settings.ts'
import { admissionRunTable } from '#server/tables/rows.ts'
import { applyReleasedDrafts } from './apply-released.ts'
import { runDueDrafts } from './run.ts'
import { lockAndCheckUnchanged } from './staleness.ts'

const settingsRow = table(settings)
const admissionRound = table(admissionRounds)
const admissionRun = table(admissionRunTable)
const admissionDraft = table(admissionDrafts)

/** Results drafts: when they can be proposed, released and withdrawn. */
export const admissionDraftHooks = (context: Context): Hooks<typeof admissionDrafts> => ({
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
  { action, before, permit }: Write,
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
  const [rules] = await runStatement(
    database,
    sql`select ${pick({ minutes: settingsRow.decisionHoldMinutes, second: settingsRow.rankingNeedsSecond })} from ${settingsRow}`,
  )
  if (action === 'propose') {
    if (rules?.second) return undefined
    throw new AppError('transition.refused')
  }
  if (rules?.second && (values.proposedById === null || values.proposedById === permit.actor.id))
    throw transitionRefusal('ranking.needsSecond')
  const holdEndsAt = new Date(now.getTime() + (rules?.minutes ?? 0) * 60_000)
  const [round] = await runStatement(
    database,
    sql`select ${pick(columns(admissionRound, 'resultsOn'))} from ${admissionRound} where ${admissionRound.id} = ${values.admissionRoundId}`,
  )
  const day = round?.resultsOn ? startOfDay(round.resultsOn) : holdEndsAt
  return { set: { notifyAt: (day > holdEndsAt ? day : holdEndsAt).toISOString() } }
}

/** The first moment of a day in the university's time zone. */
const startOfDay = (day: string) => new Date(endOfDay(daysAfter(day, -1)).getTime() + 1)

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
  for (const { id, action, record } of events) {
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
  }
}

/**
 * Notifies applicants of moved dates. A save stores a notice; emails are queued once the hold is
 * over, in batches. A date that was moved again or back in the meantime is left out.
 */

import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { type AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import { authorize, systemPermit } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/records.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  into,
  isOneOfLiterals,
  pick,
  runStatement,
  type SqlExpression,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import {
  isAhead,
  type MovedDate,
  movedDates,
  type NoticeResource,
  type NotifyApplicants,
} from '#resources/admission/date-notices.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import * as calls from '#resources/calls/date-notices.ts'
import { registrations } from '#resources/registrations.ts'
import { admissionResultTable, dateNoticeTable } from '#server/tables/rows.ts'
import { holdEndsAt, readReviewSettings } from './review/transition-notices.ts'

const registration = table(registrations)
const admissionSession = table(admissionSessions)
const admissionRound = table(admissionRounds)
const admissionProgramme = table(admissionProgrammes)
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)
const dateNotice = table(dateNoticeTable)

const applicantsAtOnce = 500

interface DatedRecord {
  readonly resource: NoticeResource
  readonly id: string
  readonly sessionId: string
}

interface Moved extends DatedRecord {
  readonly dates: readonly MovedDate[]
}

const isUndecided = isOneOfLiterals(registration.status, [
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
])
const isEnrolling = expr<boolean>`(${equalsLiteral(registration.status, 'accepted')} and ${registration.enrolledAt} is null)`
const isRanked = expr<boolean>`exists (select from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${registration.specializationId})`
const hasResult = expr<boolean>`exists (select from ${admissionResult} where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null)`

/** SQL for whether the applicant was notified of a result of a round. */
export const hasResultOf = (roundId: string) =>
  expr<boolean>`exists (select from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null and ${admissionDraft.admissionRoundId} = ${roundId})`

/** SQL for whether a date concerns an application of its session. */
function isConcerned({ id }: DatedRecord, { field, before, after }: MovedDate) {
  const awaitsResults = expr<boolean>`(${isRanked} and not ${hasResultOf(id)} and (${isUndecided} or (${isEnrolling} and ${registration.confirmedAt} is not null and ${equalsLiteral(registration.acceptance, 'moveUp')})))`
  switch (field) {
    case 'closesAt':
      return expr<boolean>`(${isUndecided} and not ${hasResult})`
    case 'enrolFrom':
    case 'enrolUntil':
      return isEnrolling
    case 'waitingEndsOn':
      return expr<boolean>`(${isUndecided} and ${hasResult})`
    case 'resultsOn':
      return awaitsResults
    case 'confirmBy':
      return expr<boolean>`(${awaitsResults} or (${isEnrolling} and ${registration.confirmedAt} is null and ${registration.confirmBy} = any(${[before, after]}::date[]) and ${hasResultOf(id)}))`
    default:
      return null
  }
}

/** SQL for whether the last day for appeals concerns an application. */
const isAppealing = ({ resource, id }: DatedRecord) =>
  resource === 'admission-sessions'
    ? expr<boolean>`(${isUndecided} or (${equalsLiteral(registration.status, 'declined')} and ${registration.reasonCode} is distinct from 'withdrawn'))`
    : expr<boolean>`(${isRanked} and (${isUndecided} or (${isEnrolling} and ${hasResultOf(id)})))`

const conditionFor = (moved: DatedRecord, date: MovedDate) =>
  isConcerned(moved, date) ?? isAppealing(moved)

/** SQL for the fields of the dates that concern an application. */
const concernedFields = (moved: Moved) =>
  moved.dates.reduce<SqlExpression<readonly string[]>>(
    (fields, date) =>
      expr`${fields} || case when ${conditionFor(moved, date)} then array[${date.field}::text] else '{}'::text[] end`,
    expr`'{}'::text[]`,
  )

const isConcernedByAny = (moved: Moved) =>
  sql`${registration.admissionSessionId} = ${moved.sessionId} and (${moved.dates.reduce<
    SqlExpression<boolean>
  >((any, date) => expr`${any} or ${conditionFor(moved, date)}`, expr`false`)})`

/** Returns the number of applicants whom moved dates concern. */
export async function countConcerned(queries: Queries, moved: Moved): Promise<number> {
  if (moved.dates.length === 0) return 0
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${registration} where ${isConcernedByAny(moved)}`,
  )
  return row?.count ?? 0
}

interface DateChange extends DatedRecord {
  readonly before: Values
  readonly after: Values
}

/**
 * Returns the dates that applicants do not know yet. While a notice is on hold, applicants know the
 * dates from before it.
 */
export async function unknownDates(
  queries: Queries,
  { resource, id, before, after }: DateChange,
  now: Date,
): Promise<MovedDate[]> {
  const held = await runStatement(
    queries,
    sql`select ${pick(columns(dateNotice, 'dates'))} from ${dateNotice} where ${dateNotice.record_id} = ${id} and ${dateNotice.finished_at} is null and ${dateNotice.notified} = 0 and ${dateNotice.notify_at} > ${now.toISOString()} order by ${dateNotice.created_at} desc`,
  )
  const known = Object.fromEntries(
    held.flatMap(({ dates }) => dates.map((date) => [date.field, date.before])),
  )
  const changed = movedDates(resource, before, after).map(({ field }) => field)
  return movedDates(resource, { ...before, ...known }, after).filter(
    (date) => changed.includes(date.field) && isAhead(date, now),
  )
}

/** Returns the issue of an update that asks to notify applicants, but moves no date ahead. */
export function noticeIssue(
  resource: NoticeResource,
  write: {
    readonly before: { readonly values: Values } | null
    readonly record: Values
    readonly input: Values
  },
  now: Date,
): AppError | undefined {
  if (!write.input.notifyApplicants) return undefined
  const dates = movedDates(resource, write.before?.values ?? {}, write.record)
  return dates.some((date) => isAhead(date, now))
    ? undefined
    : invalidInput({ notifyApplicants: [{ code: 'admission.dates.nothingMoved' }] })
}

/** Stores a notice in the transaction of the change, if it asks for one. */
export async function storeNotice(
  queries: Queries,
  change: DateChange,
  { input, now }: { readonly input: Values; readonly now: Date },
): Promise<void> {
  // `ResourceCode.inputs` has validated it.
  const asked = input.notifyApplicants as NotifyApplicants | null | undefined
  if (!asked) return
  const dates = await unknownDates(queries, change, now)
  const { resource, id, sessionId } = change
  const applicants = await countConcerned(queries, { resource, id, sessionId, dates })
  if (applicants === 0) return
  const settings = await readReviewSettings(queries)
  await runStatement(
    queries,
    sql`insert into ${into(dateNotice, {
      ...{ id: uuidv7(now), resource, record_id: id, admission_session_id: sessionId },
      ...{ dates: expr`${JSON.stringify(dates)}::jsonb`, reason: asked.reason ?? null },
      created_at: now.toISOString(),
      notify_at: holdEndsAt(settings, now).toISOString(),
      ...{ applicants, notified: 0 },
    })}`,
  )
}

/** Returns a warning that says how many applicants a notice has reached, while it is under way. */
export async function noticeWarnings(queries: Queries, recordId: string): Promise<Issue[]> {
  const open = await runStatement(
    queries,
    sql`select ${pick(columns(dateNotice, 'applicants', 'notified'))} from ${dateNotice} where ${dateNotice.record_id} = ${recordId} and ${dateNotice.finished_at} is null order by ${dateNotice.created_at}`,
  )
  return open.map(({ applicants, notified }) => ({
    code: 'admission.dates.notifying',
    params: { applicants: String(applicants), notified: String(notified) },
  }))
}

/** Queues the emails of every notice that is due, and returns their number. */
export async function sendDateNotices(context: Context): Promise<number> {
  const due = await runStatement(
    context.database,
    sql`select ${pick(columns(dateNotice, 'id'))} from ${dateNotice} where ${dateNotice.finished_at} is null and ${dateNotice.notify_at} <= ${context.clock.now().toISOString()} order by ${dateNotice.notify_at}, ${dateNotice.id}`,
  )
  let notified = 0
  for (const { id } of due)
    for (let isDone = false; !isDone; ) {
      const batch = await sendNextBatch(context, id)
      notified += batch.count
      isDone = batch.isDone
    }
  return notified
}

/**
 * Queues the emails of the next applicants, in one transaction with the position. It is done once
 * the notice is finished, or if another process is working on it.
 */
const sendNextBatch = (
  context: Context,
  id: string,
): Promise<{ readonly count: number; readonly isDone: boolean }> =>
  recordsOf(context).inTransaction(async (records, queries) => {
    const [notice] = await runStatement(
      queries,
      sql`select ${pick(columns(dateNotice, 'resource', 'record_id', 'admission_session_id', 'dates', 'reason', 'notified', 'last_id'))} from ${dateNotice} where ${dateNotice.id} = ${id} and ${dateNotice.finished_at} is null for update skip locked`,
    )
    if (!notice) return { count: 0, isDone: true }
    const now = context.clock.now()
    const moved = await stillAccurate(queries, {
      ...{ resource: notice.resource, id: notice.record_id, dates: notice.dates },
      sessionId: notice.admission_session_id,
    })
    const next =
      moved.dates.length === 0
        ? []
        : await runStatement(
            queries,
            sql`select ${pick({ ...columns(registration, 'id', 'language'), fields: concernedFields(moved) })} from ${registration}
             where ${isConcernedByAny(moved)} and (${notice.last_id}::uuid is null or ${registration.id} > ${notice.last_id}::uuid) order by ${registration.id} limit ${applicantsAtOnce}::bigint`,
          )
    await queueMails(
      queries,
      now,
      next.map(({ id: recordId, language, fields }) => ({
        kind: 'dateChanged' as const,
        recordId,
        language: language as Language,
        params: { noticeId: id, fields: fields.join() },
        onceKey: `dates:${id}:${recordId}`,
      })),
    )
    const notified = notice.notified + next.length
    const isLast = next.length < applicantsAtOnce
    await runStatement(
      queries,
      sql`update ${dateNotice} ${setValues(dateNotice, {
        notified,
        last_id: next.at(-1)?.id ?? notice.last_id,
        finished_at: isLast ? now.toISOString() : null,
      })} where ${dateNotice.id} = ${id}`,
    )
    if (isLast && notified > 0)
      await recordNotice(records, moved, { notified, now, reason: notice.reason })
    return { count: next.length, isDone: isLast }
  })

/** Leaves out the dates that were moved again since, or have passed. */
async function stillAccurate(queries: Queries, moved: Moved): Promise<Moved> {
  const current = await readDates(queries, moved)
  return {
    ...moved,
    dates: moved.dates.filter(({ field, after }) => current[field] === after),
  }
}

/** Returns the dates of a session or a round as they are now. */
export async function readDates(
  queries: Queries,
  { resource, id }: Pick<DatedRecord, 'resource' | 'id'>,
): Promise<Values> {
  const [row] =
    resource === 'admission-sessions'
      ? await runStatement(
          queries,
          sql`select ${pick(columns(admissionSession, 'closesAt', 'appealUntil', 'enrolFrom', 'enrolUntil', 'waitingEndsOn'))} from ${admissionSession} where ${admissionSession.id} = ${id}`,
        )
      : await runStatement(
          queries,
          sql`select ${pick(columns(admissionRound, 'resultsOn', 'appealUntil', 'confirmBy'))} from ${admissionRound} where ${admissionRound.id} = ${id}`,
        )
  return row ?? {}
}

/** Adds the notification to the history of the session or round. */
async function recordNotice(
  records: Records,
  { resource, id }: DatedRecord,
  { notified, now, reason }: { notified: number; now: Date; reason: string | null },
): Promise<void> {
  const declaration = resource === 'admission-sessions' ? admissionSessions : admissionRounds
  await records.applyInternalChange(systemPermit('admission', declaration, 'update'), {
    ...{ id, action: 'notifyApplicants', reason },
    values: () => ({
      applicantsNotifiedAt: now.toISOString(),
      applicantsNotified: notified,
    }),
  })
}

/**
 * Moves the last day for confirming a place of applicants who got one in a round, in the
 * transaction that moves the day of the round.
 */
export async function moveConfirmBy(
  queries: Queries,
  records: Records,
  { roundId, before, after }: { roundId: string; before: string; after: string },
): Promise<void> {
  for (let last: string | null = null; ; ) {
    const next: readonly { readonly id: string }[] = await runStatement(
      queries,
      sql`select ${pick(columns(registration, 'id'))} from ${registration} where ${isEnrolling} and ${registration.confirmBy} = ${before}::date and ${hasResultOf(roundId)}
       and (${last}::uuid is null or ${registration.id} > ${last}::uuid) order by ${registration.id} limit ${applicantsAtOnce}::bigint`,
    )
    if (next.length === 0) return
    await records.batch({
      permit: systemPermit('admission', registrations, 'update'),
      ...{ action: 'moveConfirmBy', jobId: null, commit: true },
      rows: next.map(({ id }, position) => ({
        ...{ position, id, version: null },
        valuesFor: () => ({ confirmBy: after }),
      })),
    })
    last = next.at(-1)?.id ?? null
  }
}

export const dateNoticeWork: RepeatedWork = {
  work: sendDateNotices,
  failure: 'notifying applicants of moved dates failed',
  everyMs: 30_000,
}

/** Registers the calls that count the applicants whom moved dates concern. */
export function dateNoticeRoutes(app: FastifyInstance, context: Context): void {
  for (const [call, declaration] of [
    [calls.roundNotice, admissionRounds],
    [calls.sessionNotice, admissionSessions],
  ] as const)
    registerCall(app, call, async ({ caller, params: { id }, query }) => {
      const resource = declaration.name as NoticeResource
      const record = await recordsOf(context).get(
        authorize(caller, asAnyResource(declaration), 'update'),
        id,
      )
      const before = await readDates(context.database, { resource, id })
      const sessionId = resource === 'admission-rounds' ? String(record.admissionSessionId) : id
      const dates = await unknownDates(
        context.database,
        { ...{ resource, id, sessionId, before }, after: { ...before, ...query } },
        context.clock.now(),
      )
      const applicants = await countConcerned(context.database, { resource, id, sessionId, dates })
      return ok({ applicants, dates: dates.map(({ field }) => field) })
    })
}

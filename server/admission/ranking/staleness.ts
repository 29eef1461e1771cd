/**
 * Detects whether the results of an admission session may have changed. A write to anything that
 * they are computed from adds a stamp in the same transaction. A results draft stores the stamp
 * that was current when it started, and is stale once there is another. Writes do not block each
 * other: they take a shared lock on the session's row, and only a release or the start of a draft
 * takes the exclusive one.
 */
import { randomUUID } from 'node:crypto'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  changesAnyOf,
  type Hooks,
  type PlannedWrite,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import {
  intoColumns,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import type { admissionFees } from '#resources/admission-fees.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import type { applicationChoices } from '#resources/application-choices.ts'
import { programmeQuestionFields } from '#resources/application-documents.ts'
import type { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import type { specialPlaces } from '#resources/special-places.ts'
import type { specializations } from '#resources/specializations.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import { admissionInputTable } from '#server/tables/rows.ts'
import { findFeeConditionIssue } from './admission-fees.ts'
import { findRuleIssuesOf, readRankedItemIds } from './answer-grades.ts'
import { formulaFields, gradeNames } from './formula.ts'
import { queueVoidConsentMails } from './void-consents.ts'

const admissionSession = table(admissionSessions)
const admissionInput = table(admissionInputTable)
const admissionProgramme = table(admissionProgrammes)
const registration = table(registrations)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)

/** Fields of an application that results depend on. */
const ranked: ReadonlySet<string> = new Set([
  ...[
    'admissionSessionId',
    'status',
    'specializationId',
    'fundingPreference',
    'placeKindId',
    'gradesCheckedAt',
    'confirmedAt',
  ],
  ...[
    'enrolledAt',
    'wonSpecializationId',
    'wonFunding',
    'wonPlaceKindId',
    'referenceCode',
    'isDuplicate',
    'cnp',
    'foreignIdNumber',
  ],
  // Confirmation fees can depend on them.
  ...['identityType', 'citizenship', 'birthDate'],
  ...gradeNames,
  ...programmeQuestionFields,
])

/** Marks the results of sessions as possibly outdated, in the transaction of the write. */
async function markResultsStale(queries: Queries, sessionIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(sessionIds)].toSorted()
  if (ids.length === 0) return
  await runStatement(
    queries,
    sql`with g as materialized (select ${pick({ session_id: admissionSession.id })} from ${admissionSession} where ${admissionSession.id} = any(${ids}::uuid[]) order by ${admissionSession.id} for key share)
     insert into ${intoColumns(admissionInput, 'session_id', 'stamp')} select g.session_id, ${randomUUID()}::uuid from g`,
  )
}

/** Like `markResultsStale`, for written applications. */
export async function markResultsStaleAfterWrites(
  queries: Queries,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  const rankedEvents = events.filter(
    ({ before, changed }) =>
      before === null || Object.keys(changed).some((name) => ranked.has(name)),
  )
  const answered = events.filter(
    (event) => 'answers' in event.changed && !rankedEvents.includes(event),
  )
  const itemIds =
    answered.length === 0
      ? new Map<string, ReadonlySet<string>>()
      : await readRankedItemIds(queries, [...new Set(answered.flatMap(sessionsOf))])
  const changesRanking = (event: WriteEvent<typeof registrations>) => {
    const [before, after] = [answersOf(event.before?.values ?? {}), answersOf(event.record)]
    return sessionsOf(event).some((sessionId) =>
      [...(itemIds.get(sessionId) ?? [])].some((id) => before[id] !== after[id]),
    )
  }
  await markResultsStale(
    queries,
    [...rankedEvents, ...answered.filter(changesRanking)].flatMap(sessionsOf),
  )
}

/** The sessions of an application before and after a write. */
const sessionsOf = ({ before, record }: WriteEvent<typeof registrations>): string[] =>
  [before?.values.admissionSessionId, record.admissionSessionId].flatMap((id) =>
    typeof id === 'string' ? [id] : [],
  )

/** Like `markResultsStale`, for records that belong to applications. */
export async function markResultsStaleByApplications(
  queries: Queries,
  registrationIds: readonly string[],
): Promise<void> {
  const found = await runStatement(
    queries,
    sql`select distinct ${pick({ id: registration.admissionSessionId })} from ${registration} where ${registration.id} = any(${registrationIds}::uuid[])`,
  )
  await markResultsStale(
    queries,
    found.flatMap(({ id }) => id ?? []),
  )
}

/**
 * Like `markResultsStale`, for records that belong to programmes in sessions; for all programmes if
 * `programmeIds` is absent.
 */
async function markResultsStaleByProgrammes(
  queries: Queries,
  programmeIds?: readonly string[],
): Promise<void> {
  const found = await runStatement(
    queries,
    sql`select distinct ${pick({ id: admissionProgramme.admissionSessionId })} from ${admissionProgramme}
     where ${programmeIds === undefined}::boolean or ${admissionProgramme.id} = any(${programmeIds ?? []}::uuid[])`,
  )
  await markResultsStale(
    queries,
    found.map(({ id }) => id),
  )
}

/**
 * Waits for open writes, blocks new ones until the transaction ends, and returns the stamps of a
 * session.
 */
async function lockStamps(queries: Queries, sessionId: string): Promise<readonly string[]> {
  await runStatement(
    queries,
    sql`select 1 from ${admissionSession} where ${admissionSession.id} = ${sessionId} for update`,
  )
  const rows = await runStatement(
    queries,
    sql`select ${pick({ stamp: admissionInput.stamp })} from ${admissionInput} where ${admissionInput.session_id} = ${sessionId}`,
  )
  return rows.map(({ stamp }) => stamp)
}

/**
 * Returns the current stamp of a session, replacing several by one. Any change that a later read
 * sees is either covered by this stamp or has added another.
 */
export async function takeStamp(queries: Queries, sessionId: string): Promise<string> {
  const [first, ...others] = await lockStamps(queries, sessionId)
  if (first !== undefined && others.length === 0) return first
  const stamp = randomUUID()
  await runStatement(
    queries,
    sql`delete from ${admissionInput} where ${admissionInput.session_id} = ${sessionId}`,
  )
  await runStatement(
    queries,
    sql`insert into ${intoColumns(admissionInput, 'session_id', 'stamp')} values (${sessionId}::uuid, ${stamp}::uuid)`,
  )
  return stamp
}

/** Delays releases of results for the sessions of applications until the transaction ends. */
export const lockAgainstRelease = (queries: Queries, registrationIds: readonly string[]) =>
  runStatement(
    queries,
    sql`select 1 from ${admissionSession} where ${admissionSession.id} in (select ${registration.admissionSessionId} from ${registration} where ${registration.id} = any(${registrationIds}::uuid[]))
     order by ${admissionSession.id} for key share`,
  )

/** Whether nothing has changed since a stamp. Blocks changes until the transaction ends. */
export async function lockAndCheckUnchanged(
  queries: Queries,
  sessionId: string,
  stamp: string | null,
): Promise<boolean> {
  const stamps = await lockStamps(queries, sessionId)
  return stamps.length === 1 && stamps[0] === stamp
}

/**
 * Like `lockAndCheckUnchanged`, but takes no lock, so the result may be outdated immediately. For
 * display.
 */
export async function isUnchanged(
  queries: Queries,
  sessionId: string,
  stamp: string | null,
): Promise<boolean> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ stamp: admissionInput.stamp })} from ${admissionInput} where ${admissionInput.session_id} = ${sessionId} limit 2`,
  )
  return rows.length === 1 && rows[0]?.stamp === stamp
}

/**
 * Hooks for records that affect nothing but admission results. Each change makes results drafts
 * stale.
 */
export const applicationChoiceHooks: Hooks<typeof applicationChoices> = {
  after: (queries, events) =>
    markResultsStaleByApplications(
      queries,
      events.map(({ record }) => record.registrationId),
    ),
  remove: (queries, { values }) => markResultsStaleByApplications(queries, [values.registrationId]),
}

export const specialPlaceHooks: Hooks<typeof specialPlaces> = {
  after: (queries, events) =>
    markResultsStaleByProgrammes(
      queries,
      events.map(({ record }) => record.admissionProgrammeId),
    ),
  remove: (queries, { values }) =>
    markResultsStaleByProgrammes(queries, [values.admissionProgrammeId]),
}

/**
 * The funding of a type of reserved place decides its rank among the choices of entitled
 * applicants.
 */
export const placeKindHooks: Hooks<typeof placeKinds> = {
  after: {
    fields: ['funding'],
    work: (queries, events) =>
      events.some(({ before }) => before)
        ? markResultsStaleByProgrammes(queries)
        : Promise.resolve(),
  },
}

/** A condition of a fee is JSON that is checked as a whole. */
export const admissionFeeHooks: Hooks<typeof admissionFees> = {
  validate: {
    fields: ['when'],
    work: async (writes) =>
      writes.map(({ record }): FieldIssues => {
        const issue = findFeeConditionIssue(record.when)
        return issue ? { when: [issue] } : {}
      }),
  },
  async after(queries, events) {
    const sessionIds = events.flatMap(({ record, before }) =>
      record.fee === 'confirmation' || before?.values.fee === 'confirmation'
        ? [record.admissionSessionId]
        : [],
    )
    if (sessionIds.length === 0) return
    await markResultsStale(queries, sessionIds)
    const programmes = await runStatement(
      queries,
      sql`select ${pick({ id: admissionProgramme.id })} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = any(${sessionIds}::uuid[])`,
    )
    await queueVoidConsentMails(
      queries,
      programmes.map(({ id }) => id),
      new Date(events[0]?.at ?? 0),
    )
  },
}

/** Tuition decides which higher choices an applicant with a confirmed place may be moved to. */
export const specializationHooks: Hooks<typeof specializations> = {
  after: {
    fields: ['tuitionFee'],
    async work(queries, events) {
      const changedIds = events.filter(({ before }) => before).map(({ id }) => id)
      const found = await runStatement(
        queries,
        sql`select ${pick({ id: admissionProgramme.id })} from ${admissionProgramme} where ${admissionProgramme.specializationId} = any(${changedIds}::uuid[])`,
      )
      const programmeIds = found.map(({ id }) => id)
      await markResultsStaleByProgrammes(queries, programmeIds)
      await queueVoidConsentMails(queries, programmeIds, new Date(events[0]?.at ?? 0))
    },
  },
}

/** The fields of a programme that decide in which order it ranks its applicants. */
export const rankingRuleFields = [...formulaFields, 'requires', 'ties'] as const

/**
 * Ranked programmes of a session. Their formulas may use grades of the application only, and must
 * result in a number.
 */
export const admissionProgrammeHooks: Hooks<typeof admissionProgrammes> = {
  validate: {
    fields: rankingRuleFields,
    async work(writes, queries) {
      const reasonIssues = await findReasonIssues(queries, writes)
      const ruleIssues: FieldIssues[] = []
      for (const { record } of writes) ruleIssues.push(await findRuleIssuesOf(queries, record))
      return ruleIssues.map((issues, at) => ({ ...issues, ...reasonIssues[at] }))
    },
  },
  async after(queries, events) {
    await markResultsStale(
      queries,
      events.map(({ record }) => record.admissionSessionId),
    )
    const raised = events.filter(({ before, changed }) => before && 'confirmationFee' in changed)
    await queueVoidConsentMails(
      queries,
      raised.map(({ id }) => id),
      new Date(raised[0]?.at ?? 0),
    )
  },
  remove: (queries, { values }) => markResultsStale(queries, [values.admissionSessionId]),
}

/**
 * Once results of the session are released, each change of the rule needs a reason of its own,
 * since the next results are ranked in another way. Undo takes back a change together with its
 * reason.
 */
async function findReasonIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof admissionProgrammes>[],
): Promise<readonly FieldIssues[]> {
  const lacksReason = writes.map(
    ({ action, before, record, changed }) =>
      before !== null &&
      action !== 'undo' &&
      changesAnyOf(changed, ...rankingRuleFields) &&
      (record.changeReason === null || !('changeReason' in changed)),
  )
  const sessionIds = writes
    .filter((_, at) => lacksReason[at])
    .map(({ record }) => record.admissionSessionId)
  if (sessionIds.length === 0) return []
  const released = await runStatement(
    queries,
    sql`select distinct ${pick({ sessionId: admissionRound.admissionSessionId })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${admissionRound.admissionSessionId} = any(${sessionIds}::uuid[]) and ${isOneOfLiterals(admissionDraft.state, ['released', 'notified'])}`,
  )
  return writes.map(
    ({ record }, at): FieldIssues =>
      lacksReason[at] && released.some((one) => one.sessionId === record.admissionSessionId)
        ? { changeReason: [{ code: 'ranking.reasonMissing' }] }
        : {},
  )
}

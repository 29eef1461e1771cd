/**
 * Requires the dates of an admission session and of its rounds to be in order, and records whether
 * a session has rounds.
 */
import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { ResourceCode } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/records.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { notifyApplicantsInput } from '#resources/admission/date-notices.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { moveConfirmBy, noticeIssue, noticeWarnings, storeNotice } from './date-notices.ts'
import { moveNotification } from './ranking/notification-time.ts'

const admissionSession = table(admissionSessions)
const admissionRound = table(admissionRounds)

const roundColumns = pick(
  columns(
    admissionRound,
    'id',
    'admissionSessionId',
    'name',
    'number',
    'resultsOn',
    'appealUntil',
    'confirmBy',
  ),
)
type Round = (typeof roundColumns)['~selects']

/** Dates of a round, in their order. */
const roundFields = ['resultsOn', 'appealUntil', 'confirmBy'] as const

/** A date with the record that it belongs to. The session itself has no round. */
interface OrderedDate {
  readonly field: (typeof roundFields)[number] | keyof SessionDates
  readonly day: string
  readonly round: Pick<Round, 'id' | 'name'> | null
}

/** Dates of a session that follow its last round. Either may be the later one. */
const lastFields = ['waitingEndsOn', 'enrolUntil'] as const
type LastField = (typeof lastFields)[number]

export const sessionDateFields = ['closesAt', ...lastFields] as const
type SessionDates = { readonly [field in (typeof sessionDateFields)[number]]: string | null }

/** The dates of a session that are set, in the order that they must have. */
function datesInOrder(
  { closesAt, ...dates }: SessionDates,
  rounds: readonly Round[],
  lastField: LastField,
): OrderedDate[] {
  const last = dates[lastField]
  const sorted = [...rounds].sort((one, other) => one.number - other.number)
  return [
    ...(closesAt === null
      ? []
      : [
          {
            field: 'closesAt',
            day: today(new Date(Date.parse(closesAt) - 1)),
            round: null,
          } as const,
        ]),
    ...sorted.flatMap((round) =>
      roundFields.flatMap((field) => {
        const day = round[field]
        return day === null ? [] : [{ field, day, round }]
      }),
    ),
    ...(last === null ? [] : [{ field: lastField, day: last, round: null }]),
  ]
}

/** The rule that two neighbouring dates break, if any: the later one's and the earlier one's. */
function brokenRule(
  earlier: OrderedDate,
  later: OrderedDate,
): { later: Issue; earlier: Issue } | null {
  const isOneRound = earlier.round?.id === later.round?.id
  // A session may close on the day of the first results. Waiting lists and the enrolment may end on
  // the last day for confirming a place.
  const isInOrder =
    isOneRound || earlier.round === null || later.round === null
      ? earlier.day <= later.day
      : earlier.day < later.day
  if (isInOrder) return null
  if (isOneRound)
    return {
      later: { code: `admission.dates.before.${earlier.field}` },
      earlier: { code: `admission.dates.after.${later.field}` },
    }
  return {
    later: earlier.round
      ? { code: 'admission.dates.before.round', params: { round: earlier.round.name } }
      : { code: 'admission.dates.before.closesAt' },
    earlier: later.round
      ? { code: 'admission.dates.after.round', params: { round: later.round.name } }
      : { code: `admission.dates.after.${later.field}` },
  }
}

/**
 * Issues of the dates that a write changes, by field. A date that was out of order before is
 * refused only if the write changes it or its neighbour.
 */
function orderIssues(
  session: SessionDates,
  rounds: readonly Round[],
  isChanged: (date: OrderedDate) => boolean,
): FieldIssues {
  const issues = lastFields.flatMap((lastField) => {
    const dates = datesInOrder(session, rounds, lastField)
    return dates.slice(1).flatMap((later, index): [string, Issue[]][] => {
      const earlier = dates[index]
      const broken = earlier ? brokenRule(earlier, later) : null
      if (!broken || !earlier) return []
      if (isChanged(later)) return [[later.field, [broken.later]]]
      return isChanged(earlier) ? [[earlier.field, [broken.earlier]]] : []
    })
  })
  return Object.fromEntries(issues)
}

const noDates: SessionDates = { closesAt: null, waitingEndsOn: null, enrolUntil: null }

const readRounds = (queries: Queries, sessionIds: readonly string[]) =>
  runStatement(
    queries,
    sql`select ${roundColumns} from ${admissionRound} where ${admissionRound.admissionSessionId} = any(${sessionIds}::uuid[])`,
  )

/** Refuses dates of rounds that are out of order, and warns of two last days that coincide. */
export const admissionRoundHooks = (
  { database, clock }: Context,
  recordsWithin: (queries: Queries) => Records,
): ResourceCode<typeof admissionRounds> => ({
  inputs: { update: notifyApplicantsInput },
  prepare: async (writes) =>
    writes.map((write) => noticeIssue('admission-rounds', write, clock.now())),
  validate: {
    fields: ['admissionSessionId', 'number', ...roundFields],
    async work(writes) {
      const written = writes.map(({ before, record }, at) => ({
        ...record,
        id: before?.id ?? `new ${at}`,
      }))
      const sessionIds = [...new Set(written.map(({ admissionSessionId }) => admissionSessionId))]
      const [stored, sessions] = await Promise.all([
        readRounds(database, sessionIds),
        runStatement(
          database,
          sql`select ${pick(columns(admissionSession, 'id', ...sessionDateFields))} from ${admissionSession} where ${admissionSession.id} = any(${sessionIds}::uuid[])`,
        ),
      ])
      const rounds = [
        ...new Map([...stored, ...written].map((round) => [round.id, round])).values(),
      ]
      return writes.map(({ before, changed }, at): FieldIssues => {
        const { id, admissionSessionId } = written[at] ?? {}
        const isMoved = before === null || 'number' in changed
        return orderIssues(
          sessions.find((session) => session.id === admissionSessionId) ?? noDates,
          rounds.filter((round) => round.admissionSessionId === admissionSessionId),
          ({ round, field }) => round?.id === id && (isMoved || field in changed),
        )
      })
    },
  },
  after: {
    fields: roundFields,
    async work(queries, events, { addWarning, reportWrite }) {
      const created = events.filter(({ before }) => before === null)
      await recordRounds(
        recordsWithin(queries),
        created.map(({ record }) => record.admissionSessionId),
        true,
      )
      for (const { id, before, record, changed, input } of events) {
        const [warning] = warningsOf(record)
        if (warning) addWarning(id, { confirmBy: [warning] })
        if (before === null) continue
        const { confirmBy } = before.values
        if ('confirmBy' in changed && confirmBy !== null && record.confirmBy !== null) {
          await moveConfirmBy(queries, recordsWithin(queries), {
            ...{ roundId: id, before: confirmBy, after: record.confirmBy },
          })
          reportWrite(registrations.name)
        }
        if ('resultsOn' in changed) {
          const { resultsOn } = record
          await moveNotification(queries, recordsWithin(queries), {
            ...{ roundId: id, resultsOn, now: clock.now() },
          })
          reportWrite(admissionDrafts.name)
        }
        const moved = {
          resource: 'admission-rounds',
          id,
          sessionId: record.admissionSessionId,
        } as const
        await storeNotice(
          queries,
          { ...moved, before: before.values, after: record },
          { input, now: clock.now() },
        )
      }
    },
  },
  async afterRemoval(queries, removed) {
    const ids = removed.map(({ values }) => values.admissionSessionId)
    const remaining = await readRounds(queries, ids)
    const withRounds = new Set(remaining.map(({ admissionSessionId }) => admissionSessionId))
    await recordRounds(
      recordsWithin(queries),
      ids.filter((id) => !withRounds.has(id)),
      false,
    )
  },
  detail: async (_permit, record) => ({
    warnings: [...warningsOf(record), ...(await noticeWarnings(database, record.id))],
  }),
})

/**
 * Records in sessions whether they have rounds, which then have the last days for appeals. The
 * form of a session can read only its own fields.
 */
async function recordRounds(
  records: Records,
  sessionIds: readonly string[],
  hasRounds: boolean,
): Promise<void> {
  const permit = systemPermit('admission', admissionSessions, 'update')
  for (const id of new Set(sessionIds))
    await records.applyInternalChange(permit, {
      ...{ id, action: 'update' },
      values: () => ({ hasRounds, ...(hasRounds && { appealUntil: null }) }),
    })
}

/** Places can still change until appeals are answered, so confirming should be possible later. */
const warningsOf = ({ appealUntil, confirmBy }: { readonly [field: string]: unknown }): Issue[] =>
  typeof confirmBy === 'string' && confirmBy === appealUntil
    ? [{ code: 'admission.dates.duringAppeals' }]
    : []

/**
 * Issues of the dates of sessions that writes change: applications close before the first results,
 * and waiting lists and the enrolment end after the last round.
 */
export async function sessionDateIssues(
  queries: Queries,
  sessions: readonly (SessionDates & {
    readonly id: string
    readonly isChanged: (field: keyof SessionDates) => boolean
  })[],
): Promise<readonly FieldIssues[]> {
  const rounds = await readRounds(
    queries,
    sessions.map(({ id }) => id),
  )
  return sessions.map(({ id, isChanged, ...dates }) =>
    orderIssues(
      dates,
      rounds.filter(({ admissionSessionId }) => admissionSessionId === id),
      ({ round, field }) => round === null && isSessionDate(field) && isChanged(field),
    ),
  )
}

const isSessionDate = (field: OrderedDate['field']): field is keyof SessionDates =>
  (sessionDateFields as readonly string[]).includes(field)

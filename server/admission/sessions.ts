import { today } from '@matricola/schema/values/dates.ts'
import { fold, sortKey } from '@matricola/schema/values/folding.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { PlannedWrite, ResourceCode } from '@matricola/server/records/hooks.ts'
import {
  columns,
  expr,
  intoColumns,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { notifyApplicantsInput } from '#resources/admission/date-notices.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { settings } from '#resources/settings.ts'
import { noticeIssue, noticeWarnings, storeNotice } from './date-notices.ts'
import { sessionDateFields, sessionDateIssues } from './date-order.ts'

const admissionSession = table(admissionSessions)
const settingsRow = table(settings)

/**
 * Creates an admission session for the current year at the first startup, because every application
 * belongs to a session. Staff edit it later.
 */
export async function ensureAdmissionSession(queries: Queries): Promise<void> {
  const year = Number(today(new Date()).slice(0, 4))
  const name = String(year)
  const academicYear = `${year}-${year + 1}`
  await runStatement(
    queries,
    sql`insert into ${intoColumns(admissionSession, 'id', 'name', 'nameKey', 'academicYear', 'academicYearKey', 'searchText')}
     select ${uuidv7()}::uuid, ${name}, ${sortKey(name)}, ${academicYear}, ${sortKey(academicYear)}, ${fold(name)}
     where not exists (select from ${admissionSession}) on conflict do nothing`,
  )
  const latest = expr<string>`(select ${admissionSession.id} from ${admissionSession} order by ${admissionSession.createdAt} desc, ${admissionSession.id} desc limit 1)`
  await runStatement(
    queries,
    sql`update ${settingsRow} ${setValues(settingsRow, { admissionSessionId: latest })} where ${settingsRow.admissionSessionId} is null`,
  )
}

/**
 * Allows at most one parallel session per degree, since the session of an application follows from
 * the degree, and requires applications to close before the first results, and waiting lists and the
 * enrolment to end after the last round.
 */
export const admissionSessionHooks = ({
  database,
  clock,
}: Context): ResourceCode<typeof admissionSessions> => ({
  inputs: { update: notifyApplicantsInput },
  prepare: async (writes) =>
    writes.map((write) => noticeIssue('admission-sessions', write, clock.now())),
  validate: {
    fields: ['isConcurrent', 'degree', ...sessionDateFields],
    async work(writes) {
      const [degrees, closing] = await Promise.all([
        degreeIssues(database, writes),
        sessionDateIssues(
          database,
          writes.map(({ before, record: { closesAt, waitingEndsOn, enrolUntil }, changed }) => ({
            ...{ id: before?.id ?? uuidv7(), closesAt, waitingEndsOn, enrolUntil },
            isChanged: (field) => field in changed,
          })),
        ),
      ])
      return writes.map((_, at) => ({ ...degrees[at], ...closing[at] }))
    },
  },
  async after(queries, events) {
    for (const { id, before, record, input } of events)
      if (before)
        await storeNotice(
          queries,
          {
            ...{ resource: 'admission-sessions', id, sessionId: id },
            ...{ before: before.values, after: record },
          },
          { input, now: clock.now() },
        )
  },
  detail: async (_permit, { id }) => ({ warnings: await noticeWarnings(database, id) }),
})

async function degreeIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof admissionSessions>[],
): Promise<readonly FieldIssues[]> {
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(admissionSession, 'id', 'name', 'degree'))} from ${admissionSession} where ${admissionSession.isConcurrent}`,
  )
  const additional = new Map(rows.map((row) => [row.id, row]))
  return writes.map(({ before, record: { isConcurrent, degree, name } }, at): FieldIssues => {
    const id = before?.id ?? `new ${at}`
    additional.delete(id)
    if (!isConcurrent || degree === null) return {}
    const other = [...additional.values()].find((one) => one.degree === degree)
    if (other)
      return { isConcurrent: [{ code: 'admission.degreeTaken', params: { name: other.name } }] }
    additional.set(id, { id, name, degree })
    return {}
  })
}

/** Reads the dates of admission sessions that applicants have to know. */

import type { Queries } from '@matricola/server/database/database.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import {
  type ColumnsOf,
  columns,
  expr,
  jsonRows,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'

const admissionSession = table(admissionSessions)
const admissionRound = table(admissionRounds)
const academicYear = table(academicYears)

/**
 * SQL for the last day for appeals of a session in which programmes decide one by one. If the
 * session has rounds, each of them has its own.
 */
export const appealDayWithoutRounds = (
  session: ColumnsOf<typeof admissionSessions, 'id' | 'appealUntil'>,
) =>
  expr<
    string | null
  >`case when not exists (select from ${admissionRound} where ${admissionRound.admissionSessionId} = ${session.id}) then ${session.appealUntil} end`

/** SQL for the dates of a session. */
export const datesOfSession = {
  ...columns(admissionSession, 'opensAt', 'closesAt', 'waitingEndsOn', 'enrolFrom', 'enrolUntil'),
  appealUntil: appealDayWithoutRounds(admissionSession),
  rounds: jsonRows(
    sql`select ${pick({ ...columns(admissionRound, 'id', 'version', 'name', 'resultsOn', 'appealUntil', 'confirmBy'), names: allTranslations(admissionRound.name) })} from ${admissionRound} where ${admissionRound.admissionSessionId} = ${admissionSession.id} order by ${admissionRound.number}`,
  ),
  studiesBegin: expr<
    string | null
  >`(select ${academicYear.startsOn} from ${academicYear} where ${academicYear.name} = ${admissionSession.academicYear})`,
}

/** Returns the dates of sessions by id. */
export async function readAdmissionDates(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdmissionDates>> {
  if (ids.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: admissionSession.id, ...datesOfSession })} from ${admissionSession} where ${admissionSession.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, ...dates }) => [id, dates]))
}

export const noAdmissionDates: AdmissionDates = {
  opensAt: null,
  closesAt: null,
  appealUntil: null,
  rounds: [],
  waitingEndsOn: null,
  enrolFrom: null,
  enrolUntil: null,
  studiesBegin: null,
}

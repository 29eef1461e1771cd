/** The chosen programmes of an application in the current admission sessions. */

import type { Queries } from '@matricola/server/database/database.ts'
import { columns, expr, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { specializations } from '#resources/specializations.ts'
import type { CurrentSessions } from './current-sessions.ts'

const specialization = table(specializations)
const admissionProgramme = outerTable(admissionProgrammes)

const chosenProgramme = pick({
  ...columns(specialization, 'id', 'cycle'),
  ...columns(admissionProgramme, 'admissionSessionId'),
  fee: expr<number | null>`${admissionProgramme.applicationFee}::float8`,
})

/** A programme in a session. The session is null if none of them ranks the programme. */
export type ChosenProgramme = (typeof chosenProgramme)['~selects']

/** Returns a row for each programme and session. */
export function readChosenProgrammes(
  queries: Queries,
  intakes: CurrentSessions,
  ids: readonly unknown[],
): Promise<readonly ChosenProgramme[]> {
  const sessions = intakes.flatMap(({ admissionSessionId }) => admissionSessionId ?? [])
  return runStatement(
    queries,
    sql`select ${chosenProgramme} from ${specialization} left join ${admissionProgramme} on ${admissionProgramme.specializationId} = ${specialization.id} and ${admissionProgramme.admissionSessionId} = any(${sessions}::uuid[])
     where ${specialization.id} = any(${ids}::uuid[])`,
  )
}

/** Returns the application fee: the highest of the programmes in that session; null if none has one. */
export function highestFee(chosen: readonly ChosenProgramme[], sessionId: string | null): number | null {
  const fees = chosen.flatMap(({ admissionSessionId, fee }) => (admissionSessionId === sessionId ? (fee ?? []) : []))
  return fees.length > 0 ? Math.max(...fees) : null
}

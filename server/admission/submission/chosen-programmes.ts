/** The chosen programmes of an application in the current admission sessions. */

import type { Queries } from '@matricola/server/database/database.ts'
import { columns, expr, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { specializations } from '#resources/specializations.ts'
import type { CurrentSessions } from './current-sessions.ts'

const z = table(specializations, 'z')
const p = outerTable(admissionProgrammes, 'p')

const chosenProgramme = pick({
  ...columns(z, 'id', 'cycle'),
  ...columns(p, 'admissionSessionId'),
  fee: expr<number | null>`${p.applicationFee}::float8`,
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
    sql`select ${chosenProgramme} from ${z} left join ${p} on ${p.specializationId} = ${z.id} and ${p.admissionSessionId} = any(${sessions}::uuid[])
     where ${z.id} = any(${ids}::uuid[])`,
  )
}

/** Returns the application fee: the highest of the programmes in that session; null if none has one. */
export function highestFee(chosen: readonly ChosenProgramme[], sessionId: string | null): number | null {
  const fees = chosen.flatMap(({ admissionSessionId, fee }) => (admissionSessionId === sessionId ? (fee ?? []) : []))
  return fees.length > 0 ? Math.max(...fees) : null
}

import { type BookedEntry, type OpenCharge, openCharges } from '#model/academic/open-charges.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { effectSql, standsSql } from '#server/university/computed.ts'

/** What a student owes in all, in RON, and which charges that is. */
export interface StudentAccount {
  readonly balance: number
  readonly open: readonly OpenCharge[]
}

/** The account of a student; nothing is owed by nobody. */
export async function accountOf(queries: Queries, studentId: string | null): Promise<StudentAccount> {
  const [sum] = await queries.query<{ balance: number }>(
    `select coalesce(sum(${effectSql('f')}), 0)::float8 as balance from finances f where f.student_id = $1::uuid`,
    [studentId],
  )
  const entries = await queries.query<BookedEntry>(
    `select f.id, f.direction, f.amount::float8 as amount, f.description, f.due_on::text as "dueOn", f.booked_on::text as "bookedOn"
     from finances f where f.student_id = $1::uuid and ${standsSql('f')}`,
    [studentId],
  )
  return { balance: sum?.balance ?? 0, open: openCharges(entries) }
}

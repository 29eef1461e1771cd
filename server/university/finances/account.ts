import type { StudentAccount } from '#model/academic/account.ts'
import { type BookedEntry, openCharges } from '#model/academic/open-charges.ts'
import { finances } from '#resources/finances.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, expr, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { effectOf, stands } from '#server/university/computed.ts'

const f = table(finances, 'f')

/** The account of a student; nothing is owed by nobody. */
export async function accountOf(queries: Queries, studentId: string | null): Promise<StudentAccount> {
  const [sum] = await run(
    queries,
    sql`select ${pick({ balance: expr<number>`coalesce(sum(${effectOf(f)}), 0)::float8` })} from ${f} where ${f.studentId} = ${studentId}::uuid`,
  )
  const entries = await run(
    queries,
    sql`select ${pick({
      ...columns(f, 'id', 'direction', 'description'),
      amount: expr<BookedEntry['amount']>`${f.amount}::float8`,
      dueOn: expr<BookedEntry['dueOn']>`${f.dueOn}::text`,
      bookedOn: expr<BookedEntry['bookedOn']>`${f.bookedOn}::text`,
    })}
     from ${f} where ${f.studentId} = ${studentId}::uuid and ${stands(f)}`,
  )
  return { balance: sum?.balance ?? 0, open: openCharges(entries) }
}

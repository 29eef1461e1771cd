import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import type { LedgerEntry, StudentAccount } from '#resources/academic/account.ts'
import { type BookedEntry, openCharges } from '#resources/academic/open-charges.ts'
import { studentAccount, studentLedger } from '#resources/calls/dashboard.ts'
import { finances } from '#resources/finances.ts'
import { students } from '#resources/students.ts'
import { balanceEffectOf, isEffectiveEntry } from '#server/computed.ts'
import { findUniversityAccount } from './university-account.ts'

const ledgerEntry = table(finances)
const reversal = outerTable(finances, 'reversal')
const student = table(students)

/** The account of a student. A caller may read it if they may read finances, and this student. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  registerCall(app, studentAccount, async ({ caller, params: { id } }) => {
    await records.get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(await readAccountToPay(context.database, id))
  })
  registerCall(app, studentLedger, async ({ caller, params: { id } }) => {
    await records.get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(await readLedger(context.database, id))
  })
}

/**
 * Returns the balance and open charges of a student. For null, returns a balance of 0 and no
 * charges.
 */
export async function readStudentAccount(
  queries: Queries,
  studentId: string | null,
): Promise<Omit<StudentAccount, 'payTo'>> {
  const [sum] = await runStatement(
    queries,
    sql`select ${pick({ balance: expr<number>`coalesce(sum(${balanceEffectOf(ledgerEntry)}), 0)::float8` })} from ${ledgerEntry} where ${ledgerEntry.studentId} = ${studentId}::uuid`,
  )
  return { balance: sum?.balance ?? 0, open: openCharges(await readEntries(queries, studentId)) }
}

/** Returns the valid entries of a student. */
const readEntries = (queries: Queries, studentId: string | null) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(ledgerEntry, 'id', 'direction', 'description', 'chargeId'),
      amount: expr<BookedEntry['amount']>`${ledgerEntry.amount}::float8`,
      dueOn: expr<BookedEntry['dueOn']>`${ledgerEntry.dueOn}::text`,
      bookedOn: expr<BookedEntry['bookedOn']>`${ledgerEntry.bookedOn}::text`,
    })}
     from ${ledgerEntry} where ${ledgerEntry.studentId} = ${studentId}::uuid and ${isEffectiveEntry(ledgerEntry)}`,
  )

/**
 * Like `readStudentAccount`, but also returns the bank account to pay to if the student owes
 * anything.
 */
export async function readAccountToPay(
  queries: Queries,
  studentId: string,
): Promise<StudentAccount> {
  const account = await readStudentAccount(queries, studentId)
  if (account.balance <= 0) return { ...account, payTo: null }
  const [[payer], to] = await Promise.all([
    runStatement(
      queries,
      sql`select ${pick({ reference: student.matriculationNumber })} from ${student} where ${student.id} = ${studentId}::uuid`,
    ),
    findUniversityAccount(queries),
  ])
  return { ...account, payTo: payer && to ? { ...to, ...payer } : null }
}

/**
 * Returns all entries of a student, latest first, each with the balance after it. Entries of the
 * same day are in order of creation. Entries that were created together are in order of their due
 * dates.
 */
export async function readLedger(
  queries: Queries,
  studentId: string,
): Promise<{ balance: number; entries: LedgerEntry[] }> {
  const order = expr`${ledgerEntry.bookedOn}, ${ledgerEntry.createdAt}, ${ledgerEntry.dueOn}, ${ledgerEntry.id}`
  const entries = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        ledgerEntry,
        'id',
        'direction',
        'description',
        'receiptNumber',
        'reversalOfId',
        'reversalReason',
      ),
      bookedOn: expr<string>`${ledgerEntry.bookedOn}::text`,
      dueOn: expr<string | null>`${ledgerEntry.dueOn}::text`,
      effect: expr<number>`${balanceEffectOf(ledgerEntry)}::float8`,
      balance: expr<number>`(sum(${balanceEffectOf(ledgerEntry)}) over (order by ${order} rows unbounded preceding))::float8`,
      reversedOn: expr<string | null>`${reversal.bookedOn}::text`,
    })}
     from ${ledgerEntry} left join ${reversal} on ${reversal.reversalOfId} = ${ledgerEntry.id} where ${ledgerEntry.studentId} = ${studentId}::uuid order by ${order}`,
  )
  return { balance: entries.at(-1)?.balance ?? 0, entries: entries.toReversed() }
}

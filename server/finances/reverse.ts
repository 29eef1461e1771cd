import { today } from '@matricola/schema/values/dates.ts'
import { AppError, refusalWithReason } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { derivePermit, type Permit } from '@matricola/server/policy/permit.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { equalsLiteral, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { finances } from '#resources/finances.ts'
import { receipts } from '#resources/receipts.ts'
import { isEffectiveEntry } from '#server/computed.ts'
import { voidReceipt } from './receipts.ts'

const ledgerEntry = table(finances)
const receipt = table(receipts)

/** Fields that the reversal copies from the reversed entry. */
const copiedFields = [
  'studentId',
  'registrationId',
  'direction',
  'kind',
  'amount',
  'description',
  'academicYearId',
] as const

interface ReversalContext extends Pick<Context, 'clock'> {
  /** Access to the database in the caller's transaction. */
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
}

/**
 * Records the reversal of an entry. If it is the only one of a receipt that passed no cash desk, the
 * receipt is voided. Throws as `storeReversal` does, and `transition.refused` for an entry of any
 * other receipt, which is voided or refunded as a whole.
 */
export async function reverseEntry(
  context: ReversalContext,
  entry: StoredRecord,
  reason: string,
): Promise<void> {
  const { receiptId } = entry.values
  if (typeof receiptId !== 'string') return await storeReversal(context, entry, reason)
  const [found] = await runStatement(
    context.queries,
    sql`select ${pick({
      cashSessionId: receipt.cashSessionId,
      state: receipt.state,
      entries: expr<number>`(select count(*)::int from ${ledgerEntry} where ${ledgerEntry.receiptId} = ${receipt.id})`,
    })} from ${receipt} where ${receipt.id} = ${receiptId}`,
  )
  if (found?.state !== 'valid') throw new AppError('transition.refused', { allowed: [] })
  if (found.cashSessionId !== null || found.entries > 1)
    throw refusalWithReason('transition.refused', { _: [{ code: 'receipt.voidInstead' }] })
  await voidReceipt(context, receiptId, reason)
}

/**
 * Stores the reversal of an entry, dated today. Throws `access.denied`, and `transition.refused` if
 * the entry is a reversal or has been reversed. If two transactions reverse the same entry
 * concurrently, a unique index rejects one of them.
 */
export async function storeReversal(
  { records, queries, permit, clock }: ReversalContext,
  { id, values }: StoredRecord,
  reason: string,
): Promise<void> {
  const financePermit = derivePermit(permit, finances, 'create')
  if (!financePermit) throw new AppError('access.denied')
  const [reversal] = await runStatement(
    queries,
    sql`select 1 from ${ledgerEntry} where ${ledgerEntry.reversalOfId} = ${id}::uuid`,
  )
  if (values.reversalOfId || reversal) throw new AppError('transition.refused', { allowed: [] })
  const body: Values = Object.fromEntries(copiedFields.map((name) => [name, values[name] ?? null]))
  await records.insert(
    financePermit,
    { ...body, bookedOn: today(clock.now()) },
    { reversalOfId: id, reversalReason: reason },
  )
}

/** Reverses all charges of a student that have not been reversed. */
export async function reverseCharges(
  context: ReversalContext,
  { studentId, reason }: { readonly studentId: string; readonly reason: string },
): Promise<void> {
  const charges = await runStatement(
    context.queries,
    sql`select ${pick({ id: ledgerEntry.id })} from ${ledgerEntry} where ${ledgerEntry.studentId} = ${studentId}::uuid and ${equalsLiteral(ledgerEntry.direction, 'charge')} and ${isEffectiveEntry(ledgerEntry)}
     order by ${ledgerEntry.id}`,
  )
  for (const { id } of charges)
    await reverseEntry(context, await context.records.getStored(context.permit, id), reason)
}

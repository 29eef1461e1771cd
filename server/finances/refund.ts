/** Refunds of a receipt, in full or in part. */
import { today } from '@matricola/schema/values/dates.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { derivePermit } from '@matricola/server/policy/permit.ts'
import type { TransactionContext } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { toBani } from '#resources/academic/open-charges.ts'
import type { PaymentMethod } from '#resources/academic/payments.ts'
import { finances } from '#resources/finances.ts'
import { receipts } from '#resources/receipts.ts'
import { balanceEffectOf } from '#server/computed.ts'
import { getOpenSession, issueReceipt } from './receipts.ts'

const ledgerEntry = table(finances)
const receipt = table(receipts)

/**
 * Refunds a payment, up to what has not been refunded, in the transaction that locks its receipt.
 * The refund reopens the charges that the payment settled, the latest first; credit comes before
 * them. Throws `input.invalid` for an amount that is too high.
 */
export async function refundReceipt(
  { records, queries, permit }: TransactionContext,
  clock: Pick<Context['clock'], 'now'>,
  { id, values }: StoredRecord<typeof receipts>,
  input: Values,
): Promise<void> {
  const entryPermit = derivePermit(permit, finances, 'create')
  if (!entryPermit) throw new AppError('access.denied')
  const amount = Number(input.refundAmount)
  const method = input.refundMethod as PaymentMethod // checked against the declared choices
  const document = String(input.decision)
  const day = today(clock.now())
  const parts = await readRefundable(queries, id)
  const max = parts.reduce((sum, { open }) => sum + toBani(open), 0) / 100
  if (amount > max)
    throw invalidInput({ refundAmount: [{ code: 'number.tooLarge', params: { max } }] })
  const session =
    method === 'transfer'
      ? null
      : await getOpenSession(queries, permit.actor.id, day, 'refundMethod')
  const issued = await issueReceipt(
    { records, queries, permit },
    session ?? { label: `${document} · ${values.label}`.slice(0, 40) },
    {
      direction: 'refund',
      amount,
      method,
      document,
      bookedOn: day,
      studentId: values.studentId,
      registrationId: values.registrationId,
      cashSessionId: session?.id ?? null,
      refundOfId: id,
      refundReason: String(input.refundFor),
    },
  )
  let rest = toBani(amount)
  for (const { open, chargeId, ...part } of parts) {
    const refunded = Math.min(rest, toBani(open))
    rest -= refunded
    if (refunded > 0)
      await records.insert(
        entryPermit,
        {
          ...part,
          studentId: values.studentId,
          registrationId: values.registrationId,
          direction: 'refund',
          amount: refunded / 100,
          bookedOn: day,
          method,
          receiptNumber: issued.label,
        },
        { chargeId, receiptId: issued.id },
      )
  }
}

/** Returns what is left of each charge's part of a payment, in the order of refunding. */
const readRefundable = (queries: Queries, id: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(ledgerEntry, 'chargeId', 'kind', 'description'),
      open: expr<number>`(-sum(${balanceEffectOf(ledgerEntry)}))::float8`,
    })} from ${ledgerEntry} join ${receipt} on ${receipt.id} = ${ledgerEntry.receiptId}
     where (${receipt.id} = ${id} or ${receipt.refundOfId} = ${id}) and ${equalsLiteral(receipt.state, 'valid')}
     group by ${ledgerEntry.chargeId}, ${ledgerEntry.kind}, ${ledgerEntry.description}
     having sum(${balanceEffectOf(ledgerEntry)}) < 0
     order by (${ledgerEntry.chargeId} is null) desc, max(${ledgerEntry.id}::text) desc`,
  )

/** Lines of a bank statement: matching them to fees, and booking them in the ledger. */
import { createHash } from 'node:crypto'
import { sortKey } from '@matricola/schema/values/folding.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { derivePermit, systemPermit } from '@matricola/server/policy/permit.ts'
import {
  type Hooks,
  type Prepared,
  prepareEach,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { referenceCodesIn } from '#resources/admission/reference-code.ts'
import type { bankPayments } from '#resources/bank-payments.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import {
  feeKinds,
  readApplicationFees,
  readConfirmationFees,
} from '#server/admission/ranking/fee.ts'
import { isEffectiveEntry } from '#server/computed.ts'
import { entryDescription } from './entry-description.ts'
import { reverseEntry } from './reverse.ts'

const ledgerEntry = table(finances)
const registration = table(registrations)

/**
 * Lines of bank statements. They are written one at a time, so that each write sees the bookings of
 * the lines before it.
 */
export const bankPaymentHooks = (
  context: Context,
  recordsWithin: (queries: Queries) => Records,
): Hooks<typeof bankPayments> => ({
  prepare: prepareEach((write) => preparePayment(context, write)),
  after: {
    mustStoreAlone: () => true,
    work: (queries, events) =>
      bookPayments({ texts: context.texts, records: recordsWithin(queries), queries }, events),
  },
  remove: (queries, record) =>
    reversePayment(
      { texts: context.texts, clock: context.clock, records: recordsWithin(queries), queries },
      record,
    ),
})

type Resource = typeof bankPayments
type Fee = keyof typeof feeKinds
type Line = WriteDraft<Resource>['record']

/** Identifies a line: by the bank's transaction id, else by its content. */
const fingerprintOf = ({ transactionId, bookedOn, amount, details, payer }: Line) =>
  createHash('sha256')
    .update(
      JSON.stringify(transactionId === null ? [bookedOn, amount, details, payer] : [transactionId]),
    )
    .digest('hex')

/**
 * Returns the values that the server adds to a new line or to one that staff book. Throws
 * `input.invalid` if it is booked already.
 */
async function preparePayment(
  { database }: Pick<Context, 'database'>,
  write: WriteDraft<Resource>,
): Promise<Prepared | undefined> {
  const { before, action, record } = write
  if (before !== null)
    return action === 'book'
      ? { set: { receiptNumber: await getFreeReceiptNumber(database, before.values) } }
      : undefined
  const fingerprint = fingerprintOf(record)
  const found = await matchLine(database, { ...record, fingerprint })
  return { set: { fingerprint, ...found } }
}

/**
 * Returns the application and fee if the line pays the exact amount due; otherwise the reason why a
 * user has to decide.
 */
async function matchLine(queries: Queries, line: Line & { readonly fingerprint: string }) {
  const codes = referenceCodesIn(line.details)
  const applications = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id'))} from ${registration} where ${registration.referenceCode} = any(${codes}::text[]) limit 2`,
  )
  const [application, another] = applications
  if (!application) return { finding: 'noReference' }
  if (another) return { finding: 'several' }
  const registrationId = application.id
  const openFees = await readOpenFees(queries, registrationId)
  if (openFees.length === 0) return { finding: 'nothingDue', registrationId }
  const match = openFees.find(({ due }) => due === line.amount)
  if (!match) return { finding: 'differs', registrationId }
  const receiptNumber = await findReceiptNumber(queries, line)
  if (receiptNumber === null) return { finding: 'bookedBefore', registrationId }
  return { finding: 'matched', registrationId, fee: match.fee, state: 'booked', receiptNumber }
}

interface OpenFee {
  readonly fee: Fee
  readonly due: number
}

/** Returns the fees that are due now. Declined applications, and confirmed places that are paid for, owe nothing. */
async function readOpenFees(queries: Queries, id: string): Promise<readonly OpenFee[]> {
  const [open] = await runStatement(
    queries,
    sql`select ${pick({
      isOpen: expr<boolean>`${differsFromLiteral(registration.status, 'declined')}`,
      holdsPlace: expr<boolean>`(${equalsLiteral(registration.status, 'accepted')} and ${registration.wonSpecializationId} is not null and (${registration.confirmedAt} is null or ${registration.payBy} is not null))`,
    })} from ${registration} where ${registration.id} = ${id}`,
  )
  const application = open?.isOpen ? (await readApplicationFees(queries, [id])).get(id) : undefined
  const confirmation = open?.holdsPlace
    ? (await readConfirmationFees(queries, [id])).get(id)?.due
    : undefined
  return [
    ...(application ? [{ fee: 'application' as const, due: application }] : []),
    ...(confirmation ? [{ fee: 'confirmation' as const, due: confirmation }] : []),
  ]
}

/**
 * Maximum number of times that a line can be booked. Before each further booking, the previous one
 * must have been reversed.
 */
const maxBookings = 9

/**
 * Returns the receipt number for booking a line: the bank's transaction id, with a count if earlier
 * entries under it were reversed. Returns null if an entry is still valid or there are too many.
 */
async function findReceiptNumber(
  queries: Queries,
  { transactionId, fingerprint }: Pick<Line, 'transactionId' | 'fingerprint'>,
) {
  const base = transactionId ?? `B-${String(fingerprint).slice(0, 16)}`
  const numbers = [base, ...Array.from({ length: maxBookings - 1 }, (_, at) => `${base}/${at + 2}`)]
  const existing = await runStatement(
    queries,
    sql`select ${pick({ number: ledgerEntry.receiptNumber, isEffective: isEffectiveEntry(ledgerEntry) })} from ${ledgerEntry} where ${ledgerEntry.receiptNumberKey} = any(${numbers.map(sortKey)}::text[])`,
  )
  if (existing.some((entry) => entry.isEffective)) return null
  return numbers[existing.length] ?? null
}

async function getFreeReceiptNumber(
  queries: Queries,
  line: Pick<Line, 'transactionId' | 'fingerprint'>,
): Promise<string> {
  const number = await findReceiptNumber(queries, line)
  if (number === null) throw invalidInput({ transactionId: [{ code: 'value.taken' }] })
  return number
}

/**
 * Books lines that were matched or assigned by a user, in the transaction of the write. Throws
 * `transition.refused` for a new line whose fee was paid in the meantime. A retry sees the current
 * amount.
 */
async function bookPayments(
  {
    texts,
    records,
    queries,
  }: Pick<Context, 'texts'> & { readonly records: Records; readonly queries: Queries },
  events: readonly WriteEvent<Resource>[],
): Promise<void> {
  for (const { before, record, permit } of events) {
    const { registrationId, fee, amount, bookedOn, receiptNumber, state } = record
    if (
      state !== 'booked' ||
      before?.values.state === 'booked' ||
      registrationId === null ||
      fee === null
    )
      continue
    const financePermit = derivePermit(permit, finances, 'create')
    if (!financePermit) throw new AppError('access.denied')
    await runStatement(
      queries,
      sql`select 1 from ${registration} where ${registration.id} = ${registrationId} for update`,
    )
    if (
      before === null &&
      !(await readOpenFees(queries, registrationId)).some(
        (openFee) => openFee.fee === fee && openFee.due === amount,
      )
    )
      throw new AppError('transition.refused')
    await records.insert(financePermit, {
      ...{
        registrationId,
        direction: 'payment',
        kind: feeKinds[fee],
        amount,
        bookedOn,
        method: 'transfer',
        receiptNumber,
      },
      description: await entryDescription(texts, queries, fee, {}),
    })
  }
}

/**
 * Reverses the entry of a line that is being deleted, such as when its import is undone. Throws
 * `transition.refused` if the payment has confirmed a place.
 */
async function reversePayment(
  {
    texts,
    clock,
    records,
    queries,
  }: Pick<Context, 'texts' | 'clock'> & { readonly records: Records; readonly queries: Queries },
  { values }: StoredRecord<Resource>,
): Promise<void> {
  const { registrationId, fee, receiptNumber, state } = values
  if (state !== 'booked' || registrationId === null || receiptNumber === null) return
  const [application] = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'confirmedAt'))} from ${registration} where ${registration.id} = ${registrationId} for update`,
  )
  if (fee === 'confirmation' && application?.confirmedAt)
    throw new AppError('transition.refused', { fields: { _: [{ code: 'payment.confirmed' }] } })
  const permit = systemPermit('admission', finances, 'create')
  const entries = await runStatement(
    queries,
    sql`select ${pick({ id: ledgerEntry.id })} from ${ledgerEntry} where ${ledgerEntry.receiptNumberKey} = ${sortKey(receiptNumber)} and ${isEffectiveEntry(ledgerEntry)}`,
  )
  const reason = await entryDescription(texts, queries, 'takenBack', {})
  for (const { id } of entries)
    await reverseEntry(
      { records, queries, permit, clock },
      await records.getStored(permit, id),
      reason,
    )
}

/** Receipts: taking their numbers, issuing, voiding and refunding them. */
import type { RecordOf } from '@matricola/schema/resource.ts'
import { timeZone } from '@matricola/schema/values/dates.ts'
import { sortKey } from '@matricola/schema/values/folding.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { derivePermit, type Permit, permitForActor } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { cashSessions } from '#resources/cash-sessions.ts'
import { finances } from '#resources/finances.ts'
import { receiptSeries } from '#resources/receipt-series.ts'
import { receipts } from '#resources/receipts.ts'
import { seriesIsClosed } from '#server/computed.ts'

const ledgerEntry = table(finances)
const receipt = table(receipts)
const series = table(receiptSeries)
const cashSession = table(cashSessions)

/** The highest number of a series. Receipts print six digits. */
const maxNumber = 999_999

export const receiptLabel = (code: string, number: number) =>
  `${code} ${String(number).padStart(6, '0')}`

export interface ReceiptContext {
  /** Access to the database in the caller's transaction. */
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
}

type NewReceipt = Pick<
  RecordOf<typeof receipts>,
  'direction' | 'amount' | 'method' | 'bookedOn' | 'studentId' | 'registrationId'
> &
  Partial<
    Pick<
      RecordOf<typeof receipts>,
      'payer' | 'document' | 'cashSessionId' | 'refundOfId' | 'refundReason'
    >
  >

/** The number of a receipt: the next one of a series, or one from elsewhere. */
export type ReceiptNumber = { readonly seriesId: string } | { readonly label: string }

/**
 * Issues a receipt in the caller's transaction, which also books its entries. Throws
 * `input.invalid` if the series gives no numbers, and `record.taken` if a number from elsewhere is
 * taken.
 */
export async function issueReceipt(
  { records, queries, permit }: ReceiptContext,
  number: ReceiptNumber,
  values: NewReceipt,
): Promise<{ readonly id: string; readonly label: string }> {
  const numbered = 'seriesId' in number ? await takeNumber(queries, number.seriesId) : number
  const { id } = await records.insert(
    permitForActor(permit.actor, receipts, 'create'),
    {},
    { ...values, ...numbered, bookedById: permit.actor.id },
  )
  return { id, label: numbered.label }
}

/**
 * Takes the next number of a series. The row stays locked until the transaction ends, so a number
 * is free again if it fails, and the next caller waits for it.
 */
async function takeNumber(queries: Queries, seriesId: string) {
  const [taken] = await runStatement(
    queries,
    sql`update ${series} ${setValues(series, { nextNumber: expr<number>`${series.nextNumber} + 1` })}
     where ${series.id} = ${seriesId} and ${series.isActive} and ${series.nextNumber} <= ${maxNumber} and not ${seriesIsClosed(series)}
     returning ${pick({ code: series.code, number: expr<number>`${series.nextNumber} - 1` })}`,
  )
  if (taken)
    return { seriesId, number: taken.number, label: receiptLabel(taken.code, taken.number) }
  const [found] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(series, 'code', 'isActive'), isClosed: seriesIsClosed(series) })} from ${series} where ${series.id} = ${seriesId}`,
  )
  const code = found?.isClosed
    ? 'series.closed'
    : found?.isActive
      ? 'series.full'
      : 'series.inactive'
  throw invalidInput({ method: [{ code, params: { series: found?.code ?? '' } }] })
}

/**
 * Issues the receipt of an entry whose number comes from elsewhere. Throws `record.taken` if the
 * number is taken, or looks like one of the university's series.
 */
export async function issueExternalReceipt(
  context: ReceiptContext,
  label: string,
  values: NewReceipt,
): Promise<string> {
  const { queries } = context
  const [seriesCode = ''] = /^[A-Z]+(?= \d+$)/.exec(label) ?? []
  const [taken] = await runStatement(
    queries,
    sql`select 1 where exists (select from ${ledgerEntry} where ${ledgerEntry.receiptNumberKey} = ${sortKey(label)})
     or exists (select from ${receipt} where ${receipt.labelKey} = ${sortKey(label)}) or exists (select from ${series} where ${series.code} = ${seriesCode})`,
  )
  const isTaken = () =>
    new AppError('record.taken', { fields: { receiptNumber: [{ code: 'value.taken' }] } })
  if (taken) throw isTaken()
  try {
    return (await issueReceipt(context, { label }, values)).id
  } catch (error) {
    // A concurrent transaction took the number after the check.
    throw error instanceof AppError && error.code === 'record.taken' ? isTaken() : error
  }
}

/** Voids a receipt, which reverses its entries (`receiptHooks`). */
export async function voidReceipt(
  { records, permit }: ReceiptContext,
  id: string,
  voidReason: string,
): Promise<void> {
  const receiptPermit = derivePermit(permit, receipts, 'act')
  if (!receiptPermit) throw new AppError('access.denied')
  await records.applyInternalChange(receiptPermit, {
    id,
    action: 'void',
    values: () => ({ state: 'voided', voidReason }),
  })
}

export interface OpenSession {
  readonly id: string
  readonly seriesId: string
}

/**
 * Locks and returns the open cash session of a user. Throws `input.invalid` if there is none, or if
 * it was opened on an earlier day; `field` is the input to which the issue belongs.
 */
export async function getOpenSession(
  queries: Queries,
  cashierId: string | null,
  day: string,
  field = 'method',
): Promise<OpenSession> {
  const [session] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(cashSession, 'id', 'seriesId'),
      openedOn: expr<string>`(${cashSession.openedAt} at time zone ${timeZone}::text)::date::text`,
    })} from ${cashSession} where ${cashSession.cashierId} = ${cashierId}::uuid and ${equalsLiteral(cashSession.state, 'open')} for no key update`,
  )
  if (!session) throw invalidInput({ [field]: [{ code: 'cash.noSession' }] })
  if (session.openedOn !== day)
    throw invalidInput({
      [field]: [{ code: 'cash.earlierOpen', params: { day: session.openedOn } }],
    })
  return session
}

/** Locks a cash session and throws `transition.refused` if it is no longer open. */
export async function assertSessionOpen(queries: Queries, id: string): Promise<void> {
  const [open] = await runStatement(
    queries,
    sql`select 1 from ${cashSession} where ${cashSession.id} = ${id} and ${equalsLiteral(cashSession.state, 'open')} for no key update`,
  )
  if (!open) throw new AppError('transition.refused', { allowed: [] })
}

/** Returns the open cash session of a user with its series; null if there is none. */
export async function findOpenDesk(queries: Queries, cashierId: string) {
  const [desk] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(cashSession, 'id', 'openedAt'),
      ...columns(series, 'code', 'desk', 'nextNumber'),
      receipts: expr<number>`(select count(*)::int from ${receipt} where ${receipt.cashSessionId} = ${cashSession.id})`,
    })} from ${cashSession} join ${series} on ${series.id} = ${cashSession.seriesId}
     where ${cashSession.cashierId} = ${cashierId}::uuid and ${equalsLiteral(cashSession.state, 'open')}`,
  )
  return desk ?? null
}

/** Returns the series that give numbers and have no open cash session. */
export const readFreeSeries = (queries: Queries) =>
  runStatement(
    queries,
    sql`select ${pick(columns(series, 'id', 'code', 'desk'))} from ${series} where ${series.isActive} and not ${seriesIsClosed(series)}
     and not exists (select from ${cashSession} where ${cashSession.seriesId} = ${series.id} and ${equalsLiteral(cashSession.state, 'open')}) order by ${series.code}`,
  )

/** The server code of receipts, their series, and cash sessions. */
import { today } from '@matricola/schema/values/dates.ts'
import { invalidInput, refusalWithReason } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { permitForActor } from '@matricola/server/policy/permit.ts'
import {
  type PlannedWrite,
  prepareEach,
  type ResourceCode,
  type TransactionContext,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  equalsLiteral,
  expr,
  pick,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { toBani } from '#resources/academic/open-charges.ts'
import { cashSessions } from '#resources/cash-sessions.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { receiptSeries } from '#resources/receipt-series.ts'
import { receipts } from '#resources/receipts.ts'
import { isEffectiveEntry, latestRestore, seriesIsClosed, sessionCash } from '#server/computed.ts'
import { assertSessionOpen, receiptLabel } from './receipts.ts'
import { refundReceipt } from './refund.ts'
import { storeReversal } from './reverse.ts'

const ledgerEntry = table(finances)
const receipt = table(receipts)
const series = table(receiptSeries)
const cashSession = table(cashSessions)

/** Maximum number of receipts between a backup and the restore that an administrator can record. */
const maxMissing = 1000

/** A voided receipt has no effect: its entries are reversed in the same transaction. */
export const receiptHooks = (
  { clock }: Pick<Context, 'clock'>,
  recordsWithin: (queries: Queries) => Records,
): ResourceCode<typeof receipts> => ({
  actions: {
    refund: {
      work: (transaction, record, { input }) => refundReceipt(transaction, clock, record, input),
    },
  },
  after: {
    fields: ['state'],
    onCreate: false,
    async work(queries, events) {
      const records = recordsWithin(queries)
      for (const { id, record, permit } of events) {
        if (record.cashSessionId !== null) await assertSessionOpen(queries, record.cashSessionId)
        await assertNotRefunded(queries, id)
        const entryPermit = permitForActor(permit.actor, finances, 'create')
        const entries = await runStatement(
          queries,
          sql`select ${pick({ id: ledgerEntry.id })} from ${ledgerEntry} where ${ledgerEntry.receiptId} = ${id} and ${isEffectiveEntry(ledgerEntry)} order by ${ledgerEntry.id}`,
        )
        for (const entry of entries)
          await storeReversal(
            { records, queries, permit: entryPermit, clock },
            await records.getStored(entryPermit, entry.id),
            record.voidReason ?? '',
          )
      }
    },
  },
})

/** Throws `transition.refused` if a payment has a refund that is valid. */
async function assertNotRefunded(queries: Queries, id: string): Promise<void> {
  const [refund] = await runStatement(
    queries,
    sql`select ${pick({ label: receipt.label })} from ${receipt} where ${receipt.refundOfId} = ${id} and ${equalsLiteral(receipt.state, 'valid')} limit 1`,
  )
  if (refund)
    throw refusalWithReason('transition.refused', {
      _: [{ code: 'receipt.refunded', params: { receipt: refund.label } }],
    })
}

/** Series. A new one starts after all numbers that were given under its code. */
export const receiptSeriesHooks = ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): ResourceCode<typeof receiptSeries> => ({
  prepare: prepareEach(async ({ before }) =>
    before === null ? { set: { confirmedRestore: await readLatestRestore(database) } } : undefined,
  ),
  validate: {
    fields: [],
    work: async (writes, queries) => {
      const issues: FieldIssues[] = []
      for (const { record } of writes) issues.push(await seriesIssues(queries, record))
      return issues
    },
  },
  actions: {
    reopen: {
      work: (transaction, record, { input }) =>
        reopenSeries(transaction, clock, record, Number(input.lastNumber)),
    },
  },
})

async function readLatestRestore(queries: Queries): Promise<string | null> {
  const [found] = await runStatement(queries, sql`select ${pick({ at: latestRestore })}`)
  return found?.at ?? null
}

async function seriesIssues(
  queries: Queries,
  { code, nextNumber }: PlannedWrite<typeof receiptSeries>['record'],
): Promise<FieldIssues> {
  const pattern = `^${code} [0-9]{1,6}$`
  const numberIn = (label: SqlExpression<string | null>) =>
    expr<number>`max(split_part(${label}, ' ', 2)::int)`
  const [last] = await runStatement(
    queries,
    sql`select ${pick({
      number: expr<number | null>`greatest(
        (select ${numberIn(receipt.label)} from ${receipt} where ${receipt.label} ~ ${pattern}),
        (select ${numberIn(ledgerEntry.receiptNumber)} from ${ledgerEntry} where ${ledgerEntry.receiptNumber} ~ ${pattern}))`,
    })}`,
  )
  const given = last?.number ?? 0
  return nextNumber > given
    ? {}
    : { nextNumber: [{ code: 'series.used', params: { number: given } }] }
}

/**
 * Opens a series after a restore, and records each number that was printed after the backup was
 * made. Throws `input.invalid` for a last number that cannot be right.
 */
async function reopenSeries(
  { records, queries, permit }: TransactionContext,
  clock: Pick<Context['clock'], 'now'>,
  { id, values }: StoredRecord<typeof receiptSeries>,
  lastNumber: number,
): Promise<void> {
  const { code, nextNumber } = values
  const limits = { min: nextNumber - 1, max: nextNumber + maxMissing - 1 }
  if (lastNumber < limits.min || lastNumber > limits.max)
    throw invalidInput({
      lastNumber: [
        lastNumber < limits.min
          ? { code: 'number.tooSmall', params: { min: limits.min } }
          : { code: 'number.tooLarge', params: { max: limits.max } },
      ],
    })
  const receiptPermit = permitForActor(permit.actor, receipts, 'create')
  for (let number = nextNumber; number <= lastNumber; number++)
    await records.insert(
      receiptPermit,
      {},
      {
        label: receiptLabel(code, number),
        seriesId: id,
        number,
        bookedOn: today(clock.now()),
        bookedById: permit.actor.id,
        state: 'afterBackup',
      },
    )
  const confirmedRestore = await readLatestRestore(queries)
  await records.applyInternalChange(permit, {
    id,
    action: 'reopen',
    values: () => ({ nextNumber: lastNumber + 1, confirmedRestore }),
  })
}

/** Cash sessions. The series must give numbers, and a difference must be explained. */
export const cashSessionHooks: ResourceCode<typeof cashSessions> = {
  validate: {
    fields: ['state'],
    locksRows: true,
    async work(writes, queries) {
      const issues: FieldIssues[] = []
      for (const write of writes) issues.push(await sessionIssues(queries, write))
      return issues
    },
  },
}

async function sessionIssues(
  queries: Queries,
  { before, action, record }: PlannedWrite<typeof cashSessions>,
): Promise<FieldIssues> {
  if (before === null) {
    const [found] = await runStatement(
      queries,
      sql`select ${pick({ code: series.code, isClosed: seriesIsClosed(series) })} from ${series} where ${series.id} = ${record.seriesId}::uuid`,
    )
    return found?.isClosed
      ? { seriesId: [{ code: 'series.closed', params: { series: found.code } }] }
      : {}
  }
  if (action !== 'close' || record.note !== null) return {}
  // Payments lock the session too, so the expected amount is final.
  const [session] = await runStatement(
    queries,
    sql`select ${pick({ expected: expr<number>`${sessionCash(cashSession)}::float8` })} from ${cashSession} where ${cashSession.id} = ${before.id} for update`,
  )
  const difference = (toBani(record.counted ?? 0) - toBani(session?.expected ?? 0)) / 100
  return difference === 0
    ? {}
    : { note: [{ code: 'cash.difference', params: { difference, currency: defaultCurrency } }] }
}

/**
 * Erases payers and payment details of bank lines when their application is erased or their
 * retention ends. The day and the amount are kept.
 */
import { today } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { storedColumns } from '@matricola/server/sql/storage.ts'
import { changeTable, jobItemTable, jobTable } from '@matricola/server/sql/tables.ts'
import {
  assigned,
  columns,
  expr,
  pick,
  runStatement,
  type SqlExpression,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { bankPayments } from '#resources/bank-payments.ts'
import { settings } from '#resources/settings.ts'

const bankPayment = table(bankPayments)
const settingsRow = table(settings)
const change = table(changeTable)
const jobItem = table(jobItemTable)
const job = table(jobTable)

const erasedPayerValues = { payer: null, details: '-', note: null } as const

/**
 * SQL condition: whether a line belongs to an application, or mentions its reference number and
 * belongs to none.
 */
const isLineOf = ({ id, reference }: { readonly id: string; readonly reference: string }) =>
  expr<boolean>`(${bankPayment.registrationId} = ${id} or (${bankPayment.registrationId} is null
    and upper(regexp_replace(${bankPayment.details}, '[^A-Za-z0-9]', '', 'g')) like '%' || ${reference}::text || '%'))`

/** SQL condition: whether the retention of a line has ended and it still has personal data. */
const isOver = (now: Date) =>
  expr<boolean>`(${bankPayment.bookedOn} + make_interval(months => (select ${settingsRow.bankLineMonths} from ${settingsRow})) <= ${today(now)}::date
    and (${bankPayment.payer} is not null or ${bankPayment.note} is not null or ${bankPayment.details} <> ${erasedPayerValues.details}))`

/** Returns the lines of an application for its export. */
export const readBankLines = (
  queries: Queries,
  application: { readonly id: string; readonly reference: string },
) =>
  runStatement(
    queries,
    sql`select ${pick({ ...columns(bankPayment, 'amount', 'payer', 'details', 'note'), booked_on: bankPayment.bookedOn })} from ${bankPayment}
     where ${isLineOf(application)} order by ${bankPayment.bookedOn}, ${bankPayment.id}`,
  )

/** Erases payers and details of the lines of an application. */
export async function eraseBankLines(
  queries: Queries,
  {
    keys,
    ...application
  }: { readonly id: string; readonly reference: string; readonly keys: SecretKeys },
): Promise<void> {
  await eraseLines(queries, keys, await readLines(queries, isLineOf(application), null))
}

/** Returns the number of lines whose retention has ended. */
export async function countDueBankLines(queries: Queries, now: Date): Promise<number> {
  return (await readLines(queries, isOver(now), null)).length
}

/**
 * Erases payers and details of lines whose retention has ended, up to `limit`, and returns their
 * number.
 */
export async function eraseDueBankLines(
  queries: Queries,
  { keys, now, limit }: { readonly keys: SecretKeys; readonly now: Date; readonly limit: number },
): Promise<number> {
  const lines = await readLines(queries, isOver(now), limit)
  await eraseLines(queries, keys, lines)
  return lines.length
}

interface Line {
  readonly id: string
  readonly transactionId: string | null
}

const readLines = (
  queries: Queries,
  where: SqlExpression<boolean>,
  limit: number | null,
): Promise<readonly Line[]> =>
  runStatement(
    queries,
    sql`select ${pick(columns(bankPayment, 'id', 'transactionId'))} from ${bankPayment} where ${where} order by ${bankPayment.id} limit ${limit}`,
  )

async function eraseLines(
  queries: Queries,
  keys: SecretKeys,
  lines: readonly Line[],
): Promise<void> {
  const ids = lines.map(({ id }) => id)
  if (ids.length === 0) return
  for (const { id, transactionId } of lines) {
    const erasedColumns = storedColumns(
      bankPayments,
      erasedPayerValues,
      { ...erasedPayerValues, transactionId },
      { keys, id },
    )
    await runStatement(
      queries,
      sql`update ${bankPayment} set ${assigned(erasedColumns)} where ${bankPayment.id} = ${id}`,
    )
  }
  await runStatement(
    queries,
    sql`update ${change} ${setValues(change, { before: {}, after: {}, reason: null })}
     where ${change.resource} = 'bank-payments' and ${change.record_id} = any(${ids}::uuid[])`,
  )
  await runStatement(
    queries,
    sql`update ${jobItem} ${setValues(jobItem, { title: '', changes: null, issues: null, input: expr`case when ${job.finished_at} is null then ${jobItem.input} end` })}
     from ${job} where ${job.id} = ${jobItem.job_id} and ${job.resource} = 'bank-payments' and ${jobItem.record_id} = any(${ids}::uuid[])`,
  )
}

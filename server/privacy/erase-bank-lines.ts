/**
 * Erases payers and payment details of bank lines when their application is erased or their retention ends. The day and the amount
 * are kept.
 */
import { today } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { storedColumns } from '@matricola/server/sql/storage.ts'
import { changeTable, jobItemTable, jobTable } from '@matricola/server/sql/tables.ts'
import { assigned, columns, expr, pick, runStatement, type SqlExpression, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { bankPayments } from '#resources/bank-payments.ts'
import { settings } from '#resources/settings.ts'

const b = table(bankPayments, 'b')
const t = table(settings, 't')
const h = table(changeTable, 'h')
const i = table(jobItemTable, 'i')
const j = table(jobTable, 'j')

const erasedPayerValues = { payer: null, details: '-', note: null } as const

/** SQL condition: whether a line belongs to an application, or mentions its reference number and belongs to none. */
const isLineOf = ({ id, reference }: { readonly id: string; readonly reference: string }) =>
  expr<boolean>`(${b.registrationId} = ${id} or (${b.registrationId} is null
    and upper(regexp_replace(${b.details}, '[^A-Za-z0-9]', '', 'g')) like '%' || ${reference}::text || '%'))`

/** SQL condition: whether the retention of a line has ended and it still has personal data. */
const isOver = (now: Date) =>
  expr<boolean>`(${b.bookedOn} + make_interval(months => (select ${t.bankLineMonths} from ${t})) <= ${today(now)}::date
    and (${b.payer} is not null or ${b.note} is not null or ${b.details} <> ${erasedPayerValues.details}))`

/** Returns the lines of an application for its export. */
export const readBankLines = (queries: Queries, application: { readonly id: string; readonly reference: string }) =>
  runStatement(
    queries,
    sql`select ${pick({ ...columns(b, 'amount', 'payer', 'details', 'note'), booked_on: b.bookedOn })} from ${b}
     where ${isLineOf(application)} order by ${b.bookedOn}, ${b.id}`,
  )

/** Erases payers and details of the lines of an application. */
export async function eraseBankLines(
  queries: Queries,
  { keys, ...application }: { readonly id: string; readonly reference: string; readonly keys: SecretKeys },
): Promise<void> {
  await eraseLines(queries, keys, await readLines(queries, isLineOf(application), null))
}

/** Returns the number of lines whose retention has ended. */
export async function countDueBankLines(queries: Queries, now: Date): Promise<number> {
  return (await readLines(queries, isOver(now), null)).length
}

/** Erases payers and details of lines whose retention has ended, up to `limit`, and returns their number. */
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

const readLines = (queries: Queries, where: SqlExpression<boolean>, limit: number | null): Promise<readonly Line[]> =>
  runStatement(queries, sql`select ${pick(columns(b, 'id', 'transactionId'))} from ${b} where ${where} order by ${b.id} limit ${limit}`)

async function eraseLines(queries: Queries, keys: SecretKeys, lines: readonly Line[]): Promise<void> {
  const ids = lines.map(({ id }) => id)
  if (ids.length === 0) return
  for (const { id, transactionId } of lines) {
    const erasedColumns = storedColumns(bankPayments, erasedPayerValues, { ...erasedPayerValues, transactionId }, { keys, id })
    await runStatement(queries, sql`update ${b} set ${assigned(erasedColumns)} where ${b.id} = ${id}`)
  }
  await runStatement(
    queries,
    sql`update ${h} ${setValues(h, { before: {}, after: {}, reason: null })}
     where ${h.resource} = 'bank-payments' and ${h.record_id} = any(${ids}::uuid[])`,
  )
  await runStatement(
    queries,
    sql`update ${i} ${setValues(i, { title: '', changes: null, issues: null, input: expr`case when ${j.finished_at} is null then ${i.input} end` })}
     from ${j} where ${j.id} = ${i.job_id} and ${j.resource} = 'bank-payments' and ${i.record_id} = any(${ids}::uuid[])`,
  )
}

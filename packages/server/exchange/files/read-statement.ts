/**
 * Reads bank statements as tables: SWIFT MT940 and ISO 20022 CAMT.053. Only booked credits become
 * rows.
 */
import { type StatementPart, statementParts } from '@matricola/schema/bank-statement.ts'
import {
  type RawCell,
  type RawRow,
  type ReadOptions,
  textCell,
  unreadCell,
} from '../../ports/file-reader.ts'
import { readCamtEntries } from './read-camt.ts'
import { readMt940Entries } from './read-mt940.ts'
import type { StatementEntry } from './statement-entry.ts'

export type StatementFormat = 'mt940' | 'camt053'

/** Number of leading characters examined to detect the format. */
const headCharacters = 65_536

export function findStatementFormat(text: string): StatementFormat | undefined {
  const head = text.slice(0, headCharacters)
  if (/^\s*</.test(head))
    return /<(?:[\w.-]+:)?BkToCstmrStmt[\s/>]/.test(head) ? 'camt053' : undefined
  const isMt940 =
    /^(?:\{.*\{4:)?:20:/m.test(head) && /^:25P?:/m.test(head) && /^:(?:60[FM]|61):/m.test(head)
  return isMt940 ? 'mt940' : undefined
}

/**
 * Returns the rows of all statements in a file, headings first. Throws `import.unreadable` for an
 * invalid entry.
 */
export function readStatement(
  text: string,
  format: StatementFormat,
  { headings, currency }: NonNullable<ReadOptions['statement']>,
): { readonly rows: readonly RawRow[]; readonly leftOut: number } {
  const entries = format === 'mt940' ? readMt940Entries(text) : readCamtEntries(text)
  const incoming = entries.filter(({ isCredit, isBooked }) => isCredit && isBooked)
  const rows = incoming.map((entry, i) => ({
    position: i + 2,
    cells: statementParts.map((part) => cellOf(part, entry, currency)),
  }))
  const first = { position: 1, cells: statementParts.map((part) => headings[part]) }
  return { rows: [first, ...rows], leftOut: entries.length - incoming.length }
}

function cellOf(part: StatementPart, entry: StatementEntry, currency: string | undefined): RawCell {
  if (part !== 'amount') return textCell(entry[part].replace(/\s+/g, ' ').trim())
  const isOtherCurrency = entry.currency !== '' && entry.currency !== currency
  return isOtherCurrency
    ? unreadCell('currency', `${entry.amount} ${entry.currency}`)
    : Number(entry.amount)
}

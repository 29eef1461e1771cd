/** Where a table begins: titles often stand above its headings. */
import { fold } from '#model/values/folding.ts'
import { type Cell, isUnread, type RawRow } from '../../ports/file-reader.ts'

/** Filled rows among which the headings are looked for. */
export const maxRowsAbove = 30

/** Longest heading that is compared with others. */
const comparedLetters = 200

/** Headings that differ only in case, diacritics and signs are one: `E-mail *` is `email`. */
export const headingKey = (heading: string) => fold(heading.slice(0, comparedLetters)).replace(/[^\p{L}\p{N}]/gu, '')

export const isFilled = (cell: Cell | undefined) => cell !== undefined && !(typeof cell === 'string' && cell.trim() === '')

/**
 * Index of the row of headings among filled rows: the first of those with the most headings that the list knows. Where none
 * has any, the first row that is about as full as the rows are; a title fills fewer cells.
 */
export function headingRowOf(rows: readonly RawRow[], known: readonly string[]): number {
  const first = rows.slice(0, maxRowsAbove)
  const keys = new Set(known.map(headingKey))
  const matches = first.map(({ cells }) => new Set(cells.map(keyOf).filter((key) => keys.has(key))).size)
  const most = Math.max(0, ...matches)
  if (most > 0) return matches.indexOf(most)
  const filled = first.map(({ cells }) => cells.filter(isFilled).length)
  const usual = [...filled].sort((one, other) => one - other)[Math.floor(filled.length / 2)] ?? 1
  const found = filled.findIndex((count) => count >= usual / 2 && (count > 1 || usual === 1))
  return Math.max(0, found)
}

const keyOf = (cell: Cell) => (isUnread(cell) ? '' : headingKey(String(cell)))

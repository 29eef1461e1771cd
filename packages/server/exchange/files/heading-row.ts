/** Finds the heading row of a table. There are often titles above it. */
import { fold } from '@matricola/schema/values/folding.ts'
import { isUnreadCell, type RawCell, type RawRow } from '../../ports/file-reader.ts'

/** Number of filled rows that are searched for headings. */
export const maxSearchedRows = 30

/** Headings are compared up to this length. */
const maxComparedLength = 200

/** Normalizes a heading. Case, diacritics and punctuation are ignored: `E-mail *` is `email`. */
export const normalizedHeading = (heading: string) =>
  fold(heading.slice(0, maxComparedLength)).replace(/[^\p{L}\p{N}]/gu, '')

export const isFilled = (cell: RawCell | undefined) =>
  cell !== undefined && !(typeof cell === 'string' && cell.trim() === '')

/**
 * Returns the index of the heading row among filled rows: the first of those with the most known
 * headings. If no row has any, it is the first with at least half the median number of filled
 * cells, because a title fills fewer.
 */
export function findHeadingRow(rows: readonly RawRow[], known: readonly string[]): number {
  const first = rows.slice(0, maxSearchedRows)
  const keys = new Set(known.map(normalizedHeading))
  const matches = first.map(
    ({ cells }) => new Set(cells.map(keyOf).filter((key) => keys.has(key))).size,
  )
  const bestMatch = Math.max(0, ...matches)
  if (bestMatch > 0) return matches.indexOf(bestMatch)
  const filledCounts = first.map(({ cells }) => cells.filter(isFilled).length)
  const median =
    [...filledCounts].sort((one, other) => one - other)[Math.floor(filledCounts.length / 2)] ?? 1
  const found = filledCounts.findIndex(
    (count) => count >= median / 2 && (count > 1 || median === 1),
  )
  return Math.max(0, found)
}

const keyOf = (cell: RawCell) => (isUnreadCell(cell) ? '' : normalizedHeading(String(cell)))

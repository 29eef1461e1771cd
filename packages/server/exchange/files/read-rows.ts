/**
 * Reads headings and rows from a file of any format. Runs in a separate thread; see `read-file.ts`.
 */

import { maxImportColumns, maxImportRows } from '@matricola/schema/vocabulary.ts'
import {
  fileTooLarge,
  isUnreadCell,
  type ParsedFile,
  type RawCell,
  type RawRow,
  type ReadOptions,
  unreadableFile,
} from '../../ports/file-reader.ts'
import { findBinaryIssue, findTextIssue } from './file-kind.ts'
import { findHeadingRow, isFilled, maxSearchedRows } from './heading-row.ts'
import { readCsv } from './read-csv.ts'
import { decode } from './read-encoding.ts'
import { findStatementFormat, readStatement } from './read-statement.ts'
import { readXlsx } from './read-xlsx.ts'

/**
 * Maximum length of a heading, and of all cells together, in characters. The total limits the
 * memory that the main thread needs.
 */
const maxHeadingCharacters = 500
const maxCharacters = 12 * 1024 * 1024
/** Maximum number of characters per row that are shown when the user chooses the heading row. */
const maxRowCharacters = 100

/** Throws `import.unreadable` or `import.fileTooLarge` with a reason. */
export function readFileRows(bytes: Uint8Array, options: ReadOptions): ParsedFile {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isPacked) {
    const { sheets, sheet, rows } = readXlsx(bytes, options)
    return {
      format: 'xlsx',
      encoding: null,
      separator: null,
      sheets,
      sheet,
      leftOut: 0,
      ...toTable(rows, options),
    }
  }
  const binary = findBinaryIssue(bytes)
  if (binary) throw unreadableFile(binary)
  const { text, encoding } = decode(bytes, options.encoding)
  const statement = findStatementFormat(text)
  if (statement) {
    if (!options.statement) throw unreadableFile('table.statement')
    const { rows, leftOut } = readStatement(text, statement, options.statement)
    const table = toTable(rows, { ...options, headingRow: 1 })
    return {
      format: statement,
      encoding: null,
      separator: null,
      sheets: [],
      sheet: null,
      leftOut,
      ...table,
      firstRows: [],
    }
  }
  const kind = findTextIssue(text)
  if (kind) throw unreadableFile(kind)
  const { separator, rows } = readCsv(text, options)
  return {
    format: 'csv',
    encoding,
    separator,
    sheets: [],
    sheet: null,
    leftOut: 0,
    ...toTable(rows, options),
  }
}

type Table = Pick<
  ParsedFile,
  'headings' | 'headingRow' | 'rowsAbove' | 'firstRows' | 'rows' | 'converted'
>

/** Extracts the table. Drops rows above the headings, empty rows, and empty columns at the end. */
function toTable(all: readonly RawRow[], { headingRow, known = [] }: ReadOptions): Table {
  const filled = all.filter(({ cells }) => cells.some(isFilled))
  if (filled.length === 0) throw unreadableFile('table.empty')
  const headingIndex =
    headingRow === undefined
      ? findHeadingRow(filled, known)
      : filled.findIndex(({ position }) => position === headingRow)
  const first = filled[headingIndex]
  if (!first) throw unreadableFile('table.noSuchRow', { row: headingRow ?? 1 })
  const rest = filled.slice(headingIndex + 1)
  if (rest.length > maxImportRows) throw fileTooLarge('table.tooManyRows', { max: maxImportRows })
  const width = [first, ...rest].reduce(
    (max, { cells }) => Math.max(max, cells.findLastIndex(isFilled) + 1),
    0,
  )
  if (width > maxImportColumns)
    throw fileTooLarge('table.tooManyColumns', { max: maxImportColumns })
  const headings = Array.from({ length: width }, (_, i) =>
    withCurrentLetters(shownText(first.cells[i] ?? '').trim()),
  )
  if (
    first.cells.some((cell) => isUnreadCell(cell) && cell.fault === 'long') ||
    headings.some(({ length }) => length > maxHeadingCharacters)
  )
    throw fileTooLarge('table.headingTooLong', { max: maxHeadingCharacters })
  let converted = 0
  let characters = 0
  const rows = rest.map(({ position, cells }) => {
    const serialized = JSON.stringify(Array.from({ length: width }, (_, i) => cells[i] ?? ''))
    characters += serialized.length
    if (characters > maxCharacters) throw fileTooLarge('table.tooMuchText', { max: maxCharacters })
    const today = withCurrentLetters(serialized)
    if (today !== serialized) converted++
    return { position, cells: today }
  })
  const firstRows = filled
    .slice(0, maxSearchedRows)
    .map(({ position, cells }) => ({ position, text: rowText(cells) }))
  return {
    headings,
    headingRow: first.position,
    rowsAbove: headingIndex,
    firstRows,
    rows,
    converted,
  }
}

const shownText = (cell: RawCell) => (isUnreadCell(cell) ? cell.shown : String(cell))

const rowText = (cells: readonly RawCell[]) =>
  withCurrentLetters(
    cells
      .filter(isFilled)
      .map((cell) => shownText(cell).slice(0, maxRowCharacters).trim())
      .join(' · ')
      .slice(0, maxRowCharacters),
  )

const cedillaReplacements: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }
/**
 * Replaces cedilla letters, including those with a combining cedilla, with the comma-below letters
 * of modern Romanian.
 */
const withCurrentLetters = (text: string) =>
  text
    .replace(/[st]\u0327/gi, (pair) => pair.normalize('NFC'))
    .replace(/[şţŞŢ]/g, (old) => cedillaReplacements[old] ?? old)

/** Reads headings and rows from a file of any format. Runs in a separate thread; see `read-file.ts`. */

import { maxImportColumns, maxImportRows } from '#model/vocabulary.ts'
import { type Cell, isUnread, type RawRow, type ReadFile, type ReadOptions, tooLarge, unreadable } from '../../ports/file-reader.ts'
import { binaryKind, textKind } from './file-kind.ts'
import { headingRowOf, isFilled, maxRowsAbove } from './heading-row.ts'
import { readCsv } from './read-csv.ts'
import { decode } from './read-encoding.ts'
import { readStatement, statementFormat } from './read-statement.ts'
import { readXlsx } from './read-xlsx.ts'

/** Maximum length of a heading, and of all cells together, in characters. The total limits the memory that the main thread needs. */
const maxHeadingLetters = 500
const maxLetters = 12 * 1024 * 1024
/** Characters of each row that are shown when the user chooses the heading row. */
const maxRowLetters = 100

/** Throws `import.unreadable` or `import.tooLarge` with a reason. */
export function readRows(bytes: Uint8Array, options: ReadOptions): ReadFile {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isPacked) {
    const { sheets, sheet, rows } = readXlsx(bytes, options)
    return { format: 'xlsx', encoding: null, separator: null, sheets, sheet, leftOut: 0, ...shaped(rows, options) }
  }
  const binary = binaryKind(bytes)
  if (binary) throw unreadable(binary)
  const { text, encoding } = decode(bytes, options.encoding)
  const statement = statementFormat(text)
  if (statement) {
    if (!options.statement) throw unreadable('table.statement')
    const { rows, leftOut } = readStatement(text, statement, options.statement)
    const table = shaped(rows, { ...options, headingRow: 1 })
    return { format: statement, encoding: null, separator: null, sheets: [], sheet: null, leftOut, ...table, firstRows: [] }
  }
  const kind = textKind(text)
  if (kind) throw unreadable(kind)
  const { separator, rows } = readCsv(text, options)
  return { format: 'csv', encoding, separator, sheets: [], sheet: null, leftOut: 0, ...shaped(rows, options) }
}

type Table = Pick<ReadFile, 'headings' | 'headingRow' | 'rowsAbove' | 'firstRows' | 'rows' | 'converted'>

/** Extracts the table. Drops rows above the headings, empty rows, and empty columns at the end. */
function shaped(all: readonly RawRow[], { headingRow, known = [] }: ReadOptions): Table {
  const filled = all.filter(({ cells }) => cells.some(isFilled))
  if (filled.length === 0) throw unreadable('table.empty')
  const at = headingRow === undefined ? headingRowOf(filled, known) : filled.findIndex(({ position }) => position === headingRow)
  const first = filled[at]
  if (!first) throw unreadable('table.noSuchRow', { row: headingRow ?? 1 })
  const rest = filled.slice(at + 1)
  if (rest.length > maxImportRows) throw tooLarge('table.tooManyRows', { max: maxImportRows })
  const width = [first, ...rest].reduce((most, { cells }) => Math.max(most, cells.findLastIndex(isFilled) + 1), 0)
  if (width > maxImportColumns) throw tooLarge('table.tooManyColumns', { max: maxImportColumns })
  const headings = Array.from({ length: width }, (_, i) => ofToday(shownText(first.cells[i] ?? '').trim()))
  if (first.cells.some((cell) => isUnread(cell) && cell.fault === 'long') || headings.some(({ length }) => length > maxHeadingLetters))
    throw tooLarge('table.headingTooLong', { max: maxHeadingLetters })
  let converted = 0
  let letters = 0
  const rows = rest.map(({ position, cells }) => {
    const whole = JSON.stringify(Array.from({ length: width }, (_, i) => cells[i] ?? ''))
    letters += whole.length
    if (letters > maxLetters) throw tooLarge('table.tooMuchText', { max: maxLetters })
    const today = ofToday(whole)
    if (today !== whole) converted++
    return { position, cells: today }
  })
  const firstRows = filled.slice(0, maxRowsAbove).map(({ position, cells }) => ({ position, text: rowText(cells) }))
  return { headings, headingRow: first.position, rowsAbove: at, firstRows, rows, converted }
}

const shownText = (cell: Cell) => (isUnread(cell) ? cell.shown : String(cell))

const rowText = (cells: readonly Cell[]) =>
  ofToday(
    cells
      .filter(isFilled)
      .map((cell) => shownText(cell).slice(0, maxRowLetters).trim())
      .join(' · ')
      .slice(0, maxRowLetters),
  )

const letters: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }
/** Replaces cedilla letters, including those with a combining cedilla, with the comma-below letters of modern Romanian. */
const ofToday = (text: string) =>
  text.replace(/[st]\u0327/gi, (pair) => pair.normalize('NFC')).replace(/[şţŞŢ]/g, (old) => letters[old] ?? old)

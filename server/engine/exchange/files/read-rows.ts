/** From bytes to headings and rows, whatever the format. Runs in a thread of its own: see `read-file.ts`. */

import { maxImportColumns, maxImportRows } from '#model/vocabulary.ts'
import type { ImportReading } from '#model/wire/jobs.ts'
import { type Cell, type RawRow, type ReadFile, tooLarge, unreadable } from '../../ports/file-reader.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

/** Throws `import.unreadable`, `import.tooLarge`. */
export function readRows(bytes: Uint8Array, options: ImportReading): ReadFile {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isPacked) {
    const { sheets, sheet, rows } = readXlsx(bytes, options)
    return { format: 'xlsx', encoding: null, separator: null, sheets, sheet, ...shaped(rows) }
  }
  const { encoding, separator, rows } = readCsv(bytes, options)
  return { format: 'csv', encoding, separator, sheets: [], sheet: null, ...shaped(rows) }
}

const isEmpty = (cell: Cell | undefined) => cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** The first row that holds something has the headings; empty rows, and empty columns at the end, are nobody's. */
function shaped(all: readonly RawRow[]): Pick<ReadFile, 'headings' | 'rows' | 'converted'> {
  const [first, ...rest] = all.filter(({ cells }) => !cells.every(isEmpty))
  if (!first) throw unreadable()
  if (rest.length > maxImportRows) throw tooLarge()
  const width = Math.max(...[first, ...rest].map(({ cells }) => cells.findLastIndex((cell) => !isEmpty(cell)) + 1))
  if (width > maxImportColumns) throw tooLarge()
  let converted = 0
  const rows = rest.map(({ position, cells }) => {
    const whole = JSON.stringify(Array.from({ length: width }, (_, i) => cells[i] ?? ''))
    const today = ofToday(whole)
    if (today !== whole) converted++
    return { position, cells: today }
  })
  return { headings: Array.from({ length: width }, (_, i) => ofToday(String(first.cells[i] ?? '').trim())), rows, converted }
}

const letters: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }
/** Cedilla letters, and letters with a combining cedilla, as Romanian writes them today: with a comma below. */
const ofToday = (text: string) =>
  text.replace(/[st]\u0327/gi, (pair) => pair.normalize('NFC')).replace(/[şţŞŢ]/g, (old) => letters[old] ?? old)

import { formatNumericDate } from '@matricola/schema/values/dates.ts'
import { numberSigns } from '@matricola/schema/values/numbers.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ExchangeCell } from '../cell-formats.ts'
import type { FileSheet, FileWriter } from './file-writer.ts'

/** Separator that spreadsheets in this language expect; it must differ from the decimal sign. */
export const csvSeparator = (language: Language) =>
  numberSigns(language).decimal === ',' ? ';' : ','

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Returns a line (RFC 4180) with its line break. */
export function csvRow(
  cells: readonly ExchangeCell[],
  language: Language,
  isHumanReadable = false,
): string {
  const separator = csvSeparator(language)
  let line = ''
  for (let i = 0; i < cells.length; i++)
    line += (i === 0 ? '' : separator) + csvCell(cells[i] ?? null, language, isHumanReadable)
  return `${line}\r\n`
}

const special = /[",;\r\n]|^\s|\s$/

function csvCell(cell: ExchangeCell, language: Language, isHumanReadable: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  if (typeof cell === 'number')
    return numberSigns(language).decimal === ',' ? String(cell).replace('.', ',') : String(cell)
  if (typeof cell === 'boolean') return String(cell)
  const local = 'day' in cell ? cell.day : cell.moment
  return isHumanReadable ? localText(local, language) : local
}

/** Formats a date, or a timestamp to the minute. */
function localText(local: string, language: Language): string {
  const [day = '', time] = local.split(' ')
  return time === undefined
    ? formatNumericDate(day, language)
    : `${formatNumericDate(day, language)} ${time.slice(0, 5)}`
}

/** Writes CSV that spreadsheets in this language can open. */
export const csvWriter = ({ columns, language, isHumanReadable }: FileSheet): FileWriter => ({
  begin: () =>
    byteOrderMark +
    csvRow(
      columns.map(({ heading }) => heading),
      language,
    ),
  rows: (rows) => rows.map(({ cells }) => csvRow(cells, language, isHumanReadable)).join(''),
  end: () => '',
})

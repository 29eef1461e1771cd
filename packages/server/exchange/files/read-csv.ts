/**
 * Reads CSV as other programs write it: with one of four separators, quotes, line breaks inside
 * quotes, or Excel's `sep=` line.
 */

import { maxImportColumns, maxImportRows } from '@matricola/schema/vocabulary.ts'
import { type ImportSeparator, importSeparators } from '@matricola/schema/wire/job-states.ts'
import type { ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import { parse } from 'csv-parse/sync'
import { fileTooLarge, type RawRow, textCell, unreadableFile } from '../../ports/file-reader.ts'

interface ReadCsv {
  readonly separator: ImportSeparator
  readonly rows: readonly RawRow[]
}

const separatorLine = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r)/i
const delimiters = ['\r\n', '\n', '\r']

/**
 * Throws `import.unreadable` for an unterminated quote, and `import.fileTooLarge` for a line with
 * more cells than any sheet can have.
 */
export function readCsv(text: string, options: ImportFileOptions): ReadCsv {
  const line = separatorLine.exec(text)
  const body = line ? text.slice(line[0].length) : text
  // The regular expression matches only the characters in `importSeparators`.
  const separator =
    options.separator ?? (line?.[1] as ImportSeparator | undefined) ?? separatorOf(body)
  assertWidth(body, separator)
  const records = recordsOf(body, separator, maxImportRows * 2)
  return {
    separator,
    rows: records.map((cells, i) => ({ position: i + 1, cells: cells.map(textCell) })),
  }
}

/**
 * Columns of the widest possible sheet. This is above `maxImportColumns`, because many programs pad
 * lines with empty cells.
 */
const maxColumns = 16_384

/** Checks the width before parsing, because a line with millions of cells would take seconds. */
function assertWidth(text: string, separator: ImportSeparator): void {
  let cells = 1
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === separator) {
      if (++cells > maxColumns)
        throw fileTooLarge('table.tooManyColumns', { max: maxImportColumns })
    } else if (letter === '\n' || letter === '\r') cells = 1
  }
}

function recordsOf(text: string, separator: ImportSeparator, to: number): string[][] {
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: delimiters,
      relax_quotes: true,
      relax_column_count: true,
      to,
    })
  } catch {
    throw unreadableFile('table.openQuote')
  }
}

const sampleRows = 20
const sampleLength = 65_536

/**
 * Returns the separator with which the most rows have the same number of cells as the first row. On
 * a tie, returns the one that gives more cells.
 */
function separatorOf(text: string): ImportSeparator {
  const head = text.slice(0, sampleLength)
  const candidates = importSeparators.map((separator) => ({
    separator,
    ...regularity(widths(head, separator)),
  }))
  return candidates.reduce((best, next) =>
    next.score > best.score || (next.score === best.score && next.cells > best.cells) ? next : best,
  ).separator
}

function regularity([first = 1, ...others]: readonly number[]): { score: number; cells: number } {
  if (first === 1) return { score: 0, cells: 1 }
  const sameWidth = others.filter((width) => width === first).length
  return { score: others.length === 0 ? 1 : (1 + sameWidth) / (1 + others.length), cells: first }
}

/** Returns the number of cells in each of the first rows. */
function widths(text: string, separator: ImportSeparator): number[] {
  const found: number[] = []
  let cells = 1
  let isQuoted = false
  let isEmpty = true
  for (let i = 0; i < text.length && found.length < sampleRows; i++) {
    const letter = text[i]
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === separator) cells++
    else if (!isQuoted && (letter === '\n' || letter === '\r')) {
      if (!isEmpty) found.push(cells)
      cells = 1
      isEmpty = true
      continue
    }
    isEmpty = false
  }
  if (!isEmpty && found.length < sampleRows && text.length < sampleLength) found.push(cells)
  return found
}

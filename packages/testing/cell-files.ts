/** Cells as files and as text, for tests that read back what was written. */
import { buffer } from 'node:stream/consumers'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ExchangeCell } from '@matricola/server/exchange/cell-formats.ts'
import { fileColumn, streamFile } from '@matricola/server/exchange/export/export.ts'
import { csvRow } from '@matricola/server/exchange/files/write-csv.ts'
import { fileFormats } from '@matricola/server/exchange/files/write-file.ts'
import type { Texts } from '@matricola/server/texts.ts'

interface CellFile {
  readonly format: 'csv' | 'xlsx'
  readonly resource: AnyResource
  /** The field of the cells. */
  readonly name: string
  readonly texts: Texts
  readonly language: Language
}

/** Writes a file with a number and a cell in each row. */
export function fileOfCells(
  cells: readonly ExchangeCell[],
  { format, resource, name, texts, language }: CellFile,
): Promise<Buffer> {
  const rows = cells.map((cell, index) => ({ cells: [index, cell], value: {} }))
  const number = { name: 'n', heading: 'n', format: 'number', width: 5 } as const
  async function* onePage() {
    yield rows
  }
  const columns = [number, fileColumn(resource, name, { texts, language })]
  return buffer(streamFile(fileFormats[format], onePage(), { title: 'x', columns, language }))
}

/** Returns a cell as the text that a CSV file contains. */
export function cellAsText(cell: ExchangeCell, language: Language): string {
  const line = csvRow([cell], language).replace(/\r\n$/, '')
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}

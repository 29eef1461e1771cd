/** Formats of exported files, each written piece by piece. */
import type { ExportFormat } from '@matricola/schema/wire/exchange.ts'
import type { FileSheet, FileWriter } from './file-writer.ts'
import { csvWriter } from './write-csv.ts'
import { jsonWriter } from './write-json.ts'
import { xlsxWriter } from './write-xlsx.ts'

export interface FileFormat {
  readonly media: string
  /** The representation of a row that the writer needs, so that the other one is not built. */
  readonly rowFormat: 'cells' | 'value'
  writer(sheet: FileSheet): FileWriter
}

export const fileFormats: { readonly [F in ExportFormat]: FileFormat } = {
  csv: { media: 'text/csv; charset=utf-8', rowFormat: 'cells', writer: csvWriter },
  xlsx: {
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    rowFormat: 'cells',
    writer: xlsxWriter,
  },
  json: { media: 'application/json; charset=utf-8', rowFormat: 'value', writer: jsonWriter },
}

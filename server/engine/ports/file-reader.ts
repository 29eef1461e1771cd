/** Content of a file of rows, and how it was read. */
import type { ErrorCode } from '#model/wire/errors.ts'
import type { ImportEncoding, ImportReading, ImportSeparator } from '#model/wire/jobs.ts'

/** A date is `YYYY-MM-DD`, with `HH:MM:SS` or `HH:MM:SS.mmm` behind a space where it has a time. An empty cell is an empty text. */
export type Cell = string | number | boolean

/** The rows of one sheet as they come out of a format, empty ones included. */
export interface RawRow {
  /** As a spreadsheet counts: the first row is 1. */
  readonly position: number
  readonly cells: readonly Cell[]
}

export interface ReadFile {
  readonly format: 'csv' | 'xlsx'
  readonly encoding: ImportEncoding | null
  readonly separator: ImportSeparator | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headings: readonly string[]
  /** `cells`: as JSON, an array as long as the headings. */
  readonly rows: readonly { readonly position: number; readonly cells: string }[]
  /** Rows whose ş and ţ became ș and ț. */
  readonly converted: number
}

/** Why a file cannot be read. */
export class ReadFault extends Error {
  readonly code: Extract<ErrorCode, 'import.unreadable' | 'import.tooLarge'>
  constructor(code: 'import.unreadable' | 'import.tooLarge') {
    super(code)
    this.code = code
  }
}
export const unreadable = () => new ReadFault('import.unreadable')
export const tooLarge = () => new ReadFault('import.tooLarge')

export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly options: ImportReading
}
export type ReadAnswer = { readonly file: ReadFile } | { readonly fault: ReadFault['code'] }

/** Reads a file of rows. Throws `import.unreadable`, `import.tooLarge`, `server.busy`. */
export type FileReader = (bytes: Uint8Array, options: ImportReading) => Promise<ReadFile>

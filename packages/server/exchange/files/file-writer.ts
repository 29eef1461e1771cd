/** Common interface of the writers of row files. */
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ExchangeCell } from '../cell-formats.ts'

/** A column of a file. `format` selects the cell format, if the file format has cell formats. */
export interface FileColumn {
  /** Field name, and the key in JSON. */
  readonly name: string
  readonly heading: string
  readonly format: 'text' | 'number' | 'money' | 'day' | 'moment'
  /** In characters. */
  readonly width: number
}
export interface FileSheet {
  readonly title: string
  readonly columns: readonly FileColumn[]
  readonly language: Language
  /**
   * Whether dates are written as people of that language write them, if the format has no date
   * cells.
   */
  readonly isHumanReadable?: boolean
  /** Rows of a second sheet, if the format has sheets. */
  readonly notes?: { readonly title: string; readonly rows: readonly (readonly string[])[] }
}
export interface FileRow {
  readonly cells: readonly ExchangeCell[]
  /** The row in JSON. */
  readonly value: object
}

type FileChunk = string | Uint8Array
export interface FileWriter {
  begin(): FileChunk
  rows(rows: readonly FileRow[]): FileChunk | Promise<FileChunk>
  end(): FileChunk | Promise<FileChunk>
  /** Called last, also if the client disconnects. */
  close?(): void
}

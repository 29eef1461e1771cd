/** Rows on their way into a file, whatever its format. */
import type { Language } from '#model/vocabulary.ts'
import type { Cell } from '../cells.ts'

/** Look of a column where the format has looks. */
export interface FileColumn {
  /** Name of its field, which is its key in JSON. */
  readonly name: string
  readonly heading: string
  readonly look: 'text' | 'number' | 'money' | 'day' | 'moment'
  /** In characters. */
  readonly width: number
}
export interface FileSheet {
  readonly title: string
  readonly columns: readonly FileColumn[]
  readonly language: Language
  /** True when dates are spelled as people of the language read them, where the format has no dates of its own. */
  readonly isForPeople?: boolean
  /** Texts of a second sheet, row by row, where the format has sheets. */
  readonly notes?: { readonly title: string; readonly rows: readonly (readonly string[])[] }
}
export interface FileRow {
  readonly cells: readonly Cell[]
  /** Value of the row in JSON. */
  readonly value: object
}

type Piece = string | Uint8Array
export interface FileWriter {
  begin(): Piece
  rows(rows: readonly FileRow[]): Piece | Promise<Piece>
  end(): Piece | Promise<Piece>
  /** Called last of all, also when nobody reads on. */
  close?(): void
}

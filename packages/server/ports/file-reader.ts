/** The content of a file of rows, and how it was read. */
import type { StatementPart } from '@matricola/schema/bank-statement.ts'
import type { GenericErrorCode } from '@matricola/schema/wire/errors.ts'
import type {
  ImportEncoding,
  ImportFileOptions,
  ImportSeparator,
  WireImport,
} from '@matricola/schema/wire/jobs.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'

/**
 * Why a cell cannot be read: a formula without a stored value, an error value, a reference to a
 * missing shared string, bytes that are invalid in the file's encoding, a text that is too long, or
 * an amount in another currency.
 */
export type CellErrorCode = 'formula' | 'error' | 'textMissing' | 'letters' | 'long' | 'currency'

/** A cell whose content cannot be read. It never counts as empty. */
export interface UnreadCell {
  readonly fault: CellErrorCode
  /** Text that represents the cell on screen, at most `maxDisplayedCharacters` long. */
  readonly shown: string
}

/**
 * A date is `YYYY-MM-DD`, followed by a space and `HH:MM:SS` or `HH:MM:SS.mmm` if it has a time. An
 * empty cell is an empty string.
 */
export type RawCell = string | number | boolean | UnreadCell

export const isUnreadCell = (cell: unknown): cell is UnreadCell =>
  typeof cell === 'object' && cell !== null && 'fault' in cell

/** Maximum length of a cell, also of one that a user enters. Longer cells count as unreadable. */
export const maxCellCharacters = 20_000
const maxDisplayedCharacters = 200

export const unreadCell = (fault: CellErrorCode, text: string): UnreadCell => ({
  fault,
  shown:
    text.length > maxDisplayedCharacters ? `${text.slice(0, maxDisplayedCharacters - 1)}…` : text,
})

/** A replacement character, or a control character that no text encoding produces. */
const lostCharacters = /[\uFFFD\0\u0080-\u0084\u0086-\u009F]/

/** Returns a text as a cell. It is unreadable if part of the text was lost or if it is too long. */
export function textCell(text: string): RawCell {
  if (text.length > maxCellCharacters) return unreadCell('long', text)
  return lostCharacters.test(text)
    ? unreadCell('letters', text.replace(/[\0\u0080-\u009F]/g, '\uFFFD'))
    : text
}

/** A row of a sheet as the file format has it. Rows may be empty. */
export interface RawRow {
  /** Row number as in a spreadsheet: the first row is 1. */
  readonly position: number
  readonly cells: readonly RawCell[]
}

export interface ParsedFile {
  readonly format: WireImport['file']['format']
  readonly encoding: ImportEncoding | null
  readonly separator: ImportSeparator | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headings: readonly string[]
  /** Position of the heading row. Filled rows above it are not part of the table. */
  readonly headingRow: number
  readonly rowsAbove: number
  /** The first filled rows, one of which has the headings. */
  readonly firstRows: readonly { readonly position: number; readonly text: string }[]
  /**
   * Number of entries of a bank statement that are debits or not booked yet. They do not become
   * rows.
   */
  readonly leftOut: number
  /** `cells` is a JSON array with as many elements as there are headings. */
  readonly rows: readonly { readonly position: number; readonly cells: string }[]
  /** Number of rows in which ş and ţ were replaced with ș and ț. */
  readonly converted: number
}

type FileReadErrorCode = Extract<GenericErrorCode, 'import.unreadable' | 'import.tooLarge'>

/** A file that cannot be read, with the reason. */
export class FileReadError extends Error {
  readonly code: FileReadErrorCode
  readonly reason: Issue
  constructor(code: FileReadErrorCode, reason: Issue) {
    super(code)
    this.code = code
    this.reason = reason
  }
}
export const unreadableFile = (code = 'table.damaged', params?: Issue['params']) =>
  new FileReadError('import.unreadable', { code, ...(params && { params }) })
export const fileTooLarge = (code: string, params?: Issue['params']) =>
  new FileReadError('import.tooLarge', { code, ...(params && { params }) })

/** How a file is read, and facts about the resource it is imported into. */
export interface ReadOptions extends ImportFileOptions {
  /** Headings of the resource, by which the heading row is found. */
  readonly known?: readonly string[]
  /**
   * Headings for the parts of a bank statement and the currency of its amounts, if the resource
   * accepts statements.
   */
  readonly statement?: {
    readonly headings: { readonly [P in StatementPart]: string }
    readonly currency: string | undefined
  }
}

export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly options: ReadOptions
}
export type ReadResponse =
  | { readonly file: ParsedFile }
  | { readonly fault: FileReadErrorCode; readonly reason: Issue }

/** Reads a file of rows. Throws `import.unreadable`, `import.fileTooLarge` or `server.busy`. */
export type FileReader = (bytes: Uint8Array, options: ReadOptions) => Promise<ParsedFile>

/** Content of a file of rows, and how it was read. */
import type { StatementPart } from '#model/statement.ts'
import type { ErrorCode } from '#model/wire/errors.ts'
import type { ImportEncoding, ImportReading, ImportSeparator, WireImport } from '#model/wire/jobs.ts'
import type { Issue } from '#model/wire/wire.ts'

/**
 * Why a cell that holds something cannot be read: a formula without a stored value, an error value, a reference to a shared
 * text that does not exist, bytes that are not in the file's encoding, a text that is too long, an amount in another currency.
 */
export type CellFault = 'formula' | 'error' | 'textMissing' | 'letters' | 'long' | 'currency'

/** A cell that holds something that cannot be read. It never counts as empty. */
export interface UnreadCell {
  readonly fault: CellFault
  /** Text that stands for the cell on the screen, at most `maxShownLetters` long. */
  readonly shown: string
}

/** A date is `YYYY-MM-DD`, with `HH:MM:SS` or `HH:MM:SS.mmm` behind a space where it has a time. An empty cell is an empty text. */
export type Cell = string | number | boolean | UnreadCell

export const isUnread = (cell: unknown): cell is UnreadCell => typeof cell === 'object' && cell !== null && 'fault' in cell

/** Longest text of a cell; a longer one is unread. It is also the limit of a cell that a person enters. */
export const maxCellLetters = 20_000
const maxShownLetters = 200

export const unread = (fault: CellFault, text: string): UnreadCell => ({
  fault,
  shown: text.length > maxShownLetters ? `${text.slice(0, maxShownLetters - 1)}…` : text,
})

/** A replacement character, or a control character that no encoding of text has. */
const lostLetters = /[\uFFFD\0\u0080-\u0084\u0086-\u009F]/

/** A text as a cell: unread where a part of it was lost, or where it is too long. */
export function textCell(text: string): Cell {
  if (text.length > maxCellLetters) return unread('long', text)
  return lostLetters.test(text) ? unread('letters', text.replace(/[\0\u0080-\u009F]/g, '\uFFFD')) : text
}

/** The rows of one sheet as they come out of a format, empty ones included. */
export interface RawRow {
  /** As a spreadsheet counts: the first row is 1. */
  readonly position: number
  readonly cells: readonly Cell[]
}

export interface ReadFile {
  readonly format: WireImport['file']['format']
  readonly encoding: ImportEncoding | null
  readonly separator: ImportSeparator | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headings: readonly string[]
  /** Position of the row of headings; the filled rows above it are no part of the table. */
  readonly headingRow: number
  readonly rowsAbove: number
  /** The first filled rows, among which the headings can be. */
  readonly firstRows: readonly { readonly position: number; readonly text: string }[]
  /** Entries of a bank statement that took money out of the account, or that are not booked yet: they make no row. */
  readonly leftOut: number
  /** `cells`: as JSON, an array as long as the headings. */
  readonly rows: readonly { readonly position: number; readonly cells: string }[]
  /** Rows whose ş and ţ became ș and ț. */
  readonly converted: number
}

type FaultCode = Extract<ErrorCode, 'import.unreadable' | 'import.tooLarge'>

/** Why a file cannot be read: `reason` names the one cause. */
export class ReadFault extends Error {
  readonly code: FaultCode
  readonly reason: Issue
  constructor(code: FaultCode, reason: Issue) {
    super(code)
    this.code = code
    this.reason = reason
  }
}
export const unreadable = (code = 'table.damaged', params?: Issue['params']) =>
  new ReadFault('import.unreadable', { code, ...(params && { params }) })
export const tooLarge = (code: string, params?: Issue['params']) => new ReadFault('import.tooLarge', { code, ...(params && { params }) })

/** How a file is read, and what the reader has to know of the list that it is for. */
export interface ReadOptions extends ImportReading {
  /** Headings that the list knows, to find the row of headings by. */
  readonly known?: readonly string[]
  /** Headings for the parts of a bank statement, where the list takes statements, and the currency of its amounts. */
  readonly statement?: { readonly headings: { readonly [P in StatementPart]: string }; readonly currency: string }
}

export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly options: ReadOptions
}
export type ReadAnswer = { readonly file: ReadFile } | { readonly fault: FaultCode; readonly reason: Issue }

/** Reads a file of rows. Throws `import.unreadable`, `import.tooLarge`, `server.busy`. */
export type FileReader = (bytes: Uint8Array, options: ReadOptions) => Promise<ReadFile>

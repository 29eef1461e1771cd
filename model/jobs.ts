/** Long work on many records, as the wire tells it. One life for all kinds: checked, looked at, started, done. */
import type { FieldEdit } from './bulk.ts'
import type { FieldChange, FieldIssues, Issue, Page } from './wire.ts'

/**
 * `edit` and `action` change a selection, `import` takes rows of a file, `paste` a block of cells, `undo` takes another
 * job back.
 */
export const jobKinds = ['edit', 'action', 'import', 'paste', 'undo'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * `mapping`: an import waits for what its columns mean. `checking`: each row is tried without being stored. `ready`: the
 * preview can be looked at, and started. `running`, `paused`, `cancelled`, `done`. `failed`: it could not go on, and the
 * job's `error` says why; what was done stays done.
 */
export const jobStates = ['mapping', 'checking', 'ready', 'running', 'paused', 'cancelled', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/**
 * What becomes of one row. Before: `pending`, then `ready` (will change), `same` (already so), `denied` (not by this
 * person), `state` (not in its state), `claimed` (somebody else is at work on it, and it was not said to include such), `invalid`. After: `done`, `stale` (changed by somebody since it was checked),
 * `kept` (an undo found it changed since), `skipped` (the job was cancelled before its turn), and any of those above.
 */
export const outcomes = ['pending', 'ready', 'same', 'denied', 'state', 'claimed', 'invalid', 'done', 'stale', 'kept', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]

/** Outcomes that a person may want to try again. */
export const retriable: readonly Outcome[] = ['denied', 'state', 'claimed', 'invalid', 'stale', 'skipped']

/** Outcomes of rows of a file that somebody has to look at. */
export const problems: readonly Outcome[] = retriable.filter((outcome) => outcome !== 'skipped')

/** A frozen set of records, in the order of its list. Its ids stay with the server. */
export interface WireSelection {
  readonly id: string
  readonly resource: string
  readonly total: number
  readonly expiresAt: string
}

export interface WireJob {
  readonly id: string
  readonly kind: JobKind
  readonly resource: string
  readonly state: JobState
  /** Name of the action; null for other kinds. */
  readonly action: string | null
  /** Of a bulk edit, as it was asked for. */
  readonly edit: readonly FieldEdit[] | null
  /** Fields that its person asked for, as far as they may be read; other changes follow from them. */
  readonly fields: readonly string[]
  /** Name of the file of an import. */
  readonly fileName: string | null
  readonly actor: { readonly id: string; readonly name: string }
  /** Rows in all, and rows that have been checked or, once it runs, done. */
  readonly total: number
  readonly done: number
  /** Rows by outcome; only outcomes that occur. */
  readonly counts: { readonly [O in Outcome]?: number }
  /** How many of the rows `ready` or `done` make a new record; and, of an undo, remove the one that was made. */
  readonly created: number
  readonly removed: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** Why it failed: an error code. */
  readonly error: string | null
  /** The job that this one takes back, and the one that took this one back. */
  readonly undoes: string | null
  readonly undoneBy: string | null
  /** Until when it can be taken back; null where it cannot. */
  readonly undoUntil: string | null
  /** What the person may do with it now. */
  readonly can: readonly ('start' | 'include' | 'pause' | 'resume' | 'cancel' | 'undo')[]
}

export interface WireJobItem {
  /** Place in the selection; the row's number in a file. */
  readonly position: number
  readonly recordId: string | null
  readonly title: string
  readonly outcome: Outcome
  readonly isNew: boolean
  /** An undo removes the record that was made. */
  readonly isRemoved: boolean
  /** Old and new value of what changes, as far as the person may read it; `null` before for a new record. */
  readonly changes: readonly FieldChange[]
  /** What is wrong, by field; `_` stands for the row as a whole. */
  readonly issues: FieldIssues
  /** The cells of a file's row, by column; null for other kinds. */
  readonly cells: readonly string[] | null
}

export type WireJobPage = Page<WireJob>
export type WireJobItems = Page<WireJobItem>

/** What an import knows of its file, and what it makes of the columns. */
export interface WireImport {
  readonly job: WireJob
  readonly file: {
    readonly name: string
    readonly format: 'csv' | 'xlsx'
    /** For CSV: how it was read. */
    readonly encoding: ImportEncoding | null
    readonly separator: ImportSeparator | null
    readonly sheets: readonly string[]
    readonly sheet: string | null
  }
  readonly columns: readonly { readonly heading: string; readonly samples: readonly string[] }[]
  /** The field of each column, in the columns' order; null: not imported. */
  readonly mapping: readonly (string | null)[]
  /** Whether the mapping is one that the person has used before for such a file. */
  readonly isRemembered: boolean
  readonly mode: ImportMode
  /** Fields that a column can mean, and those of them without which no record can be made. */
  readonly fields: readonly { readonly name: string; readonly isRequired: boolean; readonly isKey: boolean }[]
  /** Rows whose letters were converted to the ones of today: ş and ţ with cedilla. */
  readonly converted: number
}

/** What happens to rows of known records, and whether one refused row stops the whole file. */
export interface ImportMode {
  readonly known: 'update' | 'skip'
  readonly unknown: 'create' | 'skip'
  readonly onProblem: 'skip' | 'stop'
}
export const defaultImportMode: ImportMode = { known: 'update', unknown: 'create', onProblem: 'skip' }

/** Encodings and separators that a CSV may have. Of encodings that fit, the first is taken. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'iso-8859-2'] as const
export type ImportEncoding = (typeof importEncodings)[number]
export const importSeparators = [';', ',', '\t', '|'] as const
export type ImportSeparator = (typeof importSeparators)[number]

/**
 * How a file is to be read: fields of the multipart body beside `file`; what is left out is found out. Files are not kept: one
 * that is to be read in another way is sent again, and makes an import of its own.
 */
export interface ImportReading {
  readonly encoding?: ImportEncoding
  readonly separator?: ImportSeparator
  readonly sheet?: string
}

/** What a person says of an import that does not run yet; what is left out stays. `check`: its rows are checked now, or once more. */
export interface ImportChange {
  readonly mapping?: readonly (string | null)[]
  readonly mode?: ImportMode
  readonly check?: true
}

/** What some rows with problems of an import say in a column, and cannot be read as a value of its field. */
export interface WireWrongValue {
  readonly column: number
  readonly text: string
  /** How many of the rows with problems say it. */
  readonly rows: number
  readonly issue: Issue
}

/** Another text for each row with problems of an import that says this one in the column. */
export interface ValueReplacement {
  readonly column: number
  readonly text: string
  readonly replacement: string
}

/** A block of cells for records that are at hand: a field for each column, and a record for each row. Answered with its job. */
export interface PasteBlock {
  readonly fields: readonly string[]
  readonly rows: readonly { readonly id: string; readonly cells: readonly string[] }[]
}

/** Counts of a list's values under its query, each field's own filter left out. */
export interface WireFacets {
  readonly [field: string]: readonly { readonly value: string; readonly title?: string; readonly count: number }[]
}

/** Where a record stands in a list. */
export interface WireNeighbours {
  readonly position: number
  readonly total: number
  readonly previous: string | null
  readonly next: string | null
}

/** What the event stream tells; the event's name is `type`. */
export type LiveEvent =
  | {
      readonly type: 'change'
      readonly resource: string
      readonly id: string
      readonly version: number
      readonly action: string
      readonly by: string | null
      /** The listener did it. */
      readonly isOwn?: boolean
    }
  | { readonly type: 'job'; readonly id: string; readonly state: JobState; readonly done: number; readonly total: number }
  | {
      readonly type: 'presence'
      readonly resource: string
      readonly id: string
      readonly people: readonly { readonly id: string; readonly name: string }[]
    }
  | { readonly type: 'unread'; readonly notifications: number; readonly messages: number }
  /** So many records of a resource changed at once that none is named. */
  | { readonly type: 'many'; readonly resource: string }
  /** What happened meanwhile is not known any more: whatever is on the screen may be old. */
  | { readonly type: 'reset' }

/** One problem that concerns a whole row. */
export const rowIssue = (code: string, params?: Issue['params']): FieldIssues => ({ _: [{ code, ...(params && { params }) }] })

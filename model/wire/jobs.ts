/** Long work on many records, as the wire tells it. One life for all kinds: checked, looked at, started, done. */
import * as z from 'zod/mini'
import { isId } from '../paths.ts'
import { dayOrders, judgedOrders } from '../values/read-date.ts'
import { editOperators, maxImportColumns, maxPickedRows } from '../vocabulary.ts'
import type { Answer } from './call.ts'
import { count, flag, id, idOrNull, instant, instantOrNull, issue, issues, named, pageOf, text, textOrNull } from './shapes.ts'
import { type FieldIssues, fieldChange, type Issue } from './wire.ts'

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
 * Outcome of one row. Before: `pending`, then `ready` (will change), `same` (already so), `denied` (not by this
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
export const selection = named('Selection', z.strictObject({ id: id(), resource: text(), total: count(), expiresAt: instant() }))
export type WireSelection = Answer<typeof selection>

export const job = named(
  'Job',
  z.strictObject({
    id: id(),
    kind: z.enum(jobKinds),
    resource: text(),
    state: z.enum(jobStates),
    /** Name of the action; null for other kinds. */
    action: textOrNull(),
    /** Of a bulk edit, as it was asked for. */
    edit: z.nullable(
      z.array(z.strictObject({ field: text(), operator: z.enum(editOperators), value: z.optional(z.unknown()), find: z.optional(text()) })),
    ),
    /** Fields that its person asked for, as far as they may be read; other changes follow from them. */
    fields: z.array(text()),
    /** Name of the file of an import. */
    fileName: textOrNull(),
    actor: z.strictObject({ id: id(), name: text() }),
    /** Rows in all, and rows that have been checked or, once it runs, done. */
    total: count(),
    done: count(),
    /** Rows by outcome; only outcomes that occur. */
    counts: z.partialRecord(z.enum(outcomes), count()),
    /** Number of the rows `ready` or `done` that make a new record; and, of an undo, that remove the one that was made. */
    created: count(),
    removed: count(),
    createdAt: instant(),
    startedAt: instantOrNull(),
    finishedAt: instantOrNull(),
    /** Why it failed: an error code. */
    error: textOrNull(),
    /** The job that this one takes back, and the one that took this one back. */
    undoes: idOrNull(),
    undoneBy: idOrNull(),
    /** Until when it can be taken back; null where it cannot. */
    undoUntil: instantOrNull(),
    /** Steps that the person may take with it now. */
    can: z.array(z.enum(['start', 'include', 'pause', 'resume', 'cancel', 'undo'])),
  }),
)
export type WireJob = Answer<typeof job>

export const jobItem = named(
  'JobItem',
  z.strictObject({
    /** Place in the selection; the row's number in a file. */
    position: count(),
    recordId: idOrNull(),
    title: text(),
    outcome: z.enum(outcomes),
    isNew: flag(),
    /** An undo removes the record that was made. */
    isRemoved: flag(),
    /** Old and new value of what changes, as far as the person may read it; `null` before for a new record. */
    changes: z.array(fieldChange),
    /** Issues, by field; `_` stands for the row as a whole. */
    issues: issues(),
    /** The cells of a file's row, by column; null for other kinds. */
    cells: z.nullable(z.array(text())),
  }),
)
export type WireJobItem = Answer<typeof jobItem>

export const jobPage = pageOf(job)
export type WireJobPage = Answer<typeof jobPage>
export const jobItems = pageOf(jobItem)
export type WireJobItems = Answer<typeof jobItems>

/** Encodings and separators that a CSV may have. Of encodings that fit, the first is taken. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'iso-8859-2'] as const
export type ImportEncoding = (typeof importEncodings)[number]
export const importSeparators = [';', ',', '\t', '|'] as const
export type ImportSeparator = (typeof importSeparators)[number]

/** Treatment of rows of known records, and whether one refused row stops the whole file. */
export const importMode = z.strictObject({
  known: z.enum(['update', 'skip']),
  unknown: z.enum(['create', 'skip']),
  onProblem: z.enum(['skip', 'stop']),
})
export type ImportMode = Answer<typeof importMode>
export const defaultImportMode: ImportMode = { known: 'update', unknown: 'create', onProblem: 'skip' }

export const importFormats = ['csv', 'xlsx', 'mt940', 'camt053'] as const

/** Facts that an import knows of its file, and what it makes of the columns. */
export const imported = named(
  'Import',
  z.strictObject({
    job,
    file: z.strictObject({
      name: text(),
      format: z.enum(importFormats),
      /** For CSV: how it was read. */
      encoding: z.nullable(z.enum(importEncodings)),
      separator: z.nullable(z.enum(importSeparators)),
      sheets: z.array(text()),
      sheet: textOrNull(),
      /** Row of the headings, as a spreadsheet counts, and the number of filled rows above it, which are not imported. */
      headingRow: count(),
      rowsAbove: count(),
      /** Entries of a bank statement that are not imported: money that went out, or that is not booked yet. */
      leftOut: count(),
    }),
    /** First filled rows of the file: the headings can be in any of them. Empty where the format says where they are. */
    firstRows: z.array(z.strictObject({ position: count(), text: text() })),
    columns: z.array(z.strictObject({ heading: text(), samples: z.array(text()) })),
    /** For each column the one before it, from 0, whose heading is the same or means the same: the later one is imported only where somebody says so. */
    repeats: z.array(z.nullable(count())),
    /** The field of each column, in the columns' order; null: not imported. */
    mapping: z.array(textOrNull()),
    /**
     * Order of day and month of each column with dates in digits, judged from all of its cells or as the person has chosen it. `either`: both
     * orders fit; `mixed`: some cells fit the one and some the other. Cells of such a column that could mean two days are refused until
     * the order is chosen. Null: no cell depends on it.
     */
    dayOrders: z.array(z.nullable(z.enum(judgedOrders))),
    /** True when the mapping is one that the person has used before for such a file. */
    isRemembered: flag(),
    mode: importMode,
    /** Fields that a column can mean, and those of them without which no record can be made. */
    fields: z.array(z.strictObject({ name: text(), isRequired: flag(), isKey: flag() })),
    /** Rows whose letters were converted to the ones of today: ş and ţ with cedilla. */
    converted: count(),
    /** Values of known records that empty cells remove, or removed, in the rows `ready` and `done`. */
    valuesRemoved: count(),
  }),
)
export type WireImport = Answer<typeof imported>

/**
 * Manner of reading a file: fields of the multipart body beside `file`; what is left out is found out. Files are not kept: one
 * that is to be read in another way is sent again, and makes an import of its own.
 */
export interface ImportReading {
  readonly encoding?: ImportEncoding
  readonly separator?: ImportSeparator
  readonly sheet?: string
  /** Row of the headings, as a spreadsheet counts; rows above it are not imported. */
  readonly headingRow?: number
}

const fieldName = () => z.string().check(z.maxLength(60))
const cell = () => z.string().check(z.maxLength(20_000))
export const cells = () => z.array(cell()).check(z.maxLength(maxImportColumns))

/** Changes to an import that does not run yet; what is left out stays. `check`: its rows are checked now, or once more. */
export const importChange = z.strictObject({
  mapping: z.optional(z.array(z.nullable(fieldName())).check(z.maxLength(maxImportColumns))),
  /** By column; null: as it was judged. */
  dayOrders: z.optional(z.array(z.nullable(z.enum(dayOrders))).check(z.maxLength(maxImportColumns))),
  mode: z.optional(importMode),
  check: z.optional(z.literal(true)),
})
export type ImportChange = Answer<typeof importChange>

/** Text that some rows with problems of an import have in a column, and that cannot be read as a value of its field. */
export const wrongValue = named(
  'WrongValue',
  z.strictObject({
    column: count(),
    text: text(),
    /** Number of the rows with problems that say it. */
    rows: count(),
    issue,
    /** Text that it was replaced by in an earlier import of this university, where that can be read today. */
    remembered: textOrNull(),
  }),
)
export type WireWrongValue = Answer<typeof wrongValue>

/** Text that stands in a column of closed values, and what it is taken for before the rows are checked. */
export const valueMeaning = named(
  'ValueMeaning',
  z.strictObject({
    text: text(),
    /** Number of the rows that say it. */
    rows: count(),
    /** The choice or the record in the person's words; null: none can be meant by it. */
    meaning: textOrNull(),
    /** Text that names the record in any file; null where the meaning itself does. */
    code: textOrNull(),
    /** Reason for which it means nothing. */
    issue: z.nullable(issue),
    /** As of `WrongValue`. */
    remembered: textOrNull(),
  }),
)
export type WireValueMeaning = Answer<typeof valueMeaning>

/** Values of one column, those that mean nothing first; `distinct` counts also those that are not told. */
export const columnMeanings = named('ColumnMeanings', z.strictObject({ column: count(), distinct: count(), values: z.array(valueMeaning) }))
export type WireColumnMeanings = Answer<typeof columnMeanings>

/** Another text for each row of an import that says this one in the column; once they are checked, for each with problems. */
export const valueReplacement = z.strictObject({
  column: z.int().check(z.nonnegative(), z.lt(maxImportColumns)),
  text: cell().check(z.minLength(1)),
  replacement: cell(),
})
export type ValueReplacement = Answer<typeof valueReplacement>

/** A block of cells for records that are at hand: a field for each column, and a record for each row. Answered with its job. */
export const pasteBlock = z.strictObject({
  fields: z.array(fieldName()).check(z.minLength(1), z.maxLength(maxImportColumns)),
  rows: z.array(z.strictObject({ id: z.string().check(z.refine(isId)), cells: cells() })).check(z.minLength(1), z.maxLength(maxPickedRows)),
})
export type PasteBlock = Answer<typeof pasteBlock>

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

/** Events of the stream; an event's name is `type`. */
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
  /** Changes made meanwhile are not known any more: whatever is on the screen may be old. */
  | { readonly type: 'reset' }
  /** The listener's session is over; nothing follows. */
  | { readonly type: 'signedOut' }

/** One problem that concerns a whole row. */
export const rowIssue = (code: string, params?: Issue['params']): FieldIssues => ({ _: [{ code, ...(params && { params }) }] })

/** Bulk jobs on the wire. All kinds have the same life cycle: check, preview, run, done. */
import * as z from 'zod/mini'
import { isId } from '../paths.ts'
import { dayOrders, detectedDayOrders } from '../values/parse-date.ts'
import { editOperators, maxImportColumns, maxPickedRows } from '../vocabulary.ts'
import type { ResponseBody } from './call.ts'
import {
  type ImportEncoding,
  type ImportSeparator,
  importEncodings,
  importSeparators,
  type JobState,
  jobKinds,
  jobOutcomes,
  jobStates,
} from './job-states.ts'
import {
  count,
  flag,
  id,
  idOrNull,
  instant,
  instantOrNull,
  issueSchema,
  issuesSchema,
  namedSchema,
  pageSchema,
  text,
  textOrNull,
} from './shapes.ts'
import { type FieldIssues, fieldChangeSchema, type Issue } from './wire.ts'

export type {
  ImportEncoding,
  ImportSeparator,
  JobKind,
  JobOutcome,
  JobState,
} from './job-states.ts'

/** A frozen set of records, in the order of the list. The ids stay on the server. */
export const selectionSchema = namedSchema(
  'Selection',
  z.strictObject({ id: id(), resource: text(), total: count(), expiresAt: instant() }),
)
export type WireSelection = ResponseBody<typeof selectionSchema>

export const jobSchema = namedSchema(
  'Job',
  z.strictObject({
    id: id(),
    kind: z.enum(jobKinds),
    resource: text(),
    state: z.enum(jobStates),
    /** Name of the action; null for other kinds of jobs. */
    action: textOrNull(),
    /** The requested edits of a bulk edit. */
    edit: z.nullable(
      z.array(
        z.strictObject({
          field: text(),
          operator: z.enum(editOperators),
          value: z.optional(z.unknown()),
          find: z.optional(text()),
        }),
      ),
    ),
    /**
     * Fields that the user asked to change, if the caller may read them. Changes to other fields
     * are consequences.
     */
    fields: z.array(text()),
    /** File name of an import. */
    fileName: textOrNull(),
    actor: z.strictObject({ id: id(), name: text() }),
    /**
     * Number of items, and number of items that have been checked or, once the job runs, processed.
     */
    total: count(),
    done: count(),
    /** Number of items by outcome. Outcomes without items are omitted. */
    counts: z.partialRecord(z.enum(jobOutcomes), count()),
    /**
     * Number of `ready` or `done` items that create a record, and of those that, in an undo, remove
     * a created record.
     */
    created: count(),
    removed: count(),
    /**
     * For imports and pasted blocks: number of values of existing records that empty cells remove,
     * or removed, in `ready` and `done` rows. Absent while the job is in progress, for other kinds,
     * and in lists of jobs.
     */
    valuesRemoved: z.optional(count()),
    /**
     * For a checked job that makes a transition: its records with the outcome `state` by current
     * workflow state, and the transitions that would make the job's transition possible (see
     * `prepare`). Absent otherwise, and in lists of jobs.
     */
    blockedStates: z.optional(
      z.array(z.strictObject({ state: text(), count: count(), steps: z.array(text()) })),
    ),
    createdAt: instant(),
    startedAt: instantOrNull(),
    finishedAt: instantOrNull(),
    /** Error code of a failed job. */
    error: textOrNull(),
    /** The job that this one undoes, and the job that undid this one. */
    undoes: idOrNull(),
    undoneBy: idOrNull(),
    /** Deadline for undoing the job; null if it cannot be undone. */
    undoUntil: instantOrNull(),
    /** Actions available to the caller now. */
    can: z.array(z.enum(['start', 'include', 'prepare', 'pause', 'resume', 'cancel', 'undo'])),
  }),
)
export type WireJob = ResponseBody<typeof jobSchema>

export const jobItemSchema = namedSchema(
  'JobItem',
  z.strictObject({
    /** Position in the selection, or row number in the file. */
    position: count(),
    recordId: idOrNull(),
    title: text(),
    outcome: z.enum(jobOutcomes),
    isNew: flag(),
    /** Whether an undo removes the record because the job had created it. */
    isRemoved: flag(),
    /** Changed fields that the caller may read. `before` is null for a new record. */
    changes: z.array(fieldChangeSchema),
    /** Issues by field; `_` is the item as a whole. */
    issues: issuesSchema(),
    /** Cells of the row of a file, by column; null for other kinds of jobs. */
    cells: z.nullable(z.array(text())),
  }),
)
export type WireJobItem = ResponseBody<typeof jobItemSchema>

export const jobPageSchema = pageSchema(jobSchema)
export type WireJobPage = ResponseBody<typeof jobPageSchema>
export const jobItemsSchema = pageSchema(jobItemSchema)
export type WireJobItems = ResponseBody<typeof jobItemsSchema>

/**
 * How to treat rows of existing and of unknown records, and whether one problem stops the whole
 * import.
 */
export const importModeSchema = z.strictObject({
  known: z.enum(['update', 'skip']),
  unknown: z.enum(['create', 'skip']),
  onProblem: z.enum(['skip', 'stop']),
})
export type ImportMode = ResponseBody<typeof importModeSchema>
export const defaultImportMode: ImportMode = {
  known: 'update',
  unknown: 'create',
  onProblem: 'skip',
}

export const importFormats = ['csv', 'xlsx', 'mt940', 'camt053'] as const

/** An import: its file, and how its columns are used. */
export const importSchema = namedSchema(
  'Import',
  z.strictObject({
    job: jobSchema,
    file: z.strictObject({
      name: text(),
      format: z.enum(importFormats),
      /** How a CSV file was read. */
      encoding: z.nullable(z.enum(importEncodings)),
      separator: z.nullable(z.enum(importSeparators)),
      sheets: z.array(text()),
      sheet: textOrNull(),
      /**
       * Number of the heading row, starting at 1, and number of non-empty rows above it, which are
       * not imported.
       */
      headingRow: count(),
      rowsAbove: count(),
      /**
       * Entries of a bank statement that are not imported: debits, and entries that are not booked
       * yet.
       */
      leftOut: count(),
    }),
    /** First non-empty rows, to choose the heading row from. Empty if the format determines it. */
    firstRows: z.array(z.strictObject({ position: count(), text: text() })),
    columns: z.array(z.strictObject({ heading: text(), samples: z.array(text()) })),
    /**
     * For each column, the index of an earlier column with the same heading or meaning. The later
     * column is only imported if assigned.
     */
    repeats: z.array(z.nullable(count())),
    /** The field of each column; null if the column is not imported. */
    mapping: z.array(textOrNull()),
    /**
     * Order of day and month for each column with numeric dates, detected from all of its cells or
     * chosen by the user. `either`: every cell fits both orders; `mixed`: some cells fit only one
     * order and some fit only the other. Ambiguous cells are rejected until the user has chosen.
     * Null: no cell depends on the order.
     */
    dayOrders: z.array(z.nullable(z.enum(detectedDayOrders))),
    /**
     * Whether the mapping comes from an earlier import by the same user of a file with the same
     * columns.
     */
    isMappingReused: flag(),
    mode: importModeSchema,
    /** Fields that can be assigned to columns, and whether a new record requires them. */
    fields: z.array(z.strictObject({ name: text(), isRequired: flag(), isKey: flag() })),
    /**
     * Number of rows in which ş and ţ with a cedilla were replaced by the letters with a comma
     * below.
     */
    converted: count(),
    /**
     * Number of values that empty cells remove from existing records, in `ready` and `done` rows.
     */
    valuesRemoved: count(),
  }),
)
export type WireImport = ResponseBody<typeof importSchema>

/**
 * How to read a file, as fields of the multipart body in addition to `file`. Omitted values are
 * detected. Files are not stored. To read a file differently, upload it again, which creates
 * another import.
 */
export interface ImportFileOptions {
  readonly encoding?: ImportEncoding
  readonly separator?: ImportSeparator
  readonly sheet?: string
  /** Number of the heading row, starting at 1. Rows above it are not imported. */
  readonly headingRow?: number
}

const fieldName = () => z.string().check(z.maxLength(60))
const cell = () => z.string().check(z.maxLength(20_000))
/**
 * Texts of the cells of a row. A text that is too long is accepted, but its row is rejected, as for
 * a file with such a cell.
 */
export const cellsSchema = () => z.array(z.string()).check(z.maxLength(maxImportColumns))

/**
 * Changes to an import that has not been started. Omitted properties stay the same. `check` starts
 * or repeats checking the rows.
 */
export const importChangeSchema = z.strictObject({
  mapping: z.optional(z.array(z.nullable(fieldName())).check(z.maxLength(maxImportColumns))),
  /** By column; null: as detected. */
  dayOrders: z.optional(
    z.array(z.nullable(z.enum(dayOrders))).check(z.maxLength(maxImportColumns)),
  ),
  mode: z.optional(importModeSchema),
  check: z.optional(z.literal(true)),
})
export type ImportChange = ResponseBody<typeof importChangeSchema>

/**
 * A text in a column that cannot be read as a value of its field, collected from the rows with
 * problems.
 */
export const invalidValueSchema = namedSchema(
  'InvalidValue',
  z.strictObject({
    column: count(),
    text: text(),
    /** Number of rows with problems that contain it. */
    rows: count(),
    issue: issueSchema,
    /**
     * The text that replaced it in an earlier import of this university, if that is still valid.
     */
    earlierReplacement: textOrNull(),
  }),
)
export type WireInvalidValue = ResponseBody<typeof invalidValueSchema>

/**
 * A text in a column with a fixed set of values, and the value it is read as, before the rows are
 * checked.
 */
export const valueInterpretationSchema = namedSchema(
  'ValueInterpretation',
  z.strictObject({
    text: text(),
    /** Number of rows that contain it. */
    rows: count(),
    /** The label of the choice or the title of the record; null if the text is not recognised. */
    interpretation: textOrNull(),
    /** A text that identifies the record in any file; null if `interpretation` does. */
    code: textOrNull(),
    /** Reason why it is not recognised. */
    issue: z.nullable(issueSchema),
    /** As in `InvalidValue`. */
    earlierReplacement: textOrNull(),
  }),
)
export type WireValueInterpretation = ResponseBody<typeof valueInterpretationSchema>

/**
 * Values of one column, unrecognised ones first. `distinct` also counts values that are not listed.
 */
export const columnInterpretationsSchema = namedSchema(
  'ColumnInterpretations',
  z.strictObject({
    column: count(),
    distinct: count(),
    values: z.array(valueInterpretationSchema),
  }),
)
export type WireColumnInterpretations = ResponseBody<typeof columnInterpretationsSchema>

/**
 * Replaces a text in one column of an import: in every row or, once the rows are checked, only in
 * rows with problems.
 */
export const valueReplacementSchema = z.strictObject({
  column: z.int().check(z.nonnegative(), z.lt(maxImportColumns)),
  text: cell().check(z.minLength(1)),
  replacement: cell(),
})
export type ValueReplacement = ResponseBody<typeof valueReplacementSchema>

/**
 * A block of cells for existing records: a field per column and a record per row. Returns the job.
 */
export const pasteBlockSchema = z.strictObject({
  fields: z.array(fieldName()).check(z.minLength(1), z.maxLength(maxImportColumns)),
  rows: z
    .array(z.strictObject({ id: z.string().check(z.refine(isId)), cells: cellsSchema() }))
    .check(z.minLength(1), z.maxLength(maxPickedRows)),
})
export type PasteBlock = ResponseBody<typeof pasteBlockSchema>

/** Number of records per value, under the list's query without the filter of the field itself. */
export interface WireFacets {
  readonly [field: string]: readonly {
    readonly value: string
    readonly title?: string
    readonly count: number
  }[]
}

export interface WireNeighbours {
  readonly position: number
  readonly total: number
  readonly previous: string | null
  readonly next: string | null
}

/** Events of the live stream; `type` is the name of the event. */
export type LiveEvent =
  | {
      readonly type: 'change'
      readonly resource: string
      readonly id: string
      readonly version: number
      readonly action: string
      readonly by: string | null
      /** Whether the listening user made the change. */
      readonly isOwn?: boolean
    }
  | {
      readonly type: 'job'
      readonly id: string
      readonly state: JobState
      readonly done: number
      readonly total: number
    }
  | {
      readonly type: 'presence'
      readonly resource: string
      readonly id: string
      readonly people: readonly { readonly id: string; readonly name: string }[]
    }
  | { readonly type: 'unread'; readonly notifications: number; readonly messages: number }
  /** Many records of a resource changed at once; they are not listed individually. */
  | { readonly type: 'many'; readonly resource: string }
  /** Some changes were missed, so everything on the page may be out of date. */
  | { readonly type: 'reset' }
  /** The session has ended. This is the last event. */
  | { readonly type: 'signedOut' }

/** An issue that concerns the item as a whole. */
export const rowIssue = (code: string, params?: Issue['params']): FieldIssues => ({
  _: [{ code, ...(params && { params }) }],
})

import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

/** A set of records, frozen from a list query. Only the user who created it can use it. */
export const selectionDefinition = pgTable(
  'selection',
  {
    id: uuid().primaryKey(),
    resource: text().notNull(),
    actor_id: uuid().notNull(),
    total: integer().notNull(),
    created_at: instantColumn().notNull(),
    expires_at: instantColumn().notNull(),
  },
  (t) => [index('selection_expires_index').on(t.expires_at)],
)

/** The records of a selection in list order, each with the version that the user saw. */
export const selectionRowDefinition = pgTable(
  'selection_row',
  {
    selection_id: uuid()
      .notNull()
      .references(() => selectionDefinition.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    record_id: uuid().notNull(),
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.selection_id, t.position] })],
)

/**
 * Work on many records. Any process can take a job, but only the holder of its lease may record
 * progress.
 */
export const jobDefinition = pgTable(
  'job',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    resource: text().notNull(),
    state: text().notNull(),
    actor_id: uuid().notNull(),
    actor_name: text().notNull(),
    actor_role: text().notNull(),
    language: text().notNull(),
    /**
     * The work: edits, the action and its input, or a column mapping. The shape depends on `kind`.
     */
    input: jsonb().notNull(),
    /** Whether the job starts without confirmation once all rows are checked. */
    starts_by_itself: boolean().notNull().default(false),
    total: integer().notNull(),
    /** Number of checked rows. Once the job runs, number of finished rows. */
    done: integer().notNull().default(0),
    /** Number of rows by outcome. */
    counts: jsonb().notNull(),
    /** Number of rows that create a record, or in an undo, that delete a created record. */
    created: integer().notNull().default(0),
    undoes: uuid(),
    error: text(),
    lease_token: uuid(),
    lease_until: instantColumn(),
    created_at: instantColumn().notNull(),
    started_at: instantColumn(),
    finished_at: instantColumn(),
  },
  (t) => [
    index('job_actor_index').on(t.actor_id, t.created_at),
    index('job_created_index').on(t.created_at),
    index('job_finished_index').on(t.finished_at),
    /** Jobs that a process can take, see `dueCondition` in `packages/server/jobs/chunk.ts`. */
    index('job_due_index')
      .on(t.created_at)
      .where(sql`finished_at is null and state in ('checking', 'running', 'cancelled', 'failed')`),
    uniqueIndex('job_undoes_unique').on(t.undoes).where(sql`state not in ('cancelled', 'failed')`),
  ],
)

/** One item of a job: a record of its selection, a row of its file, or a change to undo. */
export const jobItemDefinition = pgTable(
  'job_item',
  {
    job_id: uuid()
      .notNull()
      .references(() => jobDefinition.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Null for a row of a file that matches no record yet. */
    record_id: uuid(),
    /** The version that was checked. The item is skipped if the record now has a later version. */
    base_version: integer(),
    outcome: text().notNull().default('pending'),
    /** Whether the item creates its record, or in an undo, deletes the created record. */
    is_new: boolean().notNull().default(false),
    title: text().notNull().default(''),
    /**
     * Cells of a row from a file or the clipboard. Encrypted, because they can contain values of
     * encrypted fields.
     */
    input: text(),
    /** `{ field: [before, after] }`, with values as in the history. */
    changes: jsonb(),
    /** Issues by field. */
    issues: jsonb(),
    /** The version that the job created. */
    made_version: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.job_id, t.position] }),
    index('job_item_outcome_index').on(t.job_id, t.outcome, t.position),
  ],
)

/** The column mapping that a user last chose for files with the same headings. */
export const importMappingDefinition = pgTable(
  'import_mapping',
  {
    actor_id: uuid().notNull(),
    resource: text().notNull(),
    /** Hash of the headings. */
    shape: text().notNull(),
    mapping: jsonb().notNull(),
    used_at: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.actor_id, t.resource, t.shape] }),
    index('import_mapping_used_index').on(t.used_at),
  ],
)

/** The replacement for a field value in imported files, which a user chose in an earlier import. */
export const importSynonymDefinition = pgTable(
  'import_synonym',
  {
    resource: text().notNull(),
    field: text().notNull(),
    /** Folded with `fold`. */
    word: text().notNull(),
    replacement: text().notNull(),
    used_at: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.field, t.word] }),
    index('import_synonym_used_index').on(t.used_at),
  ],
)

/** Users who have a record open. Rows that are not renewed expire. */
export const presenceDefinition = pgTable(
  'presence',
  {
    resource: text().notNull(),
    record_id: uuid().notNull(),
    user_id: uuid().notNull(),
    seen_at: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.record_id, t.user_id] }),
    index('presence_seen_index').on(t.seen_at),
  ],
)

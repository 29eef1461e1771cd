import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

/** A set of records frozen from the query that produced a list. Nobody but its maker may use it. */
export const selection = pgTable(
  'selection',
  {
    id: uuid().primaryKey(),
    resource: text().notNull(),
    actor_id: uuid().notNull(),
    total: integer().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('selection_expires_index').on(t.expires_at)],
)

/** The records of a selection in the order of its list, each at the version it was seen at. */
export const selectionRow = pgTable(
  'selection_row',
  {
    selection_id: uuid()
      .notNull()
      .references(() => selection.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    record_id: uuid().notNull(),
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.selection_id, t.position] })],
)

/** Long work on many records. Any process takes it up; only who holds the lease may say how far it has come (S-20). */
export const job = pgTable(
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
    /** Work to be done: edits, the action and its input, the mapping of columns. Its shape is the kind's. */
    input: jsonb().notNull(),
    /** Starts by itself once it is checked. */
    starts_by_itself: boolean().notNull().default(false),
    total: integer().notNull(),
    /** Rows that have been checked; once it runs, rows that are done with. */
    done: integer().notNull().default(0),
    /** Rows by outcome. */
    counts: jsonb().notNull(),
    /** Rows that are to make, or have made, a new record; of an undo, to remove one that was made. */
    created: integer().notNull().default(0),
    undoes: uuid(),
    error: text(),
    lease_token: uuid(),
    lease_until: instant(),
    created_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
  },
  (t) => [
    index('job_actor_index').on(t.actor_id, t.created_at),
    index('job_created_index').on(t.created_at),
    index('job_finished_index').on(t.finished_at),
    /** Jobs that a process can take up: see `isDue` in `server/engine/jobs/chunk.ts`. */
    index('job_due_index').on(t.created_at).where(sql`finished_at is null and state in ('checking', 'running', 'cancelled', 'failed')`),
    uniqueIndex('job_undoes_unique').on(t.undoes).where(sql`state not in ('cancelled', 'failed')`),
  ],
)

/** One row of a job: a record of its selection, a row of its file, or a change that it takes back. */
export const jobItem = pgTable(
  'job_item',
  {
    job_id: uuid()
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Null for a row of a file that has found no record yet. */
    record_id: uuid(),
    /** The version that was checked: a later one is not touched. */
    base_version: integer(),
    outcome: text().notNull().default('pending'),
    /** The row makes its record; in an undo, it removes the one that was made. */
    is_new: boolean().notNull().default(false),
    title: text().notNull().default(''),
    /** Cells of a file's row or of a pasted one, encrypted: they may hold what is encrypted elsewhere. */
    input: text(),
    /** `{ field: [before, after] }` as the history keeps values. */
    changes: jsonb(),
    /** Issues, by field. */
    issues: jsonb(),
    /** The version that the job made. */
    made_version: integer(),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.position] }), index('job_item_outcome_index').on(t.job_id, t.outcome, t.position)],
)

/** Mapping that a person gave the columns of such a file before. */
export const importMapping = pgTable(
  'import_mapping',
  {
    actor_id: uuid().notNull(),
    resource: text().notNull(),
    /** Hash of the headings. */
    shape: text().notNull(),
    mapping: jsonb().notNull(),
    used_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.actor_id, t.resource, t.shape] }), index('import_mapping_used_index').on(t.used_at)],
)

/** Text that a word of a file was replaced by in a field, for the next file that has it. */
export const importSynonym = pgTable(
  'import_synonym',
  {
    resource: text().notNull(),
    field: text().notNull(),
    /** As `fold` spells it. */
    word: text().notNull(),
    meaning: text().notNull(),
    used_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.field, t.word] }), index('import_synonym_used_index').on(t.used_at)],
)

/** People who have a record open; a row that is not renewed is over. */
export const presence = pgTable(
  'presence',
  {
    resource: text().notNull(),
    record_id: uuid().notNull(),
    user_id: uuid().notNull(),
    seen_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.record_id, t.user_id] }), index('presence_seen_index').on(t.seen_at)],
)

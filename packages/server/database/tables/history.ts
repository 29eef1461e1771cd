import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

/**
 * The change log: one row per write of a record, inserted with it. Changes of child rows are added
 * to the same row in the same transaction (`row-history.ts`). Encrypted values are masked.
 */
export const changeDefinition = pgTable(
  'change',
  {
    id: uuid().primaryKey(),
    resource: text().notNull(),
    record_id: uuid().notNull(),
    version: integer().notNull(),
    action: text().notNull(),
    actor_id: uuid(),
    actor_name: text().notNull(),
    actor_role: text(),
    at: instantColumn().notNull(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
    /** The job that made the change; null for a single write. */
    job_id: uuid(),
  },
  (t) => [
    index('change_job_index').on(t.job_id).where(sql`job_id is not null`),
    index('change_record_index').on(t.resource, t.record_id, t.version),
    index('change_at_index').on(t.at, t.id),
    index('change_actor_index').on(t.actor_id, t.at),
  ],
)

/** Security events: sign-ins, rejected attempts, reveals, exports, backups. */
export const securityEventDefinition = pgTable(
  'security_event',
  {
    id: uuid().primaryKey(),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    user_id: uuid(),
    ip_truncated: text().notNull().default(''),
    details: jsonb().notNull(),
  },
  (t) => [
    index('security_event_at_index').on(t.at, t.id),
    index('security_event_user_index').on(t.user_id, t.at),
  ],
)

/**
 * The access log: who listed, opened, revealed or exported which record, or read one of its files.
 */
export const accessLogDefinition = pgTable(
  'access_log',
  {
    id: uuid().primaryKey(),
    at: instantColumn().notNull(),
    user_id: uuid(),
    user_name: text().notNull(),
    user_role: text(),
    resource: text().notNull(),
    /** Null for a page of a list and for an export. */
    record_id: uuid(),
    /** The records of a page or an export. */
    record_ids: uuid().array(),
    /** `listed`, `opened`, `revealed`, `file`, `fetched` or `exported`. */
    kind: text().notNull(),
    file_id: uuid(),
  },
  (t) => [
    index('access_log_records_index').using('gin', t.record_ids),
    index('access_log_record_index').on(t.resource, t.record_id, t.at),
    index('access_log_user_index').on(t.user_id, t.at),
    index('access_log_at_index').on(t.at),
  ],
)

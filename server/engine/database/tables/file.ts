import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

/** Uploaded files. The bytes lie in the file store under `key`; until `claimed_at` no record shows the file. */
export const file = pgTable(
  'file',
  {
    id: uuid().primaryKey(),
    key: text().notNull().unique('file_key_unique'),
    name: text().notNull(),
    media_type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** Of the bytes as they came, before an image was encoded again. */
    original_sha256: text().notNull(),
    created_at: instant().notNull(),
    owner_id: uuid(),
    resource: text(),
    record_id: uuid(),
    field: text(),
    claimed_at: instant(),
    /** When a newer file took its place; it stays for those who review the record. */
    replaced_at: instant(),
    /** A PDF that could act on its own: it is offered with a warning, and never shown in place. */
    has_active_content: boolean().notNull().default(false),
    /** `missing` or `damaged`, where the store did not give back what it was given, when it was last asked. */
    fault: text(),
  },
  (t) => [
    index('file_record_index').on(t.resource, t.record_id, t.field),
    index('file_claimed_index').on(t.claimed_at, t.created_at),
    index('file_fault_index').on(t.fault).where(sql`${t.fault} is not null`),
  ],
)

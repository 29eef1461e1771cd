import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

/** State of a file: PDFs are as soon as they are stored, pictures once they are encoded anew. */
export type FileState = 'preparing' | 'ready' | 'unreadable'

/** Uploaded files. The bytes lie in the file store under `key`; until `claimed_at` no record shows the file. */
export const file = pgTable(
  'file',
  {
    id: uuid().primaryKey(),
    /** Where the bytes lie that the row tells of: as they came until a picture is prepared, then the prepared ones. */
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
    /** `preparing`: as it came, and shown to nobody; `ready`; `unreadable`: the decoder could not read it, and nobody ever sees it. */
    state: text().$type<FileState>().notNull().default('ready'),
    /** The bytes as they came are still in the store, beside those that are shown or in their place. */
    has_raw: boolean().notNull().default(false),
    /** Lease of the one that prepares it, and until when nobody else does; a time alone: not before then. */
    lease_token: uuid(),
    lease_until: instant(),
    /** Number of times that the decoder ended over it. */
    tries: integer().notNull().default(0),
  },
  (t) => [
    index('file_record_index').on(t.resource, t.record_id, t.field),
    index('file_claimed_index').on(t.claimed_at, t.created_at),
    index('file_raw_index').on(t.created_at).where(sql`${t.has_raw}`),
    index('file_fault_index').on(t.fault).where(sql`${t.fault} is not null`),
  ],
)

import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

/** PDFs are `ready` as soon as they are stored. Images are `ready` once they are re-encoded. */
export type FileState = 'preparing' | 'ready' | 'unreadable'

/**
 * Uploaded files. The content of a file is in the file store under `key`. Until `claimed_at` is
 * set, no record shows the file.
 */
export const fileDefinition = pgTable(
  'file',
  {
    id: uuid().primaryKey(),
    /**
     * Key of the content in the file store. At first it refers to the upload, later to the
     * rendition.
     */
    key: text().notNull().unique('file_key_unique'),
    name: text().notNull(),
    media_type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** Hash of the content as uploaded, before an image is re-encoded. */
    original_sha256: text().notNull(),
    created_at: instantColumn().notNull(),
    owner_id: uuid(),
    resource: text(),
    record_id: uuid(),
    field: text(),
    claimed_at: instantColumn(),
    /**
     * When a newer file replaced this one. The replaced file is kept for reviewers of the record.
     */
    replaced_at: instantColumn(),
    /**
     * Whether a PDF contains active content, such as scripts. Such a PDF is offered with a warning
     * and never displayed inline.
     */
    has_active_content: boolean().notNull().default(false),
    /**
     * `missing` if the last check did not find the content in the file store, `damaged` if the
     * content had changed.
     */
    error: text(),
    /**
     * `preparing`: the file is as uploaded and not shown to anyone. `unreadable`: it could not be
     * decoded and is never shown.
     */
    state: text().$type<FileState>().notNull().default('ready'),
    /** Whether the upload is still in the file store, next to the rendition or instead of it. */
    has_raw: boolean().notNull().default(false),
    /**
     * Lease of the process that prepares the file. Without a token, `lease_until` is the earliest
     * time of the next attempt.
     */
    lease_token: uuid(),
    lease_until: instantColumn(),
    /** Number of times that the decoder crashed on the file. */
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index('file_record_index').on(t.resource, t.record_id, t.field),
    index('file_claimed_index').on(t.claimed_at, t.created_at),
    index('file_raw_index').on(t.created_at).where(sql`${t.has_raw}`),
    index('file_error_index').on(t.error).where(sql`${t.error} is not null`),
  ],
)

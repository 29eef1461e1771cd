/** Sessions. Tokens are stored only as hashes. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

export const sessionDefinition = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    user_id: uuid().notNull(),
    created_at: instantColumn().notNull(),
    last_used_at: instantColumn().notNull(),
    absolute_expires_at: instantColumn().notNull(),
    reauthenticated_at: instantColumn().notNull(),
    user_agent_label: text().notNull().default(''),
    ip_truncated: text().notNull().default(''),
    revoked_at: instantColumn(),
    revoked_reason: text(),
    lost_responses: integer().notNull().default(0),
  },
  (t) => [
    index('session_user_index').on(t.user_id, t.created_at),
    index('session_expires_index').on(t.absolute_expires_at),
  ],
)

/** Short-lived tokens. A session has several if tabs refresh at the same time. */
export const accessTokenDefinition = pgTable(
  'access_token',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessionDefinition.id, { onDelete: 'cascade' }),
    /** The refresh token that was issued together with it. */
    refresh_hash: text(),
    expires_at: instantColumn().notNull(),
  },
  (t) => [
    index('access_token_session_index').on(t.session_id),
    index('access_token_expires_index').on(t.expires_at),
  ],
)

export const refreshTokenDefinition = pgTable(
  'refresh_token',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessionDefinition.id, { onDelete: 'cascade' }),
    parent_hash: text(),
    issued_at: instantColumn().notNull(),
    used_at: instantColumn(),
    successor_hash: text(),
    revoked_at: instantColumn(),
    /**
     * Whether the access token issued with it was used, which proves that the client received both.
     */
    access_used: boolean().notNull().default(false),
  },
  (t) => [index('refresh_token_session_index').on(t.session_id)],
)

/**
 * Stored responses to calls that clients may repeat. `answer` is encrypted, since it can contain an
 * access code.
 */
export const repeatedCallDefinition = pgTable(
  'repeated_call',
  {
    scope: text().notNull(),
    /** Hash of the idempotency key, or of the request itself if the caller sent none. */
    key_hash: text().notNull(),
    fingerprint: text().notNull(),
    answer: text().notNull(),
    created_at: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key_hash] }),
    index('repeated_call_fingerprint_index').on(t.scope, t.fingerprint, t.created_at),
    index('repeated_call_created_index').on(t.created_at),
  ],
)

/** Sessions. Tokens are stored only as hashes. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    user_id: uuid().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant().notNull(),
    absolute_expires_at: instant().notNull(),
    reauthenticated_at: instant().notNull(),
    user_agent_label: text().notNull().default(''),
    ip_truncated: text().notNull().default(''),
    revoked_at: instant(),
    revoked_reason: text(),
    lost_answers: integer().notNull().default(0),
  },
  (t) => [index('session_user_index').on(t.user_id, t.created_at), index('session_expires_index').on(t.absolute_expires_at)],
)

/** Short-lived tokens. A session has several if tabs refresh at the same time. */
export const accessToken = pgTable(
  'access_token',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    /** The refresh token that was issued together with it. */
    refresh_hash: text(),
    expires_at: instant().notNull(),
  },
  (t) => [index('access_token_session_index').on(t.session_id), index('access_token_expires_index').on(t.expires_at)],
)

export const refreshToken = pgTable(
  'refresh_token',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    parent_hash: text(),
    issued_at: instant().notNull(),
    used_at: instant(),
    successor_hash: text(),
    revoked_at: instant(),
    /** Whether the access token issued with it was used, which proves that the client received both. */
    access_used: boolean().notNull().default(false),
  },
  (t) => [index('refresh_token_session_index').on(t.session_id)],
)

/** Responses to calls that may be repeated. `answer` is encrypted, since it can contain an access code. */
export const repeatedCall = pgTable(
  'repeated_call',
  {
    scope: text().notNull(),
    /** Hash of the idempotency key, or of the request itself if the caller sent none. */
    key_hash: text().notNull(),
    fingerprint: text().notNull(),
    answer: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key_hash] }),
    index('repeated_call_fingerprint_index').on(t.scope, t.fingerprint, t.created_at),
    index('repeated_call_created_index').on(t.created_at),
  ],
)

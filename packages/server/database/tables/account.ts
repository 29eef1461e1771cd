/**
 * Account data that is not in the account's record: password, one-time tokens, known devices and
 * rate limits.
 */
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

export const credentialDefinition = pgTable('credential', {
  user_id: uuid().primaryKey(),
  password_hash: text().notNull(),
  changed_at: instantColumn().notNull(),
  must_change: boolean().notNull().default(false),
})

/**
 * Tokens in password reset and invitation emails. `password_version` makes a token invalid once the
 * password changes.
 */
export const oneTimeTokenDefinition = pgTable(
  'one_time_token',
  {
    hash: text().primaryKey(),
    kind: text().notNull(),
    user_id: uuid().notNull(),
    password_version: text(),
    created_at: instantColumn().notNull(),
    expires_at: instantColumn().notNull(),
    used_at: instantColumn(),
  },
  (t) => [
    index('one_time_token_user_index').on(t.user_id),
    index('one_time_token_expires_index').on(t.expires_at),
  ],
)

/** Browsers from which a user has signed in. */
export const deviceDefinition = pgTable(
  'device',
  {
    hash: text().primaryKey(),
    user_id: uuid().notNull(),
    created_at: instantColumn().notNull(),
    last_seen_at: instantColumn().notNull(),
  },
  (t) => [index('device_user_index').on(t.user_id), index('device_seen_index').on(t.last_seen_at)],
)

/**
 * Attempts per bucket and subject (a keyed hash), in the current time window and the previous one.
 */
export const rateLimitDefinition = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    window_start: instantColumn().notNull(),
    count: integer().notNull(),
    previous: integer().notNull(),
    blocked_until: instantColumn(),
    updated_at: instantColumn().notNull(),
  },
  (t) => [index('rate_limit_updated_index').on(t.updated_at)],
)

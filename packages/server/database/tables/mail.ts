import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../column-types.ts'

/**
 * The outbox: emails to send, stored in the transaction that causes them. A worker leases and sends
 * each email, and retries failures.
 */
export const outboxMailDefinition = pgTable(
  'outbox_mail',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    user_id: uuid(),
    address: text(),
    /** The record that the email is about, if the address comes from it. */
    record_id: uuid(),
    language: text().notNull(),
    params: jsonb().notNull(),
    /** Of emails with the same key, only the first is stored. */
    once_key: text().unique('outbox_mail_once_key_unique'),
    /** Set when the email is sent, because the email is composed only then. */
    subject: text(),
    created_at: instantColumn().notNull(),
    run_at: instantColumn().notNull(),
    attempts: integer().notNull().default(0),
    state: text().notNull().default('waiting'),
    lease_token: uuid(),
    lease_until: instantColumn(),
    last_error: text(),
    sent_at: instantColumn(),
  },
  (t) => [
    index('outbox_mail_record_index').on(t.record_id),
    index('outbox_mail_due_index').on(t.state, t.run_at),
    index('outbox_mail_created_index').on(t.created_at),
  ],
)

import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

/** Mails that a transaction decided to send. A worker leases each, sends it, and tries again later when that fails. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    user_id: uuid(),
    address: text(),
    /** The record that it tells of, where that leads to its address. */
    record_id: uuid(),
    language: text().notNull(),
    params: jsonb().notNull(),
    /** Of mails with the same key only the first is kept. */
    once_key: text().unique('outbox_mail_once_key_unique'),
    /** Known once it was sent: what a mail says is put together at that moment. */
    subject: text(),
    created_at: instant().notNull(),
    run_at: instant().notNull(),
    attempts: integer().notNull().default(0),
    state: text().notNull().default('waiting'),
    lease_token: uuid(),
    lease_until: instant(),
    last_error: text(),
    sent_at: instant(),
  },
  (t) => [
    index('outbox_mail_record_index').on(t.record_id),
    index('outbox_mail_due_index').on(t.state, t.run_at),
    index('outbox_mail_created_index').on(t.created_at),
  ],
)

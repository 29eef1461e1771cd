import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../column-types.ts'

/** Mails that a transaction decided to send. A worker leases each, sends it, and tries again later when that fails. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    recipient_name: text().notNull(),
    recipient_address: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: instant().notNull(),
    run_at: instant().notNull(),
    attempts: integer().notNull().default(0),
    state: text().notNull().default('waiting'),
    lease_token: uuid(),
    lease_until: instant(),
    last_error: text(),
    sent_at: instant(),
  },
  (t) => [index('outbox_mail_due_index').on(t.state, t.run_at)],
)

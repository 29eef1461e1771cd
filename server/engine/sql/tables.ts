/**
 * The engine's own tables, for statements with `sql`. Definitions are imported only as types: they are loaded by the tool that
 * writes migrations.
 */
import type * as account from '#server/engine/database/tables/account.ts'
import type * as files from '#server/engine/database/tables/file.ts'
import type * as history from '#server/engine/database/tables/history.ts'
import type * as jobs from '#server/engine/database/tables/jobs.ts'
import type * as mail from '#server/engine/database/tables/mail.ts'
import type * as facts from '#server/engine/database/tables/meta.ts'
import type * as sessions from '#server/engine/database/tables/session.ts'
import type { Values } from './storage.ts'
import { storedTable } from './typed.ts'

export const credential = storedTable<typeof account.credential.$inferSelect>('credential')
export const oneTimeToken = storedTable<typeof account.oneTimeToken.$inferSelect>('one_time_token')
export const rateLimit = storedTable<typeof account.rateLimit.$inferSelect>('rate_limit')
export const file = storedTable<typeof files.file.$inferSelect>('file')
type Change = Omit<typeof history.change.$inferSelect, 'before' | 'after'> & {
  readonly before: Values | null
  readonly after: Values | null
}
export const change = storedTable<Change>('change')
export const accessLog = storedTable<typeof history.accessLog.$inferSelect>('access_log')
export const job = storedTable<typeof jobs.job.$inferSelect>('job')
export const jobItem = storedTable<typeof jobs.jobItem.$inferSelect>('job_item')
export const importSynonym = storedTable<typeof jobs.importSynonym.$inferSelect>('import_synonym')
export const outboxMail = storedTable<typeof mail.outboxMail.$inferSelect>('outbox_mail')
export const meta = storedTable<typeof facts.meta.$inferSelect>('meta')
export const session = storedTable<typeof sessions.session.$inferSelect>('session')

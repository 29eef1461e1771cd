/**
 * The engine's own tables, for statements with `sql`. Definitions are imported only as types: they
 * are loaded by the tool that writes migrations.
 */
import type * as account from '../database/tables/account.ts'
import type * as files from '../database/tables/file.ts'
import type * as history from '../database/tables/history.ts'
import type * as jobs from '../database/tables/jobs.ts'
import type * as mail from '../database/tables/mail.ts'
import type * as facts from '../database/tables/meta.ts'
import type * as sessions from '../database/tables/session.ts'
import type { Values } from './storage.ts'
import { storedTable } from './typed.ts'

export const credentialTable =
  storedTable<typeof account.credentialDefinition.$inferSelect>('credential')
export const oneTimeTokenTable =
  storedTable<typeof account.oneTimeTokenDefinition.$inferSelect>('one_time_token')
export const rateLimitTable =
  storedTable<typeof account.rateLimitDefinition.$inferSelect>('rate_limit')
export const fileTable = storedTable<typeof files.fileDefinition.$inferSelect>('file')
type StoredChange = Omit<typeof history.changeDefinition.$inferSelect, 'before' | 'after'> & {
  readonly before: Values | null
  readonly after: Values | null
}
export const changeTable = storedTable<StoredChange>('change')
export const accessLogTable =
  storedTable<typeof history.accessLogDefinition.$inferSelect>('access_log')
export const selectionRowTable =
  storedTable<typeof jobs.selectionRowDefinition.$inferSelect>('selection_row')
export const jobTable = storedTable<typeof jobs.jobDefinition.$inferSelect>('job')
export const jobItemTable = storedTable<typeof jobs.jobItemDefinition.$inferSelect>('job_item')
export const importSynonymTable =
  storedTable<typeof jobs.importSynonymDefinition.$inferSelect>('import_synonym')
export const outboxMailTable =
  storedTable<typeof mail.outboxMailDefinition.$inferSelect>('outbox_mail')
export const metaTable = storedTable<typeof facts.metaDefinition.$inferSelect>('meta')
export const sessionTable = storedTable<typeof sessions.sessionDefinition.$inferSelect>('session')

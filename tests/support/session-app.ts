/** The tested application with real sessions. */
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { type SessionApp, startSessionAppOf } from '@matricola/testing/session-app.ts'
// Registers the emails that the university declares.
import '#server/mails.ts'
import { universityConfig } from './app.ts'
import { openTestDatabase } from './databases.ts'
import { testedApp } from './tested-app.ts'

/**
 * Starts the application with its own clock, a file store in a temporary folder, and a mail port
 * that keeps the emails.
 */
export const startSessionApp = (
  parts: Partial<Context['config']> = {},
  open: () => Promise<Database> = openTestDatabase,
  others: Partial<Context> = {},
): Promise<SessionApp> =>
  startSessionAppOf(testedApp, open, { ...universityConfig, ...parts }, others)

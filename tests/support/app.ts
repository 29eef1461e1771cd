/** The tested application on its own database, called in process. */
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import {
  createContextFor,
  defaultConfig as genericConfig,
  startTestApp,
  type TestApp,
} from '@matricola/testing/test-app.ts'
import { openTestDatabase } from './databases.ts'
import { testedApp } from './tested-app.ts'

/** Settings that differ from those of other applications. */
export const universityConfig = {
  defaultLanguage: 'ro',
  settings: { SUBMISSIONS_PER_HOUR: 0, APPLICATIONS_AT_ONCE: 64 },
} as const satisfies Partial<Context['config']>

/** Default settings, as if nothing had been configured. */
export const defaultConfig: Context['config'] = { ...genericConfig, ...universityConfig }

/** Builds a context around a database, with new keys. `overrides` override the defaults. */
export const createTestContext = (database: Database, overrides: Partial<Context> = {}): Context =>
  createContextFor(testedApp, database, { config: defaultConfig, ...overrides })

/** Starts the application. `open` selects the database engine. */
export const startApp = (
  open: () => Promise<Database> = openTestDatabase,
  parts: Partial<Context> = {},
): Promise<TestApp> => startTestApp(testedApp, open, { config: defaultConfig, ...parts })

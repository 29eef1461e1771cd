/** The fixture as an application, its databases, and the functions that start it. */
import { createHash } from 'node:crypto'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createApp } from '@matricola/server/app/create-app.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import type { PackMigrations } from '@matricola/server/database/migrations.ts'
import type { PublicSettings } from '@matricola/server/system/public-settings.ts'
import { createCaller } from '../callers.ts'
import { tableStatements } from '../create-tables.ts'
import { createTestDatabases, migratedSchema, projectRoot } from '../databases.ts'
import { createImportApp, type ImportApp } from '../import-app.ts'
import { type SessionApp, startSessionAppOf } from '../session-app.ts'
import { createContextFor, defaultConfig, startTestApp, type TestApp } from '../test-app.ts'
import { declareLibrary } from './declarations.ts'
import { volumeHooks } from './hooks.ts'

/** Visitors see the name of the library. */
const publicSettings: PublicSettings = {
  summary: 'Returns the settings. Callers who are not admins see only the name of the library',
  async read({ database }) {
    const [row] = await database.query<{ name: string }>(
      'SELECT settings.university_name AS name FROM settings',
    )
    return { universityName: row?.name }
  },
}

export const createLibrary = () =>
  createApp({
    name: 'Library',
    root: projectRoot,
    registry: declareLibrary(),
    packs: [
      {
        name: 'library',
        locales: 'packages/testing/library/locales',
        hooks: (context) => ({ volumes: volumeHooks(context) }),
        publicSettings,
      },
    ],
    apiDocument: 'none',
  })

const created = createLibrary()
const statements = await tableStatements(created)
/**
 * One migration that creates all tables. It is generated, because the fixture has no earlier
 * versions.
 */
const migrations: readonly PackMigrations[] = [
  {
    pack: 'library',
    migrations: [
      {
        tag: '0000_library',
        hash: createHash('sha256').update(statements.join()).digest('hex'),
        statements,
      },
    ],
  },
]

export const library: typeof created = { ...created, readMigrations: () => [...migrations] }

export const {
  allEngines: allLibraryEngines,
  engines: libraryEngines,
  openTestDatabase: openLibraryDatabase,
} = createTestDatabases(migratedSchema(library))

/** The settings of the university's tests, whose default language is Romanian too. */
const libraryConfig = { defaultLanguage: 'ro' } as const satisfies Partial<Context['config']>

/** Builds a context around a database, with new keys. `overrides` override the defaults. */
export const createLibraryContext = (
  database: Database,
  overrides: Partial<Context> = {},
): Context =>
  createContextFor(library, database, {
    config: { ...defaultConfig, ...libraryConfig },
    ...overrides,
  })

/** Starts the fixture. `open` selects the database engine. */
export const startLibraryApp = (
  open: () => Promise<Database> = openLibraryDatabase,
  parts: Partial<Context> = {},
): Promise<TestApp> =>
  startTestApp(library, open, { config: { ...defaultConfig, ...libraryConfig }, ...parts })

export interface LibraryApp extends TestApp {
  readonly admin: Caller
  readonly librarian: Caller
  readonly reader: Caller
  /** Creates a record as an admin. Throws if it is refused. */
  create(path: string, values: object): Promise<WireRecord>
}

/** Starts the fixture with one account per role. */
export async function startLibrary(
  open: () => Promise<Database> = openLibraryDatabase,
  parts: Partial<Context> = {},
): Promise<LibraryApp> {
  const app = await startTestApp(library, open, parts)
  const founder = createCaller('admin')
  const createAccount = async (role: string): Promise<Caller> => {
    const values = {
      name: `Some ${role}`,
      username: `the.${role}`,
      email: `${role}@biblioteca.ro`,
      role,
    }
    const { data } = await app.call<WireRecord>(
      founder,
      'POST',
      '/api/authentication/register',
      values,
    )
    return createCaller(role as Caller['role'], data.id)
  }
  const admin = await createAccount('admin')
  return {
    ...app,
    admin,
    librarian: await createAccount('librarian'),
    reader: await createAccount('reader'),
    create: async (path, values) =>
      (await app.call<WireRecord>(admin, 'POST', `/api/${path}/create`, values)).data,
  }
}

/** Starts the fixture with accounts of an admin and of a librarian, whose files it imports. */
export const startLibraryImports = async (
  open?: () => Promise<Database>,
  parts?: Partial<Context>,
): Promise<ImportApp> => createImportApp(await startLibraryApp(open, parts), 'librarian')

/**
 * Starts the fixture with real sessions, its own clock, a file store and a mail port that keeps the
 * emails.
 */
export const startLibrarySessions = (
  parts: Partial<Context['config']> = {},
  open: () => Promise<Database> = openLibraryDatabase,
  others: Partial<Context> = {},
): Promise<SessionApp> => startSessionAppOf(library, open, { ...libraryConfig, ...parts }, others)

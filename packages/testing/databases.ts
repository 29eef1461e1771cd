/**
 * Databases for tests: on the PostgreSQL server in `TEST_DATABASE_URL`, or embedded and in memory
 * if it is not set. `npm test` runs the suite once on each engine. Every call returns a separate
 * database with the tables of an application and a settings row. Closing the database removes all
 * data.
 */

import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Registry } from '@matricola/schema/registry.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { type BuildOptions, buildSync } from 'esbuild'
import pg from 'pg'
import { pino } from 'pino'
import { installedPackagesOf } from '../../scripts/workspaces.mjs'
import { type ReusableDatabase, reuseDatabases } from './reused-databases.ts'

/**
 * Root folder of the program. `new URL` does not work here: in jsdom tests, Vite replaces it with
 * the URL of an asset.
 */
export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '../../')
/** URL of the PostgreSQL server for tests, if there is one. */
export const testPostgresUrl = process.env.TEST_DATABASE_URL

export const silentLog = pino({ level: 'silent' })
// Inside `node_modules`, so that the bundled worker can resolve packages. Files are named by a hash
// of their content, so they are never stale.
const cache = join(projectRoot, 'node_modules/.cache/matricola')

function cacheFile(name: string, write: (path: string) => void): string {
  const path = join(cache, name)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const fresh = `${path}.${randomUUID()}`
  write(fresh)
  renameSync(fresh, path)
  return path
}

export const embeddedWorker = (): URL => buildWorker('packages/server/database/embedded/worker.ts')

/**
 * Builds a worker thread from its source. PGlite stays external, because it locates its files
 * relative to its own modules.
 */
export const buildWorker = (source: string): URL =>
  buildSource(source, { external: ['@electric-sql/*'] })

/** Builds a program that runs as a separate process. It resolves installed packages at run time. */
export const buildProcess = (source: string): URL =>
  buildSource(source, { external: [...installedPackagesOf(projectRoot)] })

const builds = new Map<string, URL>()

/** Sources do not change during a run, so each is built once. */
function buildSource(source: string, options: BuildOptions): URL {
  const known = builds.get(source)
  if (known) return known
  const { outputFiles } = buildSync({
    entryPoints: [join(projectRoot, source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    ...options,
    write: false,
  })
  const text = outputFiles?.[0]?.text ?? ''
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const workerUrl = pathToFileURL(
    cacheFile(`worker-${hash}.mjs`, (path) => writeFileSync(path, text)),
  )
  builds.set(source, workerUrl)
  return workerUrl
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Name prefix of all databases of a run, so that leftover databases can be dropped at the end. */
const runPrefix = () => `test_${process.env.TEST_RUN ?? 'alone'}_`

/** Creates an empty PostgreSQL database. Returns its URL and a function that drops it. */
export async function createPostgresDatabase(
  server: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = runPrefix() + randomUUID().replaceAll('-', '')
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Opens a second pool on the same PostgreSQL database, as a second process would. */
export async function openSecondPool(database: Database): Promise<Database> {
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const url = new URL(testPostgresUrl ?? '')
  url.pathname = `/${row?.name}`
  return await connectPostgres(url.href, silentLog, { max: 4 })
}

/** Drops the databases that this run left on the test server, if there is one. */
export async function dropLeftoverDatabases(): Promise<void> {
  if (testPostgresUrl === undefined) return
  const client = new pg.Client({ connectionString: testPostgresUrl })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [runPrefix()],
  )
  for (const { datname } of rows)
    await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
}

export interface TestEngine {
  readonly engine: Database['engine']
  open(): Promise<Database>
}

/** How an empty database receives the tables of an application. */
export interface TestSchema {
  readonly registry: Registry
  /** Identifies the tables, so that a stored data directory of an earlier version is not used. */
  readonly version: string
  /** Creates the tables and the settings row. */
  createTables(database: Database): Promise<unknown>
}

/** The tables that the migrations of an application create. */
export function migratedSchema(app: ServerApp): TestSchema {
  const migrations = app.readMigrations()
  return {
    registry: app.registry,
    version: migrations
      .flatMap((pack) => pack.migrations.map(({ tag, hash }) => `${tag} ${hash}`))
      .join(),
    async createTables(database) {
      await migrate(database, migrations)
      await ensureSettings(database, app.registry)
    },
  }
}

export interface TestDatabases {
  /** All available engines, for tests that move data between them. */
  readonly allEngines: readonly TestEngine[]
  /**
   * The engine of this run, for all other tests: `describe.each(engines)('on $engine', ({ open })
   * => …)`.
   */
  readonly engines: readonly TestEngine[]
  /** Opens a database on the engine of this run. Most tests use this. */
  openTestDatabase(): Promise<Database>
  /**
   * Opens a database that no other test has used or will use, on the engine of this run. On
   * PostgreSQL, it has only one connection.
   */
  openUnsharedDatabase(): Promise<Database>
  /** Builds the data directory that embedded databases start from, once for all test files. */
  prepareEmbeddedTemplate(): Promise<void>
}

/** Returns functions that open databases with the tables of an application. */
export function createTestDatabases({
  registry,
  version,
  createTables,
}: TestSchema): TestDatabases {
  /**
   * A data directory with the tables as a tarball. Loading it takes a fifth of the time of creating
   * it.
   */
  async function template(worker: URL): Promise<string> {
    const engine = readFileSync(
      join(projectRoot, 'node_modules/@electric-sql/pglite/package.json'),
      'utf8',
    )
    const parts = [engine, worker.pathname, version]
    const path = join(
      cache,
      `template-${createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)}.tar.gz`,
    )
    if (existsSync(path)) return path
    const database = await connectEmbedded({ directory: null, worker, log: silentLog })
    await createTables(database)
    const fresh = `${path}.${randomUUID()}`
    await database.dump(fresh)
    await database.close()
    renameSync(fresh, path)
    return path
  }

  async function createEmbedded(): Promise<ReusableDatabase> {
    const worker = embeddedWorker()
    const database = await connectEmbedded({
      directory: null,
      worker,
      log: silentLog,
      template: await template(worker),
    })
    return { database, remove: () => database.close() }
  }

  async function createPostgres(max: number): Promise<ReusableDatabase> {
    const { url, drop } = await createPostgresDatabase(testPostgresUrl ?? '')
    const database = await connectPostgres(url, silentLog, { max })
    await createTables(database)
    const remove = async () => {
      await database.close()
      await drop()
    }
    return { database, remove }
  }

  // Emptying an embedded engine is ten times faster than starting one. Connecting to PostgreSQL
  // takes longer than many tests, so the pool is kept with its database.
  const embedded: TestEngine = {
    engine: 'embedded',
    open: reuseDatabases(createEmbedded, registry),
  }
  const allEngines = [
    embedded,
    ...(testPostgresUrl
      ? [{ engine: 'postgres' as const, open: reuseDatabases(() => createPostgres(4), registry) }]
      : []),
  ]
  return {
    allEngines,
    engines: allEngines.slice(-1),
    openTestDatabase: () => (allEngines.at(-1) ?? embedded).open(),
    async openUnsharedDatabase() {
      const { database, remove } = await (testPostgresUrl === undefined
        ? createEmbedded()
        : createPostgres(1))
      return { ...database, close: remove }
    },
    async prepareEmbeddedTemplate() {
      await template(embeddedWorker())
    },
  }
}

export const removeFolder = (path: string) => rmSync(path, { recursive: true, force: true })

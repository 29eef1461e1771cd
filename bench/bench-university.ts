/**
 * Sets up an empty university for benchmarks, in the database at `DATABASE_URL` or, with
 * `EMBEDDED_WORKER`, in an embedded one in `DATA_DIR`.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { systemClock } from '@matricola/server/ports/clock.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { pino } from 'pino'
import { getResource } from '#resources/index.ts'
import { app } from '#server/app.ts'

const { DATABASE_URL, DATA_DIR = '', EMBEDDED_WORKER = '', PROGRAM_ROOT = '' } = process.env

/**
 * Opens the database and creates a programme and an administrator. `overrides` adds parts of the
 * context that the work needs.
 */
export async function openBenchUniversity(overrides: Partial<Context> = {}) {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const database = DATABASE_URL
    ? await connectPostgres(DATABASE_URL, log)
    : await connectEmbedded({
        directory: join(DATA_DIR, 'database'),
        worker: pathToFileURL(EMBEDDED_WORKER),
        log,
      })
  await migrate(database, app.readMigrations(PROGRAM_ROOT))
  await ensureSettings(database, app.registry)
  // Only the parts of the context that jobs use.
  const context = {
    database,
    keys: { pepper: randomBytes(32), encryption: randomBytes(32), index: randomBytes(32) },
    log,
    clock: systemClock,
    texts: app.loadTexts(PROGRAM_ROOT),
    registry: app.registry,
    hooks: app.packs.hooks,
    disk: { level: () => 'ample', freeBytes: () => undefined },
    ...overrides,
  } as unknown as Context
  const records = recordsOf(context)
  const createRecord = async (name: string, body: object) =>
    (await records.insert(systemPermit('demo', getResource(name), 'create'), body)).id
  const departmentProfileId = await createRecord('departments', { name: 'Informatics' })
  const programme = {
    name: 'Informatics',
    code: 'INF',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const specializationId = await createRecord('specializations', programme)
  const account = {
    name: 'Ada Admin',
    username: 'ada',
    email: 'ada@univ.ro',
    role: 'admin',
    isActive: true,
  }
  const caller: Caller = {
    id: await createRecord('users', account),
    name: account.name,
    role: 'admin',
    personId: null,
    sessionId: '',
    reauthenticatedAt: new Date().toISOString(),
    language: 'en',
  }
  // Resets the peak, because creating an embedded database temporarily takes more memory.
  writeFileSync('/proc/self/clear_refs', '5')
  return { database, context, specializationId, caller }
}

/** Peak memory of this process in MB since the database was opened (Linux). */
export const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1024)

/** Returns the duration of the work in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

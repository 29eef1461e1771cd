/**
 * The embedded database: PostgreSQL as WebAssembly, with one process, one session and durable
 * commits.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { resolve as absolute, dirname } from 'node:path'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Logger } from 'pino'
import {
  type Database,
  idleTransactionTimeoutMs,
  type Queries,
  statementTimeoutMs,
  type TransactionOptions,
} from '../database.ts'
import { createInvalidationChannel } from '../invalidations.ts'
import { DatabaseRefusal } from '../refusal.ts'
import { findJoinedTransaction, runTransaction } from '../transaction.ts'
import { toParameter } from '../values.ts'
import { findVersion, realDirectory } from './directory.ts'
import { lockDirectory } from './lock.ts'
import { startMaintenance } from './maintenance.ts'
import { dumpCommand, syncCountCommand } from './protocol.ts'
import { createSessionQueue } from './session-queue.ts'
import { type EngineThread, startEngineThread } from './thread.ts'

/** Major version of PostgreSQL in the pinned engine. Data of other versions cannot be opened. */
const engineVersion = '18'

export interface EmbeddedOptions {
  /** The data directory; null: in memory, for tests. */
  readonly directory: string | null
  /** The built `worker.ts`. */
  readonly worker: URL
  readonly log: Logger
  /** A tarball made by `dump`, from which an in-memory database starts. */
  readonly template?: string
}
export interface EmbeddedDatabase extends Database {
  /** Number of file syncs since startup. */
  syncs(): Promise<number>
  /**
   * Writes the data directory as a tarball. It is built in memory, so use it only for small
   * databases.
   */
  dump(path: string): Promise<void>
}

/**
 * Opens the embedded database, creating it in a missing or empty directory. Throws
 * `DatabaseRefusal`, without changing anything, if another process uses the directory, its data has
 * another version, or it is not a complete database.
 */
export async function connectEmbedded({
  directory,
  worker,
  log,
  template,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let abandon: () => Promise<void> = async () => undefined
  const onLost = () => {
    log.fatal('another process has taken over the data directory, so this process stops using it')
    void abandon()
  }
  const openedDirectory =
    directory === null ? null : await openDirectory(absolute(directory), onLost)
  try {
    const thread = await startEngineThread(
      worker,
      { directory: openedDirectory?.directory ?? null, template: template ?? null },
      log,
    )
    abandon = thread.abandon
    return databaseOver(thread, {
      log,
      isDurable: openedDirectory !== null,
      unlock: openedDirectory?.unlock ?? (async () => undefined),
    })
  } catch (error) {
    await openedDirectory?.unlock()
    throw error
  }
}

interface OpenedDirectory {
  readonly directory: string
  readonly unlock: () => Promise<void>
}

async function openDirectory(configuredPath: string, onLost: () => void): Promise<OpenedDirectory> {
  mkdirSync(dirname(configuredPath), { recursive: true, mode: 0o700 })
  const directory = realDirectory(configuredPath)
  const unlock = await lockDirectory(directory, onLost)
  try {
    const version = findVersion(directory)
    if (version !== null && version !== engineVersion)
      throw new DatabaseRefusal(
        `The data in ${directory} was written by PostgreSQL ${version}, but this program includes version ${engineVersion}. Back it up with the version of the program that wrote it (npm run db:backup), move the folder, and restore the backup (npm run db:restore).`,
      )
    if (version !== null) chmodSync(directory, 0o700)
    return { directory, unlock }
  } catch (error) {
    await unlock()
    throw error
  }
}

interface EngineOptions {
  readonly log: Logger
  readonly isDurable: boolean
  readonly unlock: () => Promise<void>
}

function databaseOver(
  thread: EngineThread,
  { log, isDurable, unlock }: EngineOptions,
): EmbeddedDatabase {
  const queue = createSessionQueue()
  let runningCount = 0
  // The statement determines the type of the rows; the caller states it.
  const send = (
    text: string,
    values: readonly unknown[] = [],
    timeoutMs = statementTimeoutMs,
    isExclusive = false,
  ) => thread.send(text, values.map(toParameter), timeoutMs, isExclusive) as Promise<never>

  async function transact<T>(
    work: (queries: Queries) => Promise<T>,
    timeoutMs = statementTimeoutMs,
  ): Promise<T> {
    const release = await queue.enterExclusively()
    const { generation } = thread
    let failure: AppError | undefined
    let idle: NodeJS.Timeout | undefined
    let running = 0
    const queries: Queries = {
      async query(text, values) {
        clearTimeout(idle)
        if (generation !== thread.generation) throw new AppError('database.unavailable')
        if (failure) throw failure
        running++
        try {
          return await send(text, values, timeoutMs)
        } finally {
          running--
          watchIdle()
        }
      },
    }
    let rejectIdle: (error: AppError) => void = () => undefined
    const watchIdle = () => {
      clearTimeout(idle)
      if (running > 0 || failure) return
      idle = setTimeout(() => {
        failure = new AppError('database.unavailable')
        log.error('idle transaction timed out and is rolled back')
        rejectIdle(failure)
      }, idleTransactionTimeoutMs)
    }
    try {
      await send('begin')
      watchIdle()
      const idleTimeout = new Promise<never>((_resolve, reject) => {
        rejectIdle = reject
      })
      const result = await Promise.race([work(queries), idleTimeout])
      failure = new AppError('database.unavailable')
      clearTimeout(idle)
      if (generation !== thread.generation) throw failure
      await send('commit', [], timeoutMs)
      return result
    } catch (error) {
      failure ??= new AppError('database.unavailable')
      clearTimeout(idle)
      if (generation === thread.generation) await send('rollback').catch(() => undefined)
      throw error
    } finally {
      release()
    }
  }

  const database: EmbeddedDatabase = {
    engine: 'embedded',
    invalidations: createInvalidationChannel(),
    vitals: { query: (text, values) => database.query(text, values) },
    async query(text, values) {
      const joint = findJoinedTransaction(database)
      if (joint) return joint.query(text, values)
      await queue.enter()
      runningCount++
      return send(text, values, statementTimeoutMs, true).finally(() => runningCount--)
    },
    isBusy: () => runningCount > 0 || queue.hasWaiting(),
    async transaction<T>(work: (queries: Queries) => Promise<T>, options: TransactionOptions = {}) {
      return (
        findJoinedTransaction(database)?.transaction(work) ??
        runTransaction(database, (attempt) =>
          transact((queries) => attempt(() => work(queries)), options.statementMs),
        )
      )
    },
    syncs: async () => {
      const [row] = (await send(syncCountCommand)) as readonly { readonly count: number }[]
      return row?.count ?? 0
    },
    async dump(path) {
      const release = await queue.enterExclusively()
      await send(dumpCommand, [path], 120_000).finally(release)
    },
    async vacuum() {
      await maintenance?.vacuumAll()
    },
    async close() {
      await maintenance?.stop()
      const release = await queue.enterExclusively()
      await thread.close().finally(unlock)
      release()
    },
  }
  const maintenance = isDurable
    ? startMaintenance({ send, enterExclusively: queue.enterExclusively, log })
    : undefined
  return database
}

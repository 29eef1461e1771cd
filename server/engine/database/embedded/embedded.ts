/** The embedded database: PostgreSQL as WebAssembly, with one process, one session and durable commits. */
import { chmodSync, mkdirSync } from 'node:fs'
import { resolve as absolute, dirname } from 'node:path'
import type { Logger } from 'pino'
import { AppError } from '#model/wire/errors.ts'
import { type Database, idleTransactionMs, type Queries, statementDeadlineMs, type TransactionOptions } from '../database.ts'
import { newsAmong } from '../news.ts'
import { DatabaseRefusal } from '../refusal.ts'
import { jointOf, settled } from '../transaction.ts'
import { toParameter } from '../values.ts'
import { realDirectory, versionIn } from './directory.ts'
import { lockDirectory } from './lock.ts'
import { keepTidy } from './maintenance.ts'
import { dumpTo, syncCount } from './protocol.ts'
import { makeLine } from './queue.ts'
import { startThread, type Thread } from './thread.ts'

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
  /** Writes the data directory as a tarball. It is built in memory, so use it only for small databases. */
  dump(path: string): Promise<void>
}

/**
 * Opens the embedded database, creating it in a missing or empty directory. Throws `DatabaseRefusal`, without changing anything,
 * if another process uses the directory, its data has another version, or it is not a complete database.
 */
export async function connectEmbedded({ directory, worker, log, template }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let abandon: () => Promise<void> = async () => undefined
  const onLost = () => {
    log.fatal('another process has taken the data directory: this one uses it no more')
    void abandon()
  }
  const place = directory === null ? null : await take(absolute(directory), onLost)
  try {
    const thread = await startThread(worker, { directory: place?.directory ?? null, template: template ?? null }, log)
    abandon = thread.abandon
    return over(thread, { log, isDurable: place !== null, unlock: place?.unlock ?? (async () => undefined) })
  } catch (error) {
    await place?.unlock()
    throw error
  }
}

interface Taken {
  readonly directory: string
  readonly unlock: () => Promise<void>
}

async function take(given: string, onLost: () => void): Promise<Taken> {
  mkdirSync(dirname(given), { recursive: true, mode: 0o700 })
  const directory = realDirectory(given)
  const unlock = await lockDirectory(directory, onLost)
  try {
    const version = versionIn(directory)
    if (version !== null && version !== engineVersion)
      throw new DatabaseRefusal(
        `The data in ${directory} was written by PostgreSQL ${version}, this program brings ${engineVersion}. Back it up with the version of the program that wrote it (npm run db:backup), move the directory away, and restore the backup (npm run db:restore).`,
      )
    if (version !== null) chmodSync(directory, 0o700)
    return { directory, unlock }
  } catch (error) {
    await unlock()
    throw error
  }
}

interface Held {
  readonly log: Logger
  readonly isDurable: boolean
  readonly unlock: () => Promise<void>
}

function over(thread: Thread, { log, isDurable, unlock }: Held): EmbeddedDatabase {
  const line = makeLine()
  let asked = 0
  // The statement determines the type of the rows; the caller states it.
  const send = (text: string, values: readonly unknown[] = [], deadlineMs = statementDeadlineMs, isAlone = false) =>
    thread.send(text, values.map(toParameter), deadlineMs, isAlone) as Promise<never>

  async function transact<T>(work: (queries: Queries) => Promise<T>, deadlineMs = statementDeadlineMs): Promise<T> {
    const leave = await line.enterAlone()
    const { generation } = thread
    let ended: AppError | undefined
    let idle: NodeJS.Timeout | undefined
    let running = 0
    const queries: Queries = {
      async query(text, values) {
        clearTimeout(idle)
        if (generation !== thread.generation) throw new AppError('database.unavailable')
        if (ended) throw ended
        running++
        try {
          return await send(text, values, deadlineMs)
        } finally {
          running--
          watchIdle()
        }
      },
    }
    let giveUp: (error: AppError) => void = () => undefined
    const watchIdle = () => {
      clearTimeout(idle)
      if (running > 0 || ended) return
      idle = setTimeout(() => {
        ended = new AppError('database.unavailable')
        log.error('a transaction did nothing for too long and is rolled back')
        giveUp(ended)
      }, idleTransactionMs)
    }
    try {
      await send('begin')
      watchIdle()
      const given = new Promise<never>((_resolve, reject) => {
        giveUp = reject
      })
      const result = await Promise.race([work(queries), given])
      ended = new AppError('database.unavailable')
      clearTimeout(idle)
      if (generation !== thread.generation) throw ended
      await send('commit', [], deadlineMs)
      return result
    } catch (error) {
      ended ??= new AppError('database.unavailable')
      clearTimeout(idle)
      if (generation === thread.generation) await send('rollback').catch(() => undefined)
      throw error
    } finally {
      leave()
    }
  }

  const database: EmbeddedDatabase = {
    engine: 'embedded',
    news: newsAmong(),
    vitals: { query: (text, values) => database.query(text, values) },
    async query(text, values) {
      const joint = jointOf(database)
      if (joint) return joint.query(text, values)
      await line.enter()
      asked++
      return send(text, values, statementDeadlineMs, true).finally(() => asked--)
    },
    isAsked: () => asked > 0 || line.isLong(),
    async transaction<T>(work: (queries: Queries) => Promise<T>, options: TransactionOptions = {}) {
      return (
        jointOf(database)?.transaction(work) ??
        settled(database, (inside) => transact((queries) => inside(() => work(queries)), options.statementMs))
      )
    },
    syncs: async () => {
      const [row] = (await send(syncCount)) as readonly { readonly count: number }[]
      return row?.count ?? 0
    },
    async dump(path) {
      const leave = await line.enterAlone()
      await send(dumpTo, [path], 120_000).finally(leave)
    },
    async vacuum() {
      await tidy?.everything()
    },
    async close() {
      await tidy?.stop()
      const leave = await line.enterAlone()
      await thread.close().finally(unlock)
      leave()
    },
  }
  const tidy = isDurable ? keepTidy({ send, enterAlone: line.enterAlone, log }) : undefined
  return database
}

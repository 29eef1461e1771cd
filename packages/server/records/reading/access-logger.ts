/**
 * Logs access to records of resources that declare `logsReads`, for every call that returns them.
 */

import { AsyncResource } from 'node:async_hooks'
import type { Database, Queries } from '../../database/database.ts'
import type { Environment } from '../../environment.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import {
  exportAccessSql,
  type ListAccessEntry,
  logExportAccess,
  logListAccesses,
  logRecordAccess,
  logRecordAccesses,
  type RecordAccessEntry,
} from './access-log.ts'

/**
 * Maximum number of pages that wait while the database does not respond. Beyond this limit, pages
 * are reported only in the server log.
 */
const maxWaiting = 10_000
const batchSize = 200
const retryMs = 5000

/**
 * Logs pages of lists. The response does not wait: pages are written in batches right after it.
 * Failed writes are retried, and waiting entries are written before the program stops. Entries are
 * lost without any message only if the process is killed.
 */
class ListAccessQueue {
  readonly #context: Environment
  #waiting: ListAccessEntry[] = []
  #writing: Promise<void> | null = null
  constructor(context: Environment) {
    this.#context = context
  }

  add(access: ListAccessEntry): void {
    if (this.#waiting.length >= maxWaiting)
      this.#context.log.error({ resource: access.resource }, 'access log entry dropped')
    else this.#waiting.push(access)
    void this.flush()
  }

  /** Resolves once all waiting pages are written or a write has failed. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    // Lets the response go out first.
    await new Promise((resolve) => setImmediate(resolve))
    const { database, log } = this.#context
    while (this.#waiting.length > 0) {
      const accesses = this.#waiting.slice(0, batchSize)
      try {
        await logListAccesses(database, accesses)
      } catch (error) {
        log.error(
          { err: error, waiting: this.#waiting.length },
          'writing access log entries failed; will be retried',
        )
        setTimeout(() => void this.flush(), retryMs).unref()
        return
      }
      this.#waiting = this.#waiting.slice(accesses.length)
    }
  }
}

interface PendingAccess {
  readonly access: RecordAccessEntry
  resolve(): void
  reject(error: unknown): void
}

/**
 * Logs access to single records. Each caller waits for its entry. Entries that arrive during a
 * write go together into the next statement, so that they share one wait for the disk.
 */
class RecordAccessQueue {
  #waiting: PendingAccess[] = []
  #isWriting = false
  /**
   * Bound to the outer async context, so that a write never joins the transaction of one of its
   * callers.
   */
  readonly #write: (database: Database) => Promise<void>

  constructor() {
    this.#write = AsyncResource.bind(async (database: Database) => {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.splice(0, batchSize)
        await logRecordAccesses(
          database,
          batch.map(({ access }) => access),
        ).then(
          () => batch.forEach(({ resolve }) => void resolve()),
          (error: unknown) => batch.forEach(({ reject }) => void reject(error)),
        )
      }
      this.#isWriting = false
    })
  }

  add(database: Database, access: RecordAccessEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ access, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      void this.#write(database)
    })
  }
}

export interface AccessLogger {
  /**
   * Logs a page that was returned: in the current transaction if there is one, otherwise after the
   * response.
   */
  logList(permit: Permit, records: readonly { readonly id: string }[]): Promise<void>
  /** Logs that a record was opened. Await it before returning the record. */
  logOpened(permit: Permit, id: string): Promise<void>
  /** Logs an export. Await it before sending the file. */
  logExported(permit: Permit, ids: readonly string[]): Promise<void>
  /**
   * Returns SQL that logs an export in the statement that reads the records as `rows`; null if the
   * resource is not logged.
   */
  exportLogSql(permit: Permit, rows: string, parameters: Parameters): string | null
  /** Resolves once the pages returned so far are written. */
  flush(): Promise<void>
}

/**
 * Creates the access log of a context. `transaction` is the current transaction, which is then also
 * the context's database.
 */
export function createAccessLogger(context: Environment, transaction?: Queries): AccessLogger {
  const { database, clock } = context
  const lists = new ListAccessQueue(context)
  const queue = new RecordAccessQueue()
  return {
    async logList(permit, records) {
      const actor = findLoggedCaller(permit)
      // Reading one's own record is not logged.
      const ids = records.map(({ id }) => id).filter((id) => id !== actor?.personId)
      if (!actor || ids.length === 0) return
      const access = { actor: actor, at: clock.now(), resource: permit.resource.name, ids }
      if (transaction) await logListAccesses(transaction, [access])
      else lists.add(access)
    },
    async logOpened(permit, recordId) {
      const actor = findLoggedCaller(permit)
      if (!actor || actor.personId === recordId) return
      const access = { resource: permit.resource.name, recordId, kind: 'opened' } as const
      if (transaction) await logRecordAccess(transaction, actor, clock.now(), access)
      else await queue.add(database, { ...access, actor: actor, at: clock.now() })
    },
    async logExported(permit, ids) {
      const actor = findLoggedCaller(permit)
      if (actor && ids.length > 0)
        await logExportAccess(database, actor, clock.now(), { resource: permit.resource.name, ids })
    },
    exportLogSql(permit, rows, parameters) {
      const actor = findLoggedCaller(permit)
      return (
        actor &&
        exportAccessSql(actor, clock.now(), { resource: permit.resource.name, rows, parameters })
      )
    },
    flush: () => lists.flush(),
  }
}

/** The caller to log; null if the resource is not logged or the server reads for itself. */
const findLoggedCaller = ({ resource, caller }: Permit) => (resource.logsReads ? caller : null)

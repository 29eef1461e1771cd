/** Looks at records whose declaration says `logsReads`: who read which of them is noted, whichever call answered them (S-14.4). */

import { AsyncResource } from 'node:async_hooks'
import type { Database, Queries } from '#server/engine/database/database.ts'
import type { Environment } from '#server/engine/environment.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Parameters } from '#server/engine/sql/parameters.ts'
import { exportNote, type ListLook, type NotedLook, noteExport, noteLists, noteLook, noteLooks } from './access-log.ts'

/** Pages that may wait while the database does not answer. */
const mostWaiting = 10_000
const atOnce = 200
const againMs = 5000

/**
 * Pages of lists on their way into the log. The answer does not wait for them: they are written together right after it,
 * tried again while the database is away, and before the program stops. Only a process that is killed in that moment loses
 * some; a loss of any other kind is logged.
 */
class Lists {
  readonly #context: Environment
  #waiting: ListLook[] = []
  #writing: Promise<void> | null = null
  constructor(context: Environment) {
    this.#context = context
  }

  add(look: ListLook): void {
    if (this.#waiting.length >= mostWaiting) this.#context.log.error({ resource: look.resource }, 'a look at a list could not be noted')
    else this.#waiting.push(look)
    void this.written()
  }

  /** Resolves once what waits is written, or cannot be for now. */
  written(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    // After the answer that was just made.
    await new Promise((resolve) => setImmediate(resolve))
    const { database, log } = this.#context
    while (this.#waiting.length > 0) {
      const looks = this.#waiting.slice(0, atOnce)
      try {
        await noteLists(database, looks)
      } catch (error) {
        log.error({ err: error, waiting: this.#waiting.length }, 'looks at lists could not be noted yet')
        setTimeout(() => void this.written(), againMs).unref()
        return
      }
      this.#waiting = this.#waiting.slice(looks.length)
    }
  }
}

interface Waiting {
  readonly look: NotedLook
  resolve(): void
  reject(error: unknown): void
}

/**
 * Looks at records, each of which waits for its note. Those that come while others are being written go together in the next
 * statement: a disk is waited for once for all of them.
 */
class Opened {
  #waiting: Waiting[] = []
  #isWriting = false
  /** Outside of whatever its callers are in, such as a transaction of one of them. */
  readonly #write: (database: Database) => Promise<void>

  constructor() {
    this.#write = AsyncResource.bind(async (database: Database) => {
      while (this.#waiting.length > 0) {
        const some = this.#waiting.splice(0, atOnce)
        await noteLooks(
          database,
          some.map(({ look }) => look),
        ).then(
          () => some.forEach(({ resolve }) => void resolve()),
          (error: unknown) => some.forEach(({ reject }) => void reject(error)),
        )
      }
      this.#isWriting = false
    })
  }

  note(database: Database, look: NotedLook): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ look, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      void this.#write(database)
    })
  }
}

export interface NotedReads {
  /** A page that was answered. Inside a transaction it is written there, else beside the answer. */
  list(permit: Permit, records: readonly { readonly id: string }[]): Promise<void>
  /** A record that must not be answered before it is noted. */
  opened(permit: Permit, id: string): Promise<void>
  /** Records that must not leave in a file before it is noted. */
  exported(permit: Permit, ids: readonly string[]): Promise<void>
  /** The same as SQL for the statement that reads them as `rows`; null where nothing is noted. */
  exporting(permit: Permit, rows: string, parameters: Parameters): string | null
  /** Resolves once the pages answered so far are written. */
  written(): Promise<void>
}

/** Notes the looks of a context; `inside`: the transaction under way, which is also its database. */
export function notingReads(context: Environment, inside?: Queries): NotedReads {
  const { database, clock } = context
  const lists = new Lists(context)
  const opened = new Opened()
  return {
    async list(permit, records) {
      const who = concerned(permit)
      // Reading one's own record is no look at others.
      const ids = records.map(({ id }) => id).filter((id) => id !== who?.personId)
      if (!who || ids.length === 0) return
      const look = { who, at: clock.now(), resource: permit.resource.name, ids }
      if (inside) await noteLists(inside, [look])
      else lists.add(look)
    },
    async opened(permit, recordId) {
      const who = concerned(permit)
      if (!who || who.personId === recordId) return
      const look = { resource: permit.resource.name, recordId, kind: 'opened' } as const
      if (inside) await noteLook(inside, who, clock.now(), look)
      else await opened.note(database, { ...look, who, at: clock.now() })
    },
    async exported(permit, ids) {
      const who = concerned(permit)
      if (who && ids.length > 0) await noteExport(database, who, clock.now(), { resource: permit.resource.name, ids })
    },
    exporting(permit, rows, parameters) {
      const who = concerned(permit)
      return who && exportNote(who, clock.now(), { resource: permit.resource.name, rows, parameters })
    },
    written: () => lists.written(),
  }
}

/** Person who looks, where looks at the resource are noted; null else, and where the program looks for itself. */
const concerned = ({ resource, caller }: Permit) => (resource.logsReads ? caller : null)

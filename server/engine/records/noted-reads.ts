/** Looks at records whose declaration says `logsReads`: who read which of them is noted, whichever call answered them (S-14.4). */

import type { Queries } from '#server/engine/database/database.ts'
import type { Environment } from '#server/engine/environment.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Parameters } from '../sql/parameters.ts'
import { type ListLook, lookAtRows, noteExport, noteLists, noteLook } from './access-log.ts'

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

export interface NotedReads {
  /** A page that was answered. Inside a transaction it is written there, else beside the answer. */
  list(permit: Permit, records: readonly { readonly id: string }[]): Promise<void>
  /** A record that must not be answered before it is noted. */
  opened(permit: Permit, id: string): Promise<void>
  /** The same for a record that is about to be read: the part of its statement that notes it, null where nothing is noted. */
  opening(permit: Permit, id: string): ((parameters: Parameters, rows: string) => string) | null
  /** Records that must not leave in a file before it is noted. */
  exported(permit: Permit, ids: readonly string[]): Promise<void>
  /** Resolves once the pages answered so far are written. */
  written(): Promise<void>
}

/** Notes the looks of a context; `inside`: the transaction under way, which is also its database. */
export function notingReads(context: Environment, inside?: Queries): NotedReads {
  const { database, clock } = context
  const lists = new Lists(context)
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
      await noteLook(database, who, clock.now(), { resource: permit.resource.name, recordId, kind: 'opened' })
    },
    opening(permit, id) {
      const who = concerned(permit)
      if (!who || who.personId === id) return null
      return (parameters, rows) => lookAtRows(parameters, who, clock.now(), { resource: permit.resource.name, rows })
    },
    async exported(permit, ids) {
      const who = concerned(permit)
      if (who && ids.length > 0) await noteExport(database, who, clock.now(), { resource: permit.resource.name, ids })
    },
    written: () => lists.written(),
  }
}

/** Person who looks, where looks at the resource are noted; null else, and where the program looks for itself. */
const concerned = ({ resource, caller }: Permit) => (resource.logsReads ? caller : null)

/** Works off jobs, chunk by chunk. Any number of processes may do so at once: each holds a lease on the jobs that it does (S-20). */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { AppError, type ErrorCode } from '#model/wire/errors.ts'
import type { Context } from '#server/engine/context.ts'
import type { Database } from '#server/engine/database/database.ts'
import { newsOf } from '#server/engine/database/news.ts'
import { onceCommitted } from '#server/engine/database/transaction.ts'
import { translateError } from '#server/engine/database/translate-error.ts'
import { doChunk, isDue, leaseMs } from './chunk.ts'
import { jobKinds } from './job-kind-table.ts'
import type { JobKinds } from './job-kinds.ts'

/** Jobs that a process does at the same time, a chunk of each in turn, so that a short one need not wait for a long one. */
const maxHeld = 8
/** Milliseconds for which one chunk should take the database. The embedded engine does nothing else meanwhile. */
const chunkMs = { embedded: 15, postgres: 20 }
const firstSize = 20
const maxSize = 1000
/**
 * Each chunk costs a dozen statements whatever its size: on a busy machine these alone take longer than a chunk should, and
 * fewer rows would only make more chunks. Below these sizes it is not made smaller, the lower one past so many times the time.
 */
const leastSize = { embedded: 100, postgres: 200, slow: 8 }
const patience = 10
/** Tries of a chunk that fails for no known reason, and of one whose reason passes: a full disk, a database that restarts. */
const maxTries = { unknown: 3, passing: 100 }
const retryMs = 200
const longestWaitMs = 10_000

/**
 * Milliseconds after which a chunk takes its turn though others go on asking, for each that the last one took, and at most.
 * A page asks several things one after the other: a chunk between any two of them would be waited for each time.
 */
const waysFor = 3
const longestWayMs = 1000

/** Interval at which a process that has work looks for more. */
const lookMs = 100

interface Held {
  readonly id: string
  size: number
  tries: number
  /** Not before then, by `performance.now`. */
  notBefore: number
}

/** When somebody last looked for work in a database, by `performance.now`. */
const beats = new WeakMap<Database, number>()

/** Milliseconds since this process last looked for jobs in a database; null where it never has. */
export function jobsSilentMs(database: Database): number | null {
  const beat = beats.get(database)
  return beat === undefined ? null : performance.now() - beat
}

class Runner {
  readonly #context: Context
  readonly #kinds: Partial<JobKinds>
  readonly #lease = randomUUID()
  readonly #held = new Map<string, Held>()
  /** When it last looked for work, by `performance.now`. */
  #looked = -lookMs
  /** Time that the last chunk took. */
  #tookMs = 0

  constructor(context: Context, kinds: Partial<JobKinds>) {
    this.#context = context
    this.#kinds = kinds
  }

  /** Takes up what is due and nobody else holds; who has work looks only now and then. */
  async claim(): Promise<void> {
    const { database, clock } = this.#context
    beats.set(database, performance.now())
    const room = maxHeld - this.#held.size
    if (room <= 0 || (this.#held.size > 0 && performance.now() - this.#looked < lookMs)) return
    this.#looked = performance.now()
    const now = clock.now()
    const rows = await database.query<{ id: string }>(
      `update job set lease_token = $1, lease_until = $2
       where id in (select id from job where ${isDue} and kind = any($4) and (lease_until is null or lease_until < $3)
                    order by created_at limit $5::bigint for update skip locked)
       returning id`,
      [this.#lease, new Date(now.getTime() + leaseMs).toISOString(), now.toISOString(), Object.keys(this.#kinds), room],
    )
    for (const { id } of rows) this.#held.set(id, this.#held.get(id) ?? { id, size: firstSize, tries: 0, notBefore: 0 })
  }

  /** Does a chunk of each job held, and answers whether there is more. */
  async turn(): Promise<boolean> {
    const due = [...this.#held.values()].filter(({ notBefore }) => notBefore <= performance.now())
    if (due.length === 0 && this.#held.size > 0) await pause(retryMs / 4)
    for (const held of due) {
      if (!(await this.#chunkOf(held))) this.#held.delete(held.id)
      // Between two chunks others have their turn.
      await nextTurn()
      await this.#giveWay()
    }
    return this.#held.size > 0
  }

  async #chunkOf(held: Held): Promise<boolean> {
    const { database } = this.#context
    try {
      this.#demandDisk()
      const { isMore, rows, tookMs } = await doChunk(this.#context, {
        jobId: held.id,
        lease: this.#lease,
        size: held.size,
        kinds: this.#kinds,
      })
      held.tries = 0
      this.#tookMs = tookMs
      held.size = sizeAfter(held.size, { rows, tookMs, wantedMs: chunkMs[database.engine], least: leastSize[database.engine] })
      return isMore
    } catch (error) {
      return this.#afterError(held, translateError(error))
    }
  }

  /** Lets those go first who wait for an answer. */
  async #giveWay(): Promise<void> {
    const { database } = this.#context
    const until = performance.now() + Math.min(longestWayMs, waysFor * this.#tookMs)
    while (isAsked(database) && performance.now() < until) await pause(1)
  }

  #demandDisk(): void {
    const { disk, database } = this.#context
    if (database.engine === 'embedded' && disk.level() === 'full') throw new AppError('storage.full')
  }

  /** A right that is lost ends the job at once, anything else when it has been tried often enough. */
  async #afterError(held: Held, error: unknown): Promise<boolean> {
    const { log } = this.#context
    const code = error instanceof AppError ? error.code : 'server.failed'
    const isPassing = error instanceof AppError && error.status === 503
    held.tries += 1
    if (code === 'access.denied' || held.tries >= maxTries[isPassing ? 'passing' : 'unknown']) {
      log.error({ job: held.id, err: error }, 'a job could not go on')
      await this.#fail(held.id, code)
      // Not tried for ever where the rest cannot even be passed over: the lease ends, and somebody takes it up anew.
      return held.tries <= maxTries.unknown
    }
    log.warn({ job: held.id, err: error }, 'a chunk of a job failed and is tried again')
    held.size = Math.max(1, Math.trunc(held.size / 4))
    held.notBefore = performance.now() + Math.min(longestWaitMs, retryMs * held.tries)
    return true
  }

  /** Fails the job: what was done stays done; the rest is passed over by the chunks that follow. */
  async #fail(id: string, code: ErrorCode): Promise<void> {
    await this.#context.database.query(
      `update job set state = 'failed', error = $3 where id = $1 and lease_token = $2 and state in ('checking', 'running')`,
      [id, this.#lease, code],
    )
  }

  /** Gives back what is not finished, so that another process need not wait for the lease to end. */
  async release(): Promise<void> {
    this.#held.clear()
    await this.#context.database.query('update job set lease_token = null, lease_until = null where lease_token = $1', [this.#lease])
    wakeJobs(this.#context)
  }
}

/** Tells whether anybody waits for the database: of one with several connections, whether one is at work. */
const isAsked = (database: Database) => database.isAsked?.() ?? (database.connections?.().busy ?? 0) > 0

/** The next chunk's size: towards the time that one may take, and at most twice or half of this one's. */
export function sizeAfter(
  size: number,
  { rows, tookMs, wantedMs, least }: { readonly rows: number; readonly tookMs: number; readonly wantedMs: number; readonly least: number },
): number {
  if (rows < size) return size
  const factor = Math.min(2, Math.max(0.5, wantedMs / Math.max(tookMs, 0.1)))
  const fitting = Math.min(maxSize, Math.max(1, Math.round(size * factor)))
  if (tookMs <= wantedMs) return fitting
  return Math.max(fitting, tookMs > patience * wantedMs ? Math.min(size, leastSize.slow) : Math.min(size * 2, least))
}

/** Does everything that is due, and answers when nothing is. `kinds`: for tests. */
export async function runJobs(context: Context, kinds: Partial<JobKinds> = jobKinds): Promise<void> {
  const runner = new Runner(context, kinds)
  do await runner.claim()
  while (await runner.turn())
}

/** Has new work taken up at once, by whichever process is free. To be called with, or after, the transaction that made it. */
export const wakeJobs = ({ database }: Pick<Context, 'database'>): void => onceCommitted(() => void newsOf(database).tell('jobs'))

/** Does jobs until it is stopped: at once what is told of, else after a while what another process has left. */
export async function startJobs(context: Context, everyMs = 30_000): Promise<{ stop(): Promise<void> }> {
  const { database, log } = context
  // Whoever held a lease of an embedded database is gone: only one process opens it.
  if (database.engine === 'embedded')
    await database.query('update job set lease_token = null, lease_until = null where lease_token is not null')
  const runner = new Runner(context, jobKinds)
  let isStopped = false
  let wake: () => void = () => undefined
  let isWoken = false
  const unhear = newsOf(database).hear((topic) => {
    if (topic !== null && topic !== 'jobs') return
    isWoken = true
    wake()
  })
  const sleep = async () => {
    if (!isWoken && !isStopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    isWoken = false
  }
  const work = async () => {
    while (!isStopped) {
      try {
        await runner.claim()
        while (!isStopped && (await runner.turn())) await runner.claim()
      } catch (error) {
        log.error({ err: error }, 'the jobs could not be read')
      }
      await sleep()
    }
    await runner.release()
  }
  const running = work()
  return {
    async stop() {
      isStopped = true
      unhear()
      wake()
      await running
    },
  }
}

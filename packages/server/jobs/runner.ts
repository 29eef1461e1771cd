/**
 * Runs jobs in chunks. Several processes can do so at the same time: each holds leases on its jobs.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { AppError, type ErrorCode } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { invalidationsOf } from '../database/invalidations.ts'
import { afterCommit } from '../database/transaction.ts'
import { translateError } from '../database/translate-error.ts'
import { dueCondition, leaseMs, runChunk } from './chunk.ts'
import { jobKindTable } from './job-kind-table.ts'
import type { JobKinds } from './job-kinds.ts'

/**
 * Maximum number of jobs that a process runs at the same time, one chunk of each in turn, so that
 * short jobs need not wait for long ones.
 */
const maxLeased = 8
/**
 * Target duration of a chunk in milliseconds. The embedded engine does nothing else during a chunk.
 */
const chunkMs = { embedded: 15, postgres: 20 }
const firstSize = 20
const maxSize = 1000
/**
 * Every chunk takes a dozen statements regardless of its size. On a busy machine these alone exceed
 * the target, and smaller chunks would only add more of them. So chunks are not made smaller than
 * this, or than `slow` if they take `slowFactor` times the target.
 */
const leastSize = { embedded: 100, postgres: 200, slow: 8 }
const slowFactor = 10
/**
 * Maximum attempts at a chunk: after an unknown error, and after a temporary one, such as a full
 * disk or a restart of the database.
 */
const maxTries = { unknown: 3, temporary: 100 }
const retryMs = 200
const longestWaitMs = 10_000

/**
 * How long a chunk waits while other requests use the database, as a multiple of the last chunk's
 * duration, and at most in milliseconds. A page makes several requests in sequence, and should not
 * have to wait for a chunk before each of them.
 */
const yieldFactor = 3
const maxYieldMs = 1000

/** Interval in milliseconds at which a process with jobs looks for more. */
const claimMs = 100

interface LeasedJob {
  readonly id: string
  size: number
  tries: number
  /** Earliest start of the next attempt, by `performance.now`. */
  notBefore: number
}

/** When this process last looked for jobs in a database, by `performance.now`. */
const lastPolls = new WeakMap<Database, number>()

/**
 * Returns the milliseconds since this process last looked for jobs in a database; null if it never
 * has.
 */
export function msSinceLastPoll(database: Database): number | null {
  const lastPoll = lastPolls.get(database)
  return lastPoll === undefined ? null : performance.now() - lastPoll
}

class Runner {
  readonly #context: Context
  readonly #kinds: Partial<JobKinds>
  readonly #lease = randomUUID()
  readonly #leased = new Map<string, LeasedJob>()
  /** When it last looked for jobs, by `performance.now`. */
  #lastClaimAt = -claimMs
  /** Duration of the last chunk, in milliseconds. */
  #lastDurationMs = 0

  constructor(context: Context, kinds: Partial<JobKinds>) {
    this.#context = context
    this.#kinds = kinds
  }

  /**
   * Takes leases on due jobs that no other process holds. While it has jobs, looks for more only
   * every `claimMs`.
   */
  async claim(): Promise<void> {
    const { database, clock } = this.#context
    lastPolls.set(database, performance.now())
    const capacity = maxLeased - this.#leased.size
    if (capacity <= 0 || (this.#leased.size > 0 && performance.now() - this.#lastClaimAt < claimMs))
      return
    this.#lastClaimAt = performance.now()
    const now = clock.now()
    const rows = await database.query<{ id: string }>(
      `update job set lease_token = $1, lease_until = $2
       where id in (select id from job where ${dueCondition} and kind = any($4) and (lease_until is null or lease_until < $3)
                    order by created_at limit $5::bigint for update skip locked)
       returning id`,
      [
        this.#lease,
        new Date(now.getTime() + leaseMs).toISOString(),
        now.toISOString(),
        Object.keys(this.#kinds),
        capacity,
      ],
    )
    for (const { id } of rows)
      this.#leased.set(id, this.#leased.get(id) ?? { id, size: firstSize, tries: 0, notBefore: 0 })
  }

  /** Runs a chunk of each held job. Returns whether there is more to do. */
  async runChunks(): Promise<boolean> {
    const ready = [...this.#leased.values()].filter(
      ({ notBefore }) => notBefore <= performance.now(),
    )
    if (ready.length === 0 && this.#leased.size > 0) await pause(retryMs / 4)
    for (const job of ready) {
      if (!(await this.#chunkOf(job))) this.#leased.delete(job.id)
      // Lets other work run between two chunks.
      await nextTurn()
      await this.#yieldToRequests()
    }
    return this.#leased.size > 0
  }

  async #chunkOf(job: LeasedJob): Promise<boolean> {
    const { database } = this.#context
    try {
      this.#assertDiskSpace()
      const { hasMore, rows, durationMs } = await runChunk(this.#context, {
        jobId: job.id,
        lease: this.#lease,
        size: job.size,
        kinds: this.#kinds,
      })
      job.tries = 0
      this.#lastDurationMs = durationMs
      job.size = nextChunkSize(job.size, {
        rows,
        durationMs,
        targetMs: chunkMs[database.engine],
        minSize: leastSize[database.engine],
      })
      return hasMore
    } catch (error) {
      return this.#afterError(job, translateError(this.#context.registry, error))
    }
  }

  /** Waits for requests of users to finish first. */
  async #yieldToRequests(): Promise<void> {
    const { database } = this.#context
    const deadline = performance.now() + Math.min(maxYieldMs, yieldFactor * this.#lastDurationMs)
    while (isDatabaseBusy(database) && performance.now() < deadline) await pause(1)
  }

  #assertDiskSpace(): void {
    const { disk, database } = this.#context
    if (database.engine === 'embedded' && disk.level() === 'full')
      throw new AppError('storage.full')
  }

  /**
   * Handles an error: lost access fails the job immediately, any other error after several
   * attempts.
   */
  async #afterError(job: LeasedJob, error: unknown): Promise<boolean> {
    const { log } = this.#context
    const code = error instanceof AppError ? error.code : 'server.failed'
    const isTemporary = error instanceof AppError && error.status === 503
    job.tries += 1
    if (code === 'access.denied' || job.tries >= maxTries[isTemporary ? 'temporary' : 'unknown']) {
      log.error({ job: job.id, err: error }, 'job failed')
      await this.#fail(job.id, code)
      // If skipping the rest fails as well, gives up the job. Its lease expires, and a process
      // tries again later.
      return job.tries <= maxTries.unknown
    }
    log.warn({ job: job.id, err: error }, 'job chunk failed and will be retried')
    job.size = Math.max(1, Math.trunc(job.size / 4))
    job.notBefore = performance.now() + Math.min(longestWaitMs, retryMs * job.tries)
    return true
  }

  /** Marks the job as failed. Completed items stay as they are; later chunks skip the rest. */
  async #fail(id: string, code: ErrorCode): Promise<void> {
    await this.#context.database.query(
      `update job set state = 'failed', error = $3 where id = $1 and lease_token = $2 and state in ('checking', 'running')`,
      [id, this.#lease, code],
    )
  }

  /** Releases unfinished jobs, so that other processes need not wait for the lease to expire. */
  async release(): Promise<void> {
    this.#leased.clear()
    await this.#context.database.query(
      'update job set lease_token = null, lease_until = null where lease_token = $1',
      [this.#lease],
    )
    wakeJobs(this.#context)
  }
}

const isDatabaseBusy = (database: Database) =>
  database.isBusy?.() ?? (database.connections?.().busy ?? 0) > 0

/**
 * Returns the size of the next chunk: adjusted towards the target duration, by a factor of two at
 * most.
 */
export function nextChunkSize(
  size: number,
  {
    rows,
    durationMs,
    targetMs,
    minSize,
  }: {
    readonly rows: number
    readonly durationMs: number
    readonly targetMs: number
    readonly minSize: number
  },
): number {
  if (rows < size) return size
  const factor = Math.min(2, Math.max(0.5, targetMs / Math.max(durationMs, 0.1)))
  const scaled = Math.min(maxSize, Math.max(1, Math.round(size * factor)))
  if (durationMs <= targetMs) return scaled
  return Math.max(
    scaled,
    durationMs > slowFactor * targetMs
      ? Math.min(size, leastSize.slow)
      : Math.min(size * 2, minSize),
  )
}

/** Runs all due jobs, and resolves when none is left. `kinds` is for tests. */
export async function runJobs(
  context: Context,
  kinds: Partial<JobKinds> = jobKindTable,
): Promise<void> {
  const runner = new Runner(context, kinds)
  do await runner.claim()
  while (await runner.runChunks())
}

/**
 * Wakes the runners of all processes. Call it inside or after the transaction that creates the
 * work.
 */
export const wakeJobs = ({ database }: Pick<Context, 'database'>): void =>
  afterCommit(() => void invalidationsOf(database).send('jobs'))

/**
 * Runs jobs until stopped: immediately after `wakeJobs`, and every `pollMs` for jobs that another
 * process abandoned.
 */
export async function startJobRunner(
  context: Context,
  pollMs = 30_000,
): Promise<{ stop(): Promise<void> }> {
  const { database, log } = context
  // Only one process opens an embedded database, so all existing leases are stale.
  if (database.engine === 'embedded')
    await database.query(
      'update job set lease_token = null, lease_until = null where lease_token is not null',
    )
  const runner = new Runner(context, jobKindTable)
  let isStopped = false
  let wake: () => void = () => undefined
  let wasWoken = false
  const unsubscribe = invalidationsOf(database).subscribe((topic) => {
    if (topic !== null && topic !== 'jobs') return
    wasWoken = true
    wake()
  })
  const sleep = async () => {
    if (!wasWoken && !isStopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    wasWoken = false
  }
  const work = async () => {
    while (!isStopped) {
      try {
        await runner.claim()
        while (!isStopped && (await runner.runChunks())) await runner.claim()
      } catch (error) {
        log.error({ err: error }, 'reading jobs failed')
      }
      await sleep()
    }
    await runner.release()
  }
  const running = work()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      wake()
      await running
    },
  }
}

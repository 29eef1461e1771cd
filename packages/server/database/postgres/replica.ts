/**
 * A streaming replica. While it is in use, its progress is polled in the background, so that reads
 * do not wait for a check.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Queries } from '../database.ts'
import type { InvalidationChannel, Topic } from '../invalidations.ts'
import {
  isWalPosition,
  type Replica,
  type ReplicaState,
  type WalPosition,
  walOffsetOf,
} from '../replica.ts'

/** Polling interval, and how long polling continues after the last read, in milliseconds. */
const pollMs = 200
const pollAfterReadMs = 5_000
/** Maximum age of the reported state, in milliseconds. */
const maxStateAgeMs = 1_000
/**
 * Maximum lag in milliseconds for reads whose access depends on rows. It is short because
 * invalidations of such rows can be lost.
 */
const maxAccessLagMs = 1_000
/**
 * SQLSTATE of a statement timeout. Such a statement would take as long on the primary, so it is not
 * retried there.
 */
const statementTimeoutCode = '57014'

/** SQL that identifies the origin of a copy: the cluster and the database in it. */
const identity = `(select system_identifier from pg_control_system())::text || ' ' || (select oid from pg_database where datname = current_database()) as identity`

interface ReplicaOptions {
  readonly log: Logger
  readonly invalidations: InvalidationChannel
  /** The primary: a separate connection for checks, and the pool. */
  readonly vitals: Queries
  readonly database: Queries
  /** The same connections for the replica. Both time out if it does not respond. */
  readonly replicaVitals: Queries
  readonly replica: Queries
  /** Maximum lag in milliseconds for any read. */
  readonly maxLagMs?: number
}

export function createReplica({
  log,
  invalidations,
  vitals,
  database,
  replicaVitals,
  replica,
  maxLagMs = 5_000,
}: ReplicaOptions): Replica & { close(): void } {
  /**
   * Sampled positions of the primary that the replica has not reached yet, with the times of
   * sampling.
   */
  let pendingPositions: { readonly at: number; readonly offset: bigint }[] = []
  /**
   * When the current series of polls began, and the time up to which the replica has every commit.
   */
  let pollingSince = Number.NEGATIVE_INFINITY
  let currentAsOf: number | null = null
  let polledAt = Number.NEGATIVE_INFINITY
  let lastReadAt = Number.NEGATIVE_INFINITY
  let replayedOffset = 0n
  let state: ReplicaState['state'] | null = null
  let answered = 0
  let polling: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** When each invalidation was last received. */
  const receivedAt = new Map<Topic, number>()
  let missedAt = Number.NEGATIVE_INFINITY
  const unsubscribe = invalidations.subscribe((topic) => {
    if (topic === null) missedAt = performance.now()
    else if (topic === 'callers' || topic.startsWith('wrote '))
      receivedAt.set(topic, performance.now())
  })

  /** Discards the known state of the replica, after a pause in polling or a failed query. */
  function resetPolling(at: number): void {
    pendingPositions = []
    currentAsOf = null
    pollingSince = at
  }

  function setState(next: ReplicaState['state'], error?: unknown): void {
    if (next !== 'following') currentAsOf = null
    if (next === state) return
    const details = error === undefined ? {} : { err: error }
    if (next === 'unreachable') log.warn(details, 'replica unreachable; reads use the primary')
    else if (next === 'lagging')
      log.warn('replica is several seconds behind; reads use the primary')
    else if (next === 'foreign')
      log.error('DATABASE_REPLICA_URL is not a replica of this database; reads use the primary')
    else if (state !== null) log.info('replica available again')
    state = next
  }

  /** Polls the primary and the replica once. */
  async function poll(): Promise<void> {
    const at = performance.now()
    if (at - polledAt > pollAfterReadMs) resetPolling(at)
    polledAt = at
    const replicaRows = replicaVitals.query<{
      place: string | null
      isCopy: boolean
      identity: string
    }>(
      `select pg_is_in_recovery() as "isCopy", pg_last_wal_replay_lsn()::text as place, ${identity}`,
    )
    replicaRows.catch(() => undefined)
    const [primaryRow] = await vitals.query<{ place: string; identity: string }>(
      `select pg_current_wal_flush_lsn()::text as place, ${identity}`,
    )
    if (!primaryRow) return
    let replicaRow: Awaited<typeof replicaRows>[number] | undefined
    try {
      replicaRow = (await replicaRows)[0]
    } catch (error) {
      setState('unreachable', error)
      return
    }
    if (
      !replicaRow?.isCopy ||
      replicaRow.place === null ||
      replicaRow.identity !== primaryRow.identity
    ) {
      setState('foreign')
      return
    }
    replayedOffset = walOffsetOf(replicaRow.place)
    pendingPositions.push({ at, offset: walOffsetOf(primaryRow.place) })
    while (pendingPositions[0] && pendingPositions[0].offset <= replayedOffset)
      currentAsOf = pendingPositions.shift()?.at ?? currentAsOf
    // Reaching older positions would not make the replica fresh enough.
    pendingPositions = pendingPositions.filter((one) => at - one.at <= maxLagMs)
    setState(at - (currentAsOf ?? pollingSince) > maxLagMs ? 'lagging' : 'following')
  }

  function pollNow(): Promise<void> {
    polling ??= poll().finally(() => {
      polling = null
    })
    return polling
  }

  function keepPolling(): void {
    if (isClosed || timer !== undefined) return
    const runPoll = async () => {
      await pollNow().catch((error: unknown) =>
        log.warn({ err: error }, 'reading the WAL position of the primary failed'),
      )
      timer = undefined
      if (isClosed || performance.now() - lastReadAt > pollAfterReadMs) return
      timer = setTimeout(runPoll, pollMs)
      timer.unref()
    }
    timer = setTimeout(runPoll, 0)
    timer.unref()
  }

  const queries: Queries = {
    async query(text, values) {
      try {
        const rows = await replica.query(text, values)
        answered += 1
        return rows as never
      } catch (error) {
        if ((error as { code?: unknown }).code === statementTimeoutCode) throw error
        log.warn({ err: error }, 'replica query failed; used the primary')
        // The replica is not used again until the next poll.
        resetPolling(performance.now())
        return await database.query(text, values)
      }
    },
  }

  async function written(): Promise<WalPosition> {
    const [row] = await vitals.query<{ place: string }>(
      'select pg_current_wal_flush_lsn()::text as place',
    )
    if (!row || !isWalPosition(row.place)) throw new Error('the primary returned no WAL position')
    return row.place
  }

  return {
    currentPosition: written,
    queriesFor({ after, accessTopics }) {
      lastReadAt = performance.now()
      keepPolling()
      if (state !== 'following' || currentAsOf === null) return null
      if (after !== null && walOffsetOf(after) > replayedOffset) return null
      const dependsOnAccess = accessTopics.length > 0
      if (performance.now() - currentAsOf > (dependsOnAccess ? maxAccessLagMs : maxLagMs))
        return null
      const accessChangedAt = Math.max(
        missedAt,
        ...accessTopics.map((topic) => receivedAt.get(topic) ?? missedAt),
      )
      return dependsOnAccess && accessChangedAt >= currentAsOf ? null : queries
    },
    async waitUntilCurrent() {
      const targetOffset = walOffsetOf(await written())
      const deadline = performance.now() + maxLagMs
      do {
        await pollNow()
        if (state !== 'following' || replayedOffset >= targetOffset) return
        await pause(pollMs / 4)
      } while (performance.now() < deadline && !isClosed)
    },
    async state() {
      if (performance.now() - polledAt > maxStateAgeMs) {
        const poll = pollNow()
        // If the replica was already unreachable, the caller does not wait for it again.
        if (state === 'unreachable') poll.catch(() => undefined)
        else await poll
      }
      const lagMs = currentAsOf === null ? null : Math.round(performance.now() - currentAsOf)
      return { state: state ?? 'unreachable', lagMs, answered }
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

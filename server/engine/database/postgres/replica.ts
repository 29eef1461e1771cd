/** A streaming replica. While it is in use, its progress is polled, so that reads need not wait for the check. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Queries } from '../database.ts'
import type { News, Topic } from '../news.ts'
import { isPosition, type Position, placeOf, type Replica, type ReplicaState } from '../replica.ts'

/** Polling interval, and how long polling continues after the last read, in milliseconds. */
const lookMs = 200
const wantedMs = 5_000
/** Maximum age of the reported state, in milliseconds. */
const stateMs = 1_000
/** Maximum lag in milliseconds for reads whose access depends on rows. It is short because invalidations of such rows can be lost. */
const mostJudgedLagMs = 1_000
/** SQLSTATE of a statement timeout. Such a statement would take as long on the primary, so it is not retried there. */
const tooLong = '57014'

/** SQL that identifies the origin of a copy: the cluster and the database in it. */
const identity = `(select system_identifier from pg_control_system())::text || ' ' || (select oid from pg_database where datname = current_database()) as identity`

interface Parts {
  readonly log: Logger
  readonly news: News
  /** The primary: a separate connection for checks, and the pool. */
  readonly vitals: Queries
  readonly database: Queries
  /** The same for the replica. Both time out if it does not respond. */
  readonly itsVitals: Queries
  readonly replica: Queries
  /** Maximum lag in milliseconds for any read. */
  readonly mostLagMs?: number
}

export function postgresReplica({
  log,
  news,
  vitals,
  database,
  itsVitals,
  replica,
  mostLagMs = 5_000,
}: Parts): Replica & { close(): void } {
  /** Sampled positions of the primary that the replica has not reached yet, with the times of sampling. */
  let ahead: { readonly at: number; readonly place: bigint }[] = []
  /** When the current series of polls began, and the time up to which the replica has every commit. */
  let begunAt = Number.NEGATIVE_INFINITY
  let freshAt: number | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let wantedAt = Number.NEGATIVE_INFINITY
  let place = 0n
  let state: ReplicaState['state'] | null = null
  let answered = 0
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  /** When each invalidation was last received. */
  const heardAt = new Map<Topic, number>()
  let missedAt = Number.NEGATIVE_INFINITY
  const unhear = news.hear((topic) => {
    if (topic === null) missedAt = performance.now()
    else if (topic === 'callers' || topic.startsWith('wrote ')) heardAt.set(topic, performance.now())
  })

  /** Discards what is known about the replica, after a pause in polling or a failed query. */
  function beginAnew(at: number): void {
    ahead = []
    freshAt = null
    begunAt = at
  }

  function become(next: ReplicaState['state'], error?: unknown): void {
    if (next !== 'following') freshAt = null
    if (next === state) return
    const details = error === undefined ? {} : { err: error }
    if (next === 'away') log.warn(details, 'the replica cannot be reached: the database answers in its place')
    else if (next === 'behind') log.warn('the replica is more than some seconds behind: the database answers in its place')
    else if (next === 'stranger') log.error('DATABASE_REPLICA_URL leads to no replica of this database: the database answers alone')
    else if (state !== null) log.info('the replica answers again')
    state = next
  }

  /** Polls the primary and the replica once. */
  async function look(): Promise<void> {
    const at = performance.now()
    if (at - lookedAt > wantedMs) beginAnew(at)
    lookedAt = at
    const its = itsVitals.query<{ place: string | null; isCopy: boolean; identity: string }>(
      `select pg_is_in_recovery() as "isCopy", pg_last_wal_replay_lsn()::text as place, ${identity}`,
    )
    its.catch(() => undefined)
    const [here] = await vitals.query<{ place: string; identity: string }>(`select pg_current_wal_flush_lsn()::text as place, ${identity}`)
    if (!here) return
    let there: Awaited<typeof its>[number] | undefined
    try {
      there = (await its)[0]
    } catch (error) {
      become('away', error)
      return
    }
    if (!there?.isCopy || there.place === null || there.identity !== here.identity) {
      become('stranger')
      return
    }
    place = placeOf(there.place)
    ahead.push({ at, place: placeOf(here.place) })
    while (ahead[0] && ahead[0].place <= place) freshAt = ahead.shift()?.at ?? freshAt
    // Reaching older positions would not make the replica fresh enough.
    ahead = ahead.filter((one) => at - one.at <= mostLagMs)
    become(at - (freshAt ?? begunAt) > mostLagMs ? 'behind' : 'following')
  }

  function lookNow(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  function goOn(): void {
    if (isOver || timer !== undefined) return
    const round = async () => {
      await lookNow().catch((error: unknown) => log.warn({ err: error }, 'the database did not say how far it has come'))
      timer = undefined
      if (isOver || performance.now() - wantedAt > wantedMs) return
      timer = setTimeout(round, lookMs)
      timer.unref()
    }
    timer = setTimeout(round, 0)
    timer.unref()
  }

  const queries: Queries = {
    async query(text, values) {
      try {
        const rows = await replica.query(text, values)
        answered += 1
        return rows as never
      } catch (error) {
        if ((error as { code?: unknown }).code === tooLong) throw error
        log.warn({ err: error }, 'the replica did not answer: the database was asked')
        // The replica is not used again until the next poll.
        beginAnew(performance.now())
        return await database.query(text, values)
      }
    },
  }

  async function written(): Promise<Position> {
    const [row] = await vitals.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place')
    if (!row || !isPosition(row.place)) throw new Error('the database did not say how far it has come')
    return row.place
  }

  return {
    written,
    reading({ after, judgedBy }) {
      wantedAt = performance.now()
      goOn()
      if (state !== 'following' || freshAt === null) return null
      if (after !== null && placeOf(after) > place) return null
      const isJudged = judgedBy.length > 0
      if (performance.now() - freshAt > (isJudged ? mostJudgedLagMs : mostLagMs)) return null
      const judgedAt = Math.max(missedAt, ...judgedBy.map((topic) => heardAt.get(topic) ?? missedAt))
      return isJudged && judgedAt >= freshAt ? null : queries
    },
    async followed() {
      const wanted = placeOf(await written())
      const until = performance.now() + mostLagMs
      do {
        await lookNow()
        if (state !== 'following' || place >= wanted) return
        await pause(lookMs / 4)
      } while (performance.now() < until && !isOver)
    },
    async state() {
      if (performance.now() - lookedAt > stateMs) {
        const looked = lookNow()
        // If the replica was already unreachable, the caller does not wait for it again.
        if (state === 'away') looked.catch(() => undefined)
        else await looked
      }
      const lagMs = freshAt === null ? null : Math.round(performance.now() - freshAt)
      return { state: state ?? 'away', lagMs, answered }
    },
    close() {
      isOver = true
      clearTimeout(timer)
      unhear()
    },
  }
}

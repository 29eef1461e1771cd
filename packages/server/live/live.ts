import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Environment } from '../environment.ts'
import { onCallersInvalidated } from '../session/caller-cache.ts'
import { ChangeReader } from './change-log.ts'
import { type PresenceEntry, readPresence } from './presence.ts'
import { sendChanges, sendJobs, sendPresence } from './send.ts'
import { LiveStream } from './stream.ts'
import { jobProgressOf, unreadCountsOf, validSessionIds } from './user-state.ts'

/**
 * Poll intervals in milliseconds while there are clients. `restFactor` limits polling to a tenth of
 * the time, unless a change is expected.
 */
const pollMs = 500
const slowMs = 2_000
const heartbeatMs = 20_000
const restFactor = 9

/**
 * Maximum number of streams. A browser shares one stream among its tabs, but some users have
 * several windows or a browser that does not support this.
 */
const maxOfSession = 8
const maxOfProcess = 1000

export interface Live {
  /**
   * Adds a client, which resumes after the given change or starts now. Throws `requests.tooMany`
   * and `server.busy`.
   */
  listen(caller: Caller, lastId: string | null): Promise<LiveStream>
  /** Polls immediately, because clients wait for something that was written. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Starts live updates for the clients of this process. The database is polled only while there are
 * any.
 */
export function startLive(context: Environment): Live {
  const { log, database } = context
  const streams = new Set<LiveStream>()
  const changes = new ChangeReader(context)
  let presence: readonly PresenceEntry[] = []
  let followedJobs: readonly string[] = []
  let starting: Promise<void> | null = null
  let polling: Promise<void> | null = null
  /** Whether `wake` was called during a poll, which may have missed the new rows. */
  let isWakePending = false
  let timer: NodeJS.Timeout | undefined
  let lastSlowPollAt = 0
  let lastHeartbeatAt = 0
  let isStopped = false

  const userIds = () => [...new Set([...streams].map(({ caller }) => caller.id))]

  async function poll(): Promise<void> {
    const now = Date.now()
    const isSlow = now >= lastSlowPollAt
    if (isSlow) lastSlowPollAt = now + slowMs
    // Runs before anything is sent, so that users who have signed out receive nothing.
    if (isSlow) await endExpiredStreams()
    const newChanges = await changes.next()
    const jobs = await jobProgressOf(context, userIds(), followedJobs)
    // Clients read again after an update, possibly from a replica, so the update is sent only once
    // the replica has the change.
    if (newChanges.length > 0 || jobs.length > 0) await database.replica?.waitUntilCurrent()
    if (newChanges.length > 0) await sendChanges(context, newChanges, [...streams])
    followedJobs = sendJobs(jobs, [...streams])
    await sendUnread()
    if (isSlow) await pollPresence()
    if (now >= lastHeartbeatAt) {
      for (const stream of streams) stream.sendHeartbeat(changes.latest)
      lastHeartbeatAt = now + heartbeatMs
    }
  }

  async function endExpiredStreams(): Promise<void> {
    const checked = [...streams]
    const live = await validSessionIds(context, [
      ...new Set(checked.map(({ caller }) => caller.sessionId)),
    ])
    for (const stream of checked) {
      if (live.has(stream.caller.sessionId)) continue
      stream.send({ type: 'signedOut' })
      stream.end()
    }
    for (const stream of streams) if (stream.isOver) streams.delete(stream)
  }

  async function pollPresence(): Promise<void> {
    const found = await readPresence(context)
    const open = new Set(found.map(({ resource, record_id }) => `${resource} ${record_id}`))
    const vacated = presence
      .filter(({ resource, record_id }) => !open.has(`${resource} ${record_id}`))
      .map((entry) => ({ ...entry, people: [] }))
    presence = found
    await sendPresence(context, [...found, ...vacated], [...streams])
  }

  /**
   * Marking messages and notifications as read leaves no entry in the change log, so they are
   * counted on every poll.
   */
  async function sendUnread(): Promise<void> {
    const unread = await unreadCountsOf(context, userIds())
    for (const stream of streams) {
      const counts = unread.get(stream.caller.id)
      if (counts) stream.sendState('unread', { type: 'unread', ...counts })
    }
  }

  function scheduleNextPoll(delayMs: number): void {
    clearTimeout(timer)
    if (isStopped || streams.size === 0) return
    timer = setTimeout(() => {
      if (polling) return
      isWakePending = false
      const startedAt = performance.now()
      polling = poll()
        .catch((error: unknown) => log.warn({ err: error }, 'sending live updates failed'))
        .finally(() => {
          polling = null
          scheduleNextPoll(
            isWakePending ? pollMs : Math.max(pollMs, restFactor * (performance.now() - startedAt)),
          )
        })
    }, delayMs)
    timer.unref()
  }

  const wake = () => {
    lastSlowPollAt = 0
    if (polling) isWakePending = true
    else scheduleNextPoll(0)
  }
  const unsubscribe = onCallersInvalidated(database, wake)

  return {
    async listen(caller, lastId) {
      if (isStopped || streams.size >= maxOfProcess) throw new AppError('server.busy')
      const sessionStreams = [...streams].filter(
        (stream) => stream.caller.sessionId === caller.sessionId,
      )
      if (sessionStreams.length >= maxOfSession)
        throw new AppError('requests.tooMany', { retryAfterSeconds: 60 })
      const stream = new LiveStream(caller)
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      try {
        if (streams.size === 1 || starting === null) starting = changes.start()
        await starting
        const missedChanges = await changes.since(lastId)
        if (missedChanges && missedChanges.length > 0) await database.replica?.waitUntilCurrent()
        if (missedChanges) await sendChanges(context, missedChanges, [stream])
        else if (lastId !== null) stream.send({ type: 'reset' })
        stream.sendHeartbeat(changes.latest)
      } catch (error) {
        starting = null
        streams.delete(stream)
        throw error
      }
      wake()
      return stream
    },
    wake,
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      for (const stream of streams) stream.end()
      await polling
    },
  }
}

import { AppError } from '#model/wire/errors.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Environment } from '#server/engine/environment.ts'
import { onCallersForgotten } from '#server/engine/session/known-callers.ts'
import { Changes } from './change-log.ts'
import { jobsOf, liveSessionIds, unreadOf } from './of-person.ts'
import { type Present, presentNow } from './presence.ts'
import { sendChanges, sendJobs, sendPresence } from './send.ts'
import { LiveStream } from './stream.ts'

/** Pause between looks at the database while somebody listens, and for slower work. A look takes at most a tenth of the time, unless it is awaited. */
const lookMs = 500
const slowMs = 2_000
const beatMs = 20_000
const restFactor = 9

/** One browser keeps one stream for all its pages; some have several windows, or cannot share. */
const maxOfSession = 8
const maxOfProcess = 1000

export interface Live {
  /** A new listener, who goes on after the change named, or begins now. Throws `requests.tooMany`, `server.busy`. */
  listen(caller: Caller, lastId: string | null): Promise<LiveStream>
  /** Looks at once: something was written that listeners wait for. */
  wake(): void
  stop(): Promise<void>
}

/** Tells the listeners of this process. The database is asked only while there is one. */
export function startLive(context: Environment): Live {
  const { log, database } = context
  const streams = new Set<LiveStream>()
  const changes = new Changes(context)
  let present: readonly Present[] = []
  let followed: readonly string[] = []
  let beginning: Promise<void> | null = null
  let looking: Promise<void> | null = null
  /** Woken in the middle of a look, which may not have seen what was written. */
  let isAwaited = false
  let timer: NodeJS.Timeout | undefined
  let slowAt = 0
  let beatAt = 0
  let isStopped = false

  const people = () => [...new Set([...streams].map(({ caller }) => caller.id))]

  async function look(): Promise<void> {
    const now = Date.now()
    const isSlow = now >= slowAt
    if (isSlow) slowAt = now + slowMs
    // Whoever is signed out hears nothing of what comes after.
    if (isSlow) await endDead()
    const news = await changes.next()
    const jobs = await jobsOf(context, people(), followed)
    // People who are told read anew, maybe from the replica.
    if (news.length > 0 || jobs.length > 0) await database.replica?.followed()
    if (news.length > 0) await sendChanges(context, news, [...streams])
    followed = sendJobs(jobs, [...streams])
    await sendUnread()
    if (isSlow) await lookAround()
    if (now >= beatAt) {
      for (const stream of streams) stream.beat(changes.latest)
      beatAt = now + beatMs
    }
  }

  async function endDead(): Promise<void> {
    const asked = [...streams]
    const live = await liveSessionIds(context, [...new Set(asked.map(({ caller }) => caller.sessionId))])
    for (const stream of asked) {
      if (live.has(stream.caller.sessionId)) continue
      stream.send({ type: 'signedOut' })
      stream.end()
    }
    for (const stream of streams) if (stream.isOver) streams.delete(stream)
  }

  async function lookAround(): Promise<void> {
    const found = await presentNow(context)
    const open = new Set(found.map(({ resource, record_id }) => `${resource} ${record_id}`))
    const left = present.filter(({ resource, record_id }) => !open.has(`${resource} ${record_id}`)).map((each) => ({ ...each, people: [] }))
    present = found
    await sendPresence(context, [...found, ...left], [...streams])
  }

  /** Letters are no changes of records that somebody made: they are counted at every look. */
  async function sendUnread(): Promise<void> {
    const unread = await unreadOf(context, people())
    for (const stream of streams) {
      const counts = unread.get(stream.caller.id)
      if (counts) stream.sendState('unread', { type: 'unread', ...counts })
    }
  }

  function lookAgain(inMs: number): void {
    clearTimeout(timer)
    if (isStopped || streams.size === 0) return
    timer = setTimeout(() => {
      if (looking) return
      isAwaited = false
      const begun = performance.now()
      looking = look()
        .catch((error: unknown) => log.warn({ err: error }, 'live listeners could not be told what happened'))
        .finally(() => {
          looking = null
          lookAgain(isAwaited ? lookMs : Math.max(lookMs, restFactor * (performance.now() - begun)))
        })
    }, inMs)
    timer.unref()
  }

  const wake = () => {
    slowAt = 0
    if (looking) isAwaited = true
    else lookAgain(0)
  }
  const forget = onCallersForgotten(database, wake)

  return {
    async listen(caller, lastId) {
      if (isStopped || streams.size >= maxOfProcess) throw new AppError('server.busy')
      const own = [...streams].filter((stream) => stream.caller.sessionId === caller.sessionId)
      if (own.length >= maxOfSession) throw new AppError('requests.tooMany', { retryAfterSeconds: 60 })
      const stream = new LiveStream(caller)
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      try {
        if (streams.size === 1 || beginning === null) beginning = changes.begin()
        await beginning
        const missed = await changes.since(lastId)
        if (missed && missed.length > 0) await database.replica?.followed()
        if (missed) await sendChanges(context, missed, [stream])
        else if (lastId !== null) stream.send({ type: 'reset' })
        stream.beat(changes.latest)
      } catch (error) {
        beginning = null
        streams.delete(stream)
        throw error
      }
      wake()
      return stream
    },
    wake,
    async stop() {
      isStopped = true
      forget()
      clearTimeout(timer)
      for (const stream of streams) stream.end()
      await looking
    },
  }
}

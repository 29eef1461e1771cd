import type { Context } from './context.ts'
import { newsOf, type Topic } from './database/news.ts'

interface Repeated {
  readonly work: (context: Context) => Promise<unknown>
  /** Message of the log when it fails; the next round comes all the same. */
  readonly failure: string
  readonly everyMs?: number | undefined
  /** News after which it is done at once. */
  readonly after?: Topic
}

/** Pause before work that news ask for: what is written comes in many parts. */
const soonMs = 100

/** Work that is done once a minute until it is stopped; `stop` waits for a round under way. */
export function startRepeating(context: Context, { work, failure, everyMs = 60_000, after }: Repeated): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout
  let isNews = false
  let isStopped = false
  const round = () => {
    isNews = false
    running = work(context)
      .catch((error: unknown) => context.log.error({ err: error }, failure))
      .finally(() => {
        running = null
        if (!isStopped) timer = setTimeout(round, isNews ? soonMs : everyMs)
      })
  }
  // Work that news would have asked for while nobody heard them waits already.
  timer = setTimeout(round, after === undefined ? everyMs : soonMs)
  const unhear = newsOf(context.database).hear((topic) => {
    if (after === undefined || (topic !== null && topic !== after)) return
    isNews = true
    if (running || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(round, soonMs)
  })
  return {
    async stop() {
      isStopped = true
      unhear()
      clearTimeout(timer)
      await running
    },
  }
}

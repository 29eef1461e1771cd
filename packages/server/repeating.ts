import type { Context } from './context.ts'
import { invalidationsOf } from './database/invalidations.ts'

/** Scheduled work of a pack or of the engine. */
export interface RepeatedWork {
  readonly work: (context: Context) => Promise<unknown>
  /** Log message for a failure. The next round runs anyway. */
  readonly failure: string
  readonly everyMs?: number | undefined
  /**
   * Resource whose writes, in any process, trigger an extra round. The work still runs regularly,
   * since triggers can be lost.
   */
  readonly afterWritesOf?: { readonly name: string }
}

/** Delay before a triggered round, in milliseconds, since writes tend to arrive in bursts. */
const retrySoonMs = 100

/**
 * Runs `work` every minute, or every `everyMs`, until `stop`, which waits for the current round.
 */
export function startRepeating(
  context: Context,
  { work, failure, everyMs = 60_000, afterWritesOf }: RepeatedWork,
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout
  let isTriggered = false
  let isStopped = false
  const runRound = () => {
    isTriggered = false
    running = work(context)
      .catch((error: unknown) => context.log.error({ err: error }, failure))
      .finally(() => {
        running = null
        if (!isStopped) timer = setTimeout(runRound, isTriggered ? retrySoonMs : everyMs)
      })
  }
  // Work with a trigger runs soon after startup, since triggers may have been missed before.
  timer = setTimeout(runRound, afterWritesOf ? retrySoonMs : everyMs)
  const unsubscribe = invalidationsOf(context.database).subscribe((topic) => {
    if (!afterWritesOf || (topic !== null && topic !== `wrote ${afterWritesOf.name}`)) return
    isTriggered = true
    if (running || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(runRound, retrySoonMs)
  })
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      await running
    },
  }
}

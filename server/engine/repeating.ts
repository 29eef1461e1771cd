import type { Context } from './context.ts'

interface Repeated {
  readonly work: (context: Context) => Promise<unknown>
  /** Message of the log when it fails; the next round comes all the same. */
  readonly failure: string
  readonly everyMs?: number | undefined
}

/** Work that is done once a minute until it is stopped; `stop` waits for a round under way. */
export function startRepeating(context: Context, { work, failure, everyMs = 60_000 }: Repeated): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  let isStopped = false
  const round = () => {
    running = work(context)
      .catch((error: unknown) => context.log.error({ err: error }, failure))
      .finally(() => {
        if (!isStopped) timer = setTimeout(round, everyMs)
      })
  }
  timer = setTimeout(round, everyMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

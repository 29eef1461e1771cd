import type { Logger } from 'pino'

const slowMs = 200

/** Tells the log of a statement that took long. Its text alone: values may be personal. */
export function noteDuration(log: Logger, text: string, sinceMs: number): void {
  const ms = Math.round(performance.now() - sinceMs)
  if (ms > slowMs) log.warn({ ms, statement: text.slice(0, 500) }, 'a statement was slow')
}

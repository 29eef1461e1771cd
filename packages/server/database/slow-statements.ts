import type { Logger } from 'pino'

const slowMs = 200

/**
 * Logs the text of a statement that took longer than 200 ms. Its values are not logged, because
 * they can be personal data.
 */
export function logSlowStatement(log: Logger, text: string, startedAtMs: number): void {
  const ms = Math.round(performance.now() - startedAtMs)
  if (ms > slowMs) log.warn({ ms, statement: text.slice(0, 500) }, 'slow statement')
}

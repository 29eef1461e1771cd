import type { Queries } from './queries.ts'

/**
 * Runs the queries of a transaction one after another, for code that reads several things at once.
 * A connection runs one statement at a time.
 */
export function queriesInTurn(queries: Queries): Queries {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query(text, values) {
      const run = () => queries.query<never>(text, values)
      const next = last.then(run, run)
      last = next
      return next
    },
  }
}

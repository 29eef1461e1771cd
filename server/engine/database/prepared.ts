/** Statements that are prepared once per connection and then only run. */
import { createHash } from 'node:crypto'

/** Most statements that are prepared at the same time: a connection of PostgreSQL holds a quarter of a MB for each. */
const maxNames = 300
/** A statement that was not run among so many others gives its place to a new one. */
const unusedFor = 10_000
/** Only short statements repeat. */
const maxLength = 8_000

/**
 * Lists and their counts are planned anew with the values that they search for, which decide what index serves them; the
 * definition of tables happens once. A single row that is looked up, or counted beside another, has the same plan whatever
 * the values: planning it costs more than to run it. So has one that selects a fixed handful of other rows along with it, in
 * a subquery.
 */
const plannedAnew =
  /^\s*(?:set|create|alter|drop|truncate|declare|fetch|close|explain|begin|commit|rollback|vacuum|checkpoint)\b|\b(?:like|offset)\b|\blimit\b(?!\s+(?:1\b|\d{1,2}\s*\)))|\bcount\(\*\)\s+as\s+(?:total|n)\b/i

interface Named {
  /** Undefined: the statement is planned anew. */
  readonly name: string | undefined
  /** Number of its last run among all runs. */
  usedAt: number
}
const names = new Map<string, Named>()
let runs = 0
/** No statement is unused for long enough before this run. */
let nextSearch = 0
let withdraw: (name: string) => void = () => undefined

/** The name under which a statement is prepared, the same for the same text; undefined for one that is planned anew. */
export function statementName(text: string): string | undefined {
  runs += 1
  const known = names.get(text)
  if (known) {
    known.usedAt = runs
    return known.name
  }
  // Statements planned anew take no place: the texts of lists are many, and would soon leave none.
  if (text.length > maxLength || plannedAnew.test(text) || !hasPlace()) return undefined
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
  names.set(text, { name, usedAt: runs })
  return name
}

/** Whether one more statement may be prepared. If there is no place, withdraws the one whose last run is longest ago, if that is long enough. */
function hasPlace(): boolean {
  if (names.size < maxNames) return true
  if (runs < nextSearch) return false
  const [text, { name, usedAt }] = [...names].reduce((oldest, one) => (one[1].usedAt < oldest[1].usedAt ? one : oldest))
  nextSearch = usedAt + unusedFor
  if (runs < nextSearch) return false
  names.delete(text)
  if (name !== undefined) withdraw(name)
  return true
}

/** Calls `listener` with the name of each statement that gives up its place. Connections may go on holding it: its text has the same name again later. */
export function onWithdrawn(listener: (name: string) => void): void {
  withdraw = listener
}

/** From now on the statement is planned anew: its result has changed its shape, because another process has migrated the database. */
export function forgetName(text: string): void {
  names.set(text, { name: undefined, usedAt: runs })
}

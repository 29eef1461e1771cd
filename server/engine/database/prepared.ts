/** Statements that are prepared once per connection and then only run. */
import { createHash } from 'node:crypto'

/** More would be texts made up per request; they are planned each time. */
const maxNames = 300
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

const names = new Map<string, string | undefined>()

/** The name under which a statement is prepared, the same for the same text; undefined for one that is planned anew. */
export function statementName(text: string): string | undefined {
  if (names.has(text)) return names.get(text)
  // Statements planned anew take no place: the texts of lists are many, and would soon leave none.
  if (names.size >= maxNames || text.length > maxLength || plannedAnew.test(text)) return undefined
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
  names.set(text, name)
  return name
}

/** From now on the statement is planned anew: its result has changed its shape, because another process has migrated the database. */
export function forgetName(text: string): void {
  names.set(text, undefined)
}

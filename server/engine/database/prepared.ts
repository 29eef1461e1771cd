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
  /** Undefined: the statement is planned at each call. */
  readonly name: string | undefined
  /** Number of its last run among all runs. */
  usedAt: number
}

/** Names under which the connections of one database prepare statements. */
export class StatementNames {
  readonly #names = new Map<string, Named>()
  readonly #onWithdrawn: (name: string) => void
  #runs = 0
  /** No statement is unused for long enough before this run. */
  #nextSearch = 0

  /**
   * `onWithdrawn` is called with the name of each statement that gives up its place. Connections may go on holding it: its
   * text gets the same name again later.
   */
  constructor(onWithdrawn: (name: string) => void = () => undefined) {
    this.#onWithdrawn = onWithdrawn
  }

  /** Returns the name under which a statement is prepared, the same for the same text; undefined if it is planned at each call. */
  nameOf(text: string): string | undefined {
    this.#runs += 1
    const known = this.#names.get(text)
    if (known) {
      known.usedAt = this.#runs
      return known.name
    }
    // Statements planned at each call take no place: the texts of lists are many, and would soon leave none.
    if (text.length > maxLength || plannedAnew.test(text) || !this.#hasPlace()) return undefined
    const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
    this.#names.set(text, { name, usedAt: this.#runs })
    return name
  }

  /** Has the statement planned at each call from now on: another process has migrated the database, and its result has another shape. */
  forget(text: string): void {
    this.#names.set(text, { name: undefined, usedAt: this.#runs })
  }

  /** Whether one more statement may be prepared. If there is no place, withdraws the one whose last run is longest ago, if that is long enough. */
  #hasPlace(): boolean {
    if (this.#names.size < maxNames) return true
    if (this.#runs < this.#nextSearch) return false
    const [text, { name, usedAt }] = [...this.#names].reduce((oldest, one) => (one[1].usedAt < oldest[1].usedAt ? one : oldest))
    this.#nextSearch = usedAt + unusedFor
    if (this.#runs < this.#nextSearch) return false
    this.#names.delete(text)
    if (name !== undefined) this.#onWithdrawn(name)
    return true
  }
}

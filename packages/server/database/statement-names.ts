/**
 * Decides which statements are prepared once per connection, so that later runs only execute them.
 */
import { createHash } from 'node:crypto'

/**
 * Maximum number of prepared statements. Each uses about 0.25 MB of memory in every PostgreSQL
 * connection.
 */
const maxPrepared = 300
/** Number of runs of other statements after which an unused one may be replaced. */
const replaceableAfterRuns = 10_000
/** Longer statements rarely repeat. */
const maxPreparedLength = 8_000

/**
 * Statements that are not prepared. The best index for a list or a count depends on the search
 * values, so lists and counts are planned on every call. Table definitions run only once. A lookup
 * of a single row has the same plan for all values, and planning would cost more than running it;
 * the same is true for a lookup that also selects a small fixed number of other rows in a subquery.
 */
const unpreparedPattern =
  /^\s*(?:set|create|alter|drop|truncate|declare|fetch|close|explain|begin|commit|rollback|vacuum|checkpoint)\b|\b(?:like|offset)\b|\blimit\b(?!\s+(?:1\b|\d{1,2}\s*\)))|\bcount\(\*\)\s+as\s+(?:total|n)\b/i

interface PreparedStatement {
  /** Undefined: the statement is planned on every call. */
  readonly name: string | undefined
  /** The value of the run counter at its last run. */
  usedAt: number
}

/** Names under which the connections of one database prepare statements. */
export class StatementNames {
  readonly #names = new Map<string, PreparedStatement>()
  readonly #onReplaced: (name: string) => void
  #runs = 0
  /** Before this run, no statement can have been unused for long enough. */
  #nextSearch = 0

  /**
   * `onReplaced` is called with the name of each statement that is replaced. Connections may keep
   * it prepared, because the same text always gets the same name.
   */
  constructor(onReplaced: (name: string) => void = () => undefined) {
    this.#onReplaced = onReplaced
  }

  /**
   * Returns the name under which to prepare a statement, always the same for the same text;
   * undefined if it is planned on every call.
   */
  nameOf(text: string): string | undefined {
    this.#runs += 1
    const statement = this.#names.get(text)
    if (statement) {
      statement.usedAt = this.#runs
      return statement.name
    }
    // Only prepared statements count towards the limit: lists have too many different texts.
    if (text.length > maxPreparedLength || unpreparedPattern.test(text) || !this.#hasPlace())
      return undefined
    const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
    this.#names.set(text, { name, usedAt: this.#runs })
    return name
  }

  /**
   * Plans the statement on every call from now on. Needed when another process migrated the
   * database and the result's columns changed.
   */
  disable(text: string): void {
    this.#names.set(text, { name: undefined, usedAt: this.#runs })
  }

  /**
   * Whether one more statement may be prepared. At the limit, replaces the least recently used one
   * if it was unused for long enough.
   */
  #hasPlace(): boolean {
    if (this.#names.size < maxPrepared) return true
    if (this.#runs < this.#nextSearch) return false
    const [text, { name, usedAt }] = [...this.#names].reduce((oldest, one) =>
      one[1].usedAt < oldest[1].usedAt ? one : oldest,
    )
    this.#nextSearch = usedAt + replaceableAfterRuns
    if (this.#runs < this.#nextSearch) return false
    this.#names.delete(text)
    if (name !== undefined) this.#onReplaced(name)
    return true
  }
}

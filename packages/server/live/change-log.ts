import type { Environment } from '../environment.ts'

export interface Change {
  readonly id: string
  readonly resource: string
  readonly record_id: string
  readonly version: number
  readonly action: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly at: string
  readonly is_of_job: boolean
}

/**
 * How far back to look for changes that became visible late, because of a long transaction or the
 * slow clock of another process. The period is shorter for jobs, whose transactions are short and
 * change many rows.
 */
const lookBackMs = 30_000
const jobLookBackMs = 3_000
/** Maximum number of changes to read per poll. If there are more, only the newest are read. */
const maxAtOnce = 2000
/**
 * Maximum number of changes to replay to a returning client. If it missed more, `since` returns
 * null.
 */
const maxMissed = 1000
/** Time in milliseconds during which a client can resume after a disconnect. */
const resumableMs = 10 * 60_000
/**
 * How far back changes are replayed, in milliseconds, because some become visible late. The period
 * is measured from the client's last change, or from now for a new client.
 */
const overlapMs = 3_000

const columns =
  'id, resource, record_id, version, action, actor_id, actor_name, at, job_id is not null as is_of_job'

/**
 * Reads new entries of the change log. Returns each change once, on either database engine and
 * whichever process wrote it.
 */
export class ChangeReader {
  readonly #context: Environment
  readonly #recent = new Map<string, Change>()
  #latest: { readonly id: string; readonly at: string } | undefined

  constructor(context: Environment) {
    this.#context = context
  }

  get latest(): string | null {
    return this.#latest?.id ?? null
  }

  /** Starts at the current end of the log. Earlier changes are not returned. */
  async start(): Promise<void> {
    this.#recent.clear()
    const [newest] = await this.#context.database.query<{ id: string; at: string }>(
      'select id, at from change order by at desc, id desc limit 1',
    )
    this.#latest = newest
    await this.next()
  }

  /** Returns changes since the last call, oldest first. */
  async next(): Promise<Change[]> {
    const now = this.#context.clock.now().getTime()
    const [from, fromForJobs] = [
      new Date(now - lookBackMs).toISOString(),
      new Date(now - jobLookBackMs).toISOString(),
    ]
    for (const { id, at, is_of_job } of this.#recent.values())
      if (at < (is_of_job ? fromForJobs : from)) this.#recent.delete(id)
    const rows = await this.#context.database.query<Change>(
      `select ${columns} from change
       where at >= $1::timestamptz and (job_id is null or at >= $2::timestamptz) and id <> all($3::uuid[])
       order by at desc, id desc limit ${maxAtOnce}`,
      [from, fromForJobs, [...this.#recent.keys()]],
    )
    for (const row of rows) this.#recent.set(row.id, row)
    const [newest] = rows
    if (newest && newest.at >= (this.#latest?.at ?? '')) this.#latest = newest
    return rows.reverse()
  }

  /**
   * Returns the changes that a client missed since the last change it received, or recent changes
   * for a new client. The client may already have received some of them. Returns null if the client
   * was away for too long or missed too many.
   */
  async since(lastId: string | null): Promise<Change[] | null> {
    const { database, clock } = this.#context
    let last = clock.now().getTime()
    if (lastId !== null) {
      const [lastChange] = await database.query<{ at: string }>(
        'select at from change where id = $1::uuid',
        [lastId],
      )
      if (!lastChange || Date.parse(lastChange.at) < last - resumableMs) return null
      last = Date.parse(lastChange.at)
    }
    const rows = await database.query<Change>(
      `select ${columns} from change where at >= $1::timestamptz and id is distinct from $2::uuid order by at, id limit ${maxMissed + 1}`,
      [new Date(last - overlapMs).toISOString(), lastId],
    )
    return rows.length > maxMissed ? null : rows
  }
}

import type { Environment } from '#server/engine/environment.ts'

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
 * Time to look back for changes that became visible late, because their transaction took its time or another
 * process's clock is behind. Chunks of jobs are short and their rows many, so those are looked for less far.
 */
const lookBackMs = 30_000
const jobLookBackMs = 3_000
/** Changes of one look: the newest. Of more than so many nobody is told one by one. */
const mostAtOnce = 2000
const mostMissed = 1000
/** For how long a listener can go on where it was. */
const resumableMs = 10 * 60_000
/** Time before the last known change told to a listener again, for what became visible late; and to a new one, for what its page just missed. */
const overlapMs = 3_000

const columns = 'id, resource, record_id, version, action, actor_id, actor_name, at, job_id is not null as is_of_job'

/** The change log, read as it grows, each change once: the same on both engines, whichever process wrote it. */
export class Changes {
  readonly #context: Environment
  readonly #seen = new Map<string, Change>()
  #latest: { readonly id: string; readonly at: string } | undefined

  constructor(context: Environment) {
    this.#context = context
  }

  /** Id of the newest change that is known. */
  get latest(): string | null {
    return this.#latest?.id ?? null
  }

  /** Begins here: what has happened so far is not news. */
  async begin(): Promise<void> {
    this.#seen.clear()
    const [newest] = await this.#context.database.query<{ id: string; at: string }>(
      'select id, at from change order by at desc, id desc limit 1',
    )
    this.#latest = newest
    await this.next()
  }

  /** Changes that were not there at the last look, oldest first. */
  async next(): Promise<Change[]> {
    const now = this.#context.clock.now().getTime()
    const [from, fromOfJobs] = [new Date(now - lookBackMs).toISOString(), new Date(now - jobLookBackMs).toISOString()]
    for (const { id, at, is_of_job } of this.#seen.values()) if (at < (is_of_job ? fromOfJobs : from)) this.#seen.delete(id)
    const rows = await this.#context.database.query<Change>(
      `select ${columns} from change
       where at >= $1::timestamptz and (job_id is null or at >= $2::timestamptz) and id <> all($3::uuid[])
       order by at desc, id desc limit ${mostAtOnce}`,
      [from, fromOfJobs, [...this.#seen.keys()]],
    )
    for (const row of rows) this.#seen.set(row.id, row)
    const [newest] = rows
    if (newest && newest.at >= (this.#latest?.at ?? '')) this.#latest = newest
    return rows.reverse()
  }

  /**
   * Changes that a listener missed since the last one that it knows, or a moment ago where it knows none. Some may be
   * known to it. Null where that cannot be told any more.
   */
  async since(lastId: string | null): Promise<Change[] | null> {
    const { database, clock } = this.#context
    let last = clock.now().getTime()
    if (lastId !== null) {
      const [known] = await database.query<{ at: string }>('select at from change where id = $1::uuid', [lastId])
      if (!known || Date.parse(known.at) < last - resumableMs) return null
      last = Date.parse(known.at)
    }
    const rows = await database.query<Change>(
      `select ${columns} from change where at >= $1::timestamptz and id is distinct from $2::uuid order by at, id limit ${mostMissed + 1}`,
      [new Date(last - overlapMs).toISOString(), lastId],
    )
    return rows.length > mostMissed ? null : rows
  }
}

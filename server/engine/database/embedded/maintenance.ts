/** The work that the embedded engine never does by itself: it has neither a checkpointer nor an autovacuum. */
import type { Logger } from 'pino'

interface Tended {
  readonly send: (text: string, values?: readonly unknown[], deadlineMs?: number) => Promise<readonly object[]>
  readonly enterAlone: () => Promise<() => void>
  readonly log: Logger
}

const roundMs = 30_000
const checkpointBytes = 64 * 1024 * 1024
/** Most bytes that a vacuum reads while people work, for nothing else runs meanwhile: about a second on a disk of these days. */
const mostBytes = 256 * 1024 * 1024
const deadlineMs = 60_000
const aloneDeadlineMs = 2 * 3_600_000

const written = `select pg_current_wal_lsn()::text as position, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes`

/**
 * Tables that need a vacuum or new statistics. A vacuum skips pages that it has seen and nobody has changed, so the limits of large tables do not
 * grow with the table: little has changed each time. It reads indexes only for many dead rows. Tables of long values are tables of their own here.
 */
const untidy = `
  select quote_ident(schemaname) || '.' || quote_ident(t.relname) as name, "isUnvacuumed", "isUnanalysed",
    (pg_relation_size(c.oid) - c.relallvisible::bigint * current_setting('block_size')::int
      + case when n_dead_tup > 0.02 * n_live_tup then pg_indexes_size(c.oid) else 0 end)::float8 as bytes
  from pg_stat_all_tables t join pg_class c on c.oid = t.relid,
    lateral (select n_dead_tup > least(200 + 0.2 * n_live_tup, 20000) or n_ins_since_vacuum > least(2000 + 0.2 * n_live_tup, 20000) as "isUnvacuumed",
      schemaname <> 'pg_toast' and n_mod_since_analyze > least(500 + 0.1 * n_live_tup, 50000) as "isUnanalysed") needs
  where schemaname in ('public', 'pg_toast') and ("isUnvacuumed" or "isUnanalysed")
  order by bytes`

interface Untidy {
  readonly name: string
  readonly isUnvacuumed: boolean
  readonly isUnanalysed: boolean
  /** Bytes that a vacuum would read. */
  readonly bytes: number
}

/**
 * Every half minute: a checkpoint when 64 MB were written, and one step on one table that needs it: statistics, which read a sample, or a vacuum that
 * reads 256 MB at most. What would take longer waits for `everything`, which a command does while no server runs.
 */
export function keepTidy({ send, enterAlone, log }: Tended): { everything(): Promise<void>; stop(): Promise<void> } {
  let position = '0/0'
  let running: Promise<void> = Promise.resolve()
  /** Tables that are too large to be vacuumed now, or took too long when they were. */
  const left = new Set<string>()

  async function round(): Promise<void> {
    const leave = await enterAlone()
    try {
      const [wal] = (await send(written, [position])) as readonly { readonly position: string; readonly bytes: number }[]
      if (wal && (position === '0/0' || wal.bytes > checkpointBytes)) {
        await send('checkpoint', [], aloneDeadlineMs)
        position = wal.position
      }
      const tables = (await send(untidy)) as readonly Untidy[]
      for (const table of tables) if (table.isUnvacuumed && table.bytes > mostBytes) leaveForLater(table)
      const next = tables.find(({ name, isUnvacuumed, isUnanalysed }) => isUnanalysed || (isUnvacuumed && !left.has(name)))
      if (next) await step(next)
    } finally {
      leave()
    }
  }

  async function step({ name, isUnanalysed }: Untidy): Promise<void> {
    if (isUnanalysed) return void (await send(`analyze ${name}`, [], deadlineMs))
    try {
      await send(`vacuum (process_toast false) ${name}`, [], deadlineMs)
    } catch (error) {
      // Tried again and again, it would hold everybody up each time.
      left.add(name)
      throw error
    }
  }

  function leaveForLater({ name, bytes }: Untidy): void {
    if (left.has(name)) return
    left.add(name)
    log.warn({ table: name, bytes }, 'a table is too large to be vacuumed while people work: the next backup by command does it')
  }

  const timer = setInterval(() => {
    running = round().catch((error: unknown) => log.error({ err: error }, 'the database could not be tidied'))
  }, roundMs).unref()
  return {
    async everything() {
      const leave = await enterAlone()
      try {
        // Otherwise what the last second changed is not counted yet.
        await send('select pg_stat_force_next_flush()')
        for (const { name } of (await send(untidy)) as readonly Untidy[])
          await send(`vacuum (${name.startsWith('pg_toast.') ? '' : 'analyze, '}process_toast false) ${name}`, [], aloneDeadlineMs)
        left.clear()
      } finally {
        leave()
      }
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

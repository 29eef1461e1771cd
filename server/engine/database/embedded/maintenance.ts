/** The work that the embedded engine never does by itself: it has neither a checkpointer nor an autovacuum. */
import type { Logger } from 'pino'

interface Tended {
  readonly send: (text: string, values?: readonly unknown[], deadlineMs?: number) => Promise<readonly object[]>
  readonly enterAlone: () => Promise<() => void>
  readonly log: Logger
}

const roundMs = 30_000
const checkpointBytes = 64 * 1024 * 1024
/** Vacuuming a large table takes its time; nothing else runs meanwhile. */
const deadlineMs = 300_000

const written = `select pg_current_wal_lsn()::text as position, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes`
const untidy = `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
  where n_dead_tup > 200 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_ins_since_vacuum > 2000 + 0.2 * n_live_tup
  limit 1`

/** Every half minute: a checkpoint when 64 MB were written, and a vacuum of one table that needs it. */
export function keepTidy({ send, enterAlone, log }: Tended): { stop(): Promise<void> } {
  let position = '0/0'
  let running: Promise<void> = Promise.resolve()

  async function round(): Promise<void> {
    const leave = await enterAlone()
    try {
      const [wal] = (await send(written, [position])) as readonly { readonly position: string; readonly bytes: number }[]
      if (wal && (position === '0/0' || wal.bytes > checkpointBytes)) {
        await send('checkpoint', [], deadlineMs)
        position = wal.position
      }
      const [table] = (await send(untidy)) as readonly { readonly name: string }[]
      if (table) await send(`vacuum (analyze) ${table.name}`, [], deadlineMs)
    } finally {
      leave()
    }
  }
  const timer = setInterval(() => {
    running = round().catch((error: unknown) => log.error({ err: error }, 'the database could not be tidied'))
  }, roundMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

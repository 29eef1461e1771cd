/** Periodic maintenance of the embedded engine, which has no checkpointer and no autovacuum. */
import type { Logger } from 'pino'

interface MaintenanceOptions {
  readonly send: (
    text: string,
    values?: readonly unknown[],
    timeoutMs?: number,
  ) => Promise<readonly object[]>
  readonly enterExclusively: () => Promise<() => void>
  readonly log: Logger
}

const intervalMs = 30_000
const checkpointBytes = 64 * 1024 * 1024
/**
 * Maximum number of bytes that a vacuum may read while the server runs. It blocks all other work,
 * for about a second on a current disk.
 */
const maxVacuumBytes = 256 * 1024 * 1024
const maintenanceTimeoutMs = 60_000
const exclusiveTimeoutMs = 2 * 3_600_000

const walPositionSql = `select pg_current_wal_lsn()::text as position, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes`

/**
 * Finds tables that need a vacuum or new statistics. A vacuum skips pages that are known to be
 * unchanged, so the thresholds are capped for large tables. It reads the indexes only if there are
 * many dead rows. TOAST tables are listed separately.
 */
const tablesNeedingMaintenance = `
  select quote_ident(schemaname) || '.' || quote_ident(t.relname) as name, "isUnvacuumed", "isUnanalysed",
    (pg_relation_size(c.oid) - c.relallvisible::bigint * current_setting('block_size')::int
      + case when n_dead_tup > 0.02 * n_live_tup then pg_indexes_size(c.oid) else 0 end)::float8 as bytes
  from pg_stat_all_tables t join pg_class c on c.oid = t.relid,
    lateral (select n_dead_tup > least(200 + 0.2 * n_live_tup, 20000) or n_ins_since_vacuum > least(2000 + 0.2 * n_live_tup, 20000) as "isUnvacuumed",
      schemaname <> 'pg_toast' and n_mod_since_analyze > least(500 + 0.1 * n_live_tup, 50000) as "isUnanalysed") needs
  where schemaname in ('public', 'pg_toast') and ("isUnvacuumed" or "isUnanalysed")
  order by bytes`

interface TableNeedingMaintenance {
  readonly name: string
  readonly isUnvacuumed: boolean
  readonly isUnanalysed: boolean
  /** Bytes that a vacuum would read. */
  readonly bytes: number
}

/**
 * Runs every 30 seconds: a checkpoint after 64 MB of WAL, and one task on one table, which is
 * either ANALYZE (reads a sample) or a vacuum that reads at most 256 MB. Larger tables wait for
 * `vacuumAll`, which a command runs while no server does.
 */
export function startMaintenance({ send, enterExclusively, log }: MaintenanceOptions): {
  vacuumAll(): Promise<void>
  stop(): Promise<void>
} {
  let position = '0/0'
  let running: Promise<void> = Promise.resolve()
  /** Tables that are too large to vacuum while the server runs, or whose vacuum failed. */
  const skippedTables = new Set<string>()

  async function runRound(): Promise<void> {
    const release = await enterExclusively()
    try {
      const [wal] = (await send(walPositionSql, [position])) as readonly {
        readonly position: string
        readonly bytes: number
      }[]
      if (wal && (position === '0/0' || wal.bytes > checkpointBytes)) {
        await send('checkpoint', [], exclusiveTimeoutMs)
        position = wal.position
      }
      const tables = (await send(tablesNeedingMaintenance)) as readonly TableNeedingMaintenance[]
      for (const table of tables)
        if (table.isUnvacuumed && table.bytes > maxVacuumBytes) skipTable(table)
      const next = tables.find(
        ({ name, isUnvacuumed, isUnanalysed }) =>
          isUnanalysed || (isUnvacuumed && !skippedTables.has(name)),
      )
      if (next) await step(next)
    } finally {
      release()
    }
  }

  async function step({ name, isUnanalysed }: TableNeedingMaintenance): Promise<void> {
    if (isUnanalysed) return void (await send(`analyze ${name}`, [], maintenanceTimeoutMs))
    try {
      await send(`vacuum (process_toast false) ${name}`, [], maintenanceTimeoutMs)
    } catch (error) {
      // Repeating it would block the server again each time.
      skippedTables.add(name)
      throw error
    }
  }

  function skipTable({ name, bytes }: TableNeedingMaintenance): void {
    if (skippedTables.has(name)) return
    skippedTables.add(name)
    log.warn(
      { table: name, bytes },
      'table too large to vacuum while the program runs; the next npm run db:backup will vacuum it',
    )
  }

  const timer = setInterval(() => {
    running = runRound().catch((error: unknown) =>
      log.error({ err: error }, 'vacuuming the database failed'),
    )
  }, intervalMs).unref()
  return {
    async vacuumAll() {
      const release = await enterExclusively()
      try {
        // Flushes pending statistics, which would otherwise miss the last second.
        await send('select pg_stat_force_next_flush()')
        for (const { name } of (await send(
          tablesNeedingMaintenance,
        )) as readonly TableNeedingMaintenance[])
          await send(
            `vacuum (${name.startsWith('pg_toast.') ? '' : 'analyze, '}process_toast false) ${name}`,
            [],
            exclusiveTimeoutMs,
          )
        skippedTables.clear()
      } finally {
        release()
      }
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

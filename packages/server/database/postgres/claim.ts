/**
 * Coordinates the use of a PostgreSQL database: servers and commands share it, and a restore needs
 * it exclusively. Each process holds an advisory lock on a dedicated connection, and PostgreSQL
 * releases the lock however the process ends.
 */

import { AppError } from '@matricola/schema/wire/errors.ts'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Queries } from '../database.ts'
import { DatabaseRefusal } from '../refusal.ts'

export type DatabaseUse = 'shared' | 'alone'

/** Arbitrary id of the advisory lock. */
const lockId = 7_264_918_356

interface DatabaseClaim {
  /**
   * Resolves once the lock is held. Throws `database.unavailable` if the lock was lost with its
   * connection and cannot be taken again.
   */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Opens a database that is usable only while the lock is held. Throws `DatabaseRefusal` if another
 * process uses the database in a conflicting way. If a restore replaces the database in the
 * meantime, every later call fails, because this process has cached data of the old database.
 */
export async function openClaimed(
  url: string,
  use: DatabaseUse,
  log: Logger,
  open: () => Promise<Database>,
): Promise<Database> {
  const claim = await claimDatabase(url, use, log)
  try {
    const database = await open()
    const { replica } = database
    const withClaim = ({ query }: Queries): Queries => ({
      async query(text, values) {
        await claim.assertHeld()
        return await query(text, values)
      },
    })
    return {
      ...database,
      ...(replica && {
        replica: {
          ...replica,
          queriesFor(requirements) {
            const queries = replica.queriesFor(requirements)
            return queries && withClaim(queries)
          },
        },
      }),
      vitals: withClaim(database.vitals),
      ...withClaim(database),
      async transaction(work, options) {
        await claim.assertHeld()
        return await database.transaction(work, options)
      },
      async close() {
        await database.close()
        await claim.release()
      },
    }
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function claimDatabase(url: string, use: DatabaseUse, log: Logger): Promise<DatabaseClaim> {
  let current: pg.Client | null = null
  const lost = new WeakSet<pg.Client>()
  const first = await acquireLock(url, use, handleLoss)
  adopt(first)
  const restoredAt = await findLastRestore(first)
  let isReleased = false
  let reacquiring: Promise<void> | undefined

  function adopt(client: pg.Client): void {
    if (!lost.has(client)) current = client
  }

  function handleLoss(client: pg.Client): void {
    lost.add(client)
    if (client !== current) return
    current = null
    log.warn('lost the connection that holds the lock on the database')
  }

  async function reacquire(): Promise<void> {
    const client = await acquireLock(url, use, handleLoss).catch((error: unknown) => {
      log.warn({ err: error }, 'the lock on the database is not available at the moment')
      throw new AppError('database.unavailable')
    })
    if ((await findLastRestore(client)) === restoredAt) {
      adopt(client)
      return
    }
    isReleased = true
    await client.end()
    log.fatal(
      'the database was replaced by a restore while this process was disconnected: restart the process',
    )
    throw new AppError('database.unavailable')
  }

  return {
    async assertHeld() {
      if (current) return
      if (isReleased) throw new AppError('database.unavailable')
      reacquiring ??= reacquire().finally(() => {
        reacquiring = undefined
      })
      await reacquiring
    },
    async release() {
      const client = current
      current = null
      isReleased = true
      await client?.end()
    },
  }
}

/**
 * Opens a connection and takes the lock. Calls `onLost` when the connection ends. Throws
 * `DatabaseRefusal` if the lock is taken.
 */
async function acquireLock(
  url: string,
  use: DatabaseUse,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // The connection may be idle for days.
    options: '-c idle_session_timeout=0',
  })
  client.on('error', () => onLost(client)).on('end', () => onLost(client))
  await client.connect()
  const attempt = use === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ isTaken: boolean }>(`select ${attempt}($1) as "isTaken"`, [
    lockId,
  ])
  if (rows[0]?.isTaken) return client
  const refusal = await conflictError(client, use)
  await client.end()
  throw refusal
}

async function conflictError(client: pg.Client, use: DatabaseUse): Promise<DatabaseRefusal> {
  if (use === 'shared')
    return new DatabaseRefusal(
      'A restore is replacing the database. Start again when it has finished.',
    )
  const { rows } = await client.query<{ count: number; places: string | null }>(
    `select count(*)::int as count, string_agg(distinct coalesce(host(a.client_addr), 'this machine'), ', ') as places
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32) + l.objid::bigint = $1`,
    [lockId],
  )
  const { count = 0, places } = rows[0] ?? {}
  return new DatabaseRefusal(
    `The database is in use by ${count === 1 ? 'a process' : `${count} processes`} of this program${places ? ` (from ${places})` : ''}. Stop every server and command that uses it, then restore again. Nothing was changed.`,
  )
}

/** Returns when the database was last restored; null if never. */
async function findLastRestore(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ table: string | null }>(
    `select to_regclass('meta')::text as table`,
  )
  if (!tables[0]?.table) return null
  const { rows } = await client.query<{ value: string }>(
    `select value from meta where key = 'restoredAt'`,
  )
  return rows[0]?.value ?? null
}

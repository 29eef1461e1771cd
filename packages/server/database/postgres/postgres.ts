/** PostgreSQL 15 or newer, through a connection pool. */
import pg from 'pg'
import type { Logger } from 'pino'
import {
  type Database,
  idleTransactionTimeoutMs,
  type Queries,
  statementTimeoutMs,
} from '../database.ts'
import { DatabaseRefusal } from '../refusal.ts'
import { logSlowStatement } from '../slow-statements.ts'
import { StatementNames } from '../statement-names.ts'
import { findJoinedTransaction, runTransaction } from '../transaction.ts'
import { parserOf, toParameter } from '../values.ts'
import { connectInvalidations } from './invalidations.ts'
import { createReplica } from './replica.ts'

const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  synchronous_commit: 'on',
  statement_timeout: statementTimeoutMs,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  random_page_cost: 1.1,
  jit: 'off',
}

/** SQLSTATE of a prepared statement whose tables have changed. */
const outdatedPlanCode = '0A000'

interface PostgresOptions {
  readonly max?: number
  /**
   * Direct URL of the database, if `url` leads to a transaction pooler. A pooler shares sessions,
   * so statements are not prepared, the pooler has to apply the settings, and LISTEN and NOTIFY use
   * the direct URL.
   */
  readonly directUrl?: string
  /** Direct URL of a streaming replica. */
  readonly replicaUrl?: string
  /** Maximum lag of the replica, in milliseconds. */
  readonly maxLagMs?: number
}

/**
 * Opens a connection pool, and a separate connection for health checks. Throws `DatabaseRefusal` if
 * the server is older than PostgreSQL 15, or a pooler does not apply the program's settings.
 */
export async function connectPostgres(
  url: string,
  log: Logger,
  { max = 10, directUrl, replicaUrl, maxLagMs }: PostgresOptions = {},
): Promise<Database> {
  const isPooled = directUrl !== undefined
  const poolOf = (
    size: number,
    address: string,
    { appliesSettings, giveUpMs: queryTimeoutMs }: { appliesSettings: boolean; giveUpMs?: number },
  ) => {
    const pool = new pg.Pool({
      connectionString: address,
      max: size,
      connectionTimeoutMillis: queryTimeoutMs === undefined ? 5_000 : 2_000,
      idleTimeoutMillis: 60_000,
      // Limits memory: a session keeps every statement it ever prepared until it ends.
      maxLifetimeSeconds: 3600,
      ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
      // Poolers do not pass startup options on.
      ...(appliesSettings && {
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
      }),
      types: {
        getTypeParser: ((oid: number) => parserOf(oid)) as pg.CustomTypesConfig['getTypeParser'],
      },
    })
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    return pool
  }
  const pool = poolOf(max, url, { appliesSettings: !isPooled })
  const vitalsPool = poolOf(1, directUrl ?? url, { appliesSettings: true })
  const names = new StatementNames()
  const run = async (
    client: pg.Pool | pg.PoolClient,
    text: string,
    values: readonly unknown[] = [],
  ) => {
    const startedAt = performance.now()
    const name = isPooled ? undefined : names.nameOf(text)
    const parameters = values.map(toParameter)
    try {
      return (await client.query({ text, values: parameters, ...(name !== undefined && { name }) }))
        .rows
    } catch (error) {
      if (name === undefined || (error as { code?: unknown }).code !== outdatedPlanCode) throw error
      names.disable(text)
      // The transaction has failed by now; `withRetries` runs it again.
      if (!(client instanceof pg.Pool)) throw error
      return (await client.query(text, parameters)).rows
    } finally {
      logSlowStatement(log, text, startedAt)
    }
  }

  /** Queries outside the caller's transaction. */
  const queriesBy = (pool: pg.Pool): Queries => ({
    query: async (text, values) => run(pool, text, values) as never,
  })
  const invalidations = await connectInvalidations(directUrl ?? url, log)
  const vitals = queriesBy(vitalsPool)
  const replicaPools = replicaUrl === undefined ? undefined : connectReplica(replicaUrl)
  function connectReplica(address: string) {
    const replicaPool = poolOf(max, address, {
      appliesSettings: true,
      giveUpMs: statementTimeoutMs + 2_000,
    })
    const replicaVitalsPool = poolOf(1, address, { appliesSettings: true, giveUpMs: 2_000 })
    const replica = createReplica({
      ...{ log, invalidations, vitals, database: queriesBy(pool) },
      ...{ replicaVitals: queriesBy(replicaVitalsPool), replica: queriesBy(replicaPool) },
      ...(maxLagMs !== undefined && { maxLagMs }),
    })
    const close = async () => {
      replica.close()
      await Promise.all([replicaPool.end(), replicaVitalsPool.end()])
    }
    return { replica, close }
  }
  const database: Database = {
    engine: 'postgres',
    invalidations: invalidations,
    vitals,
    ...(replicaPools && { replica: replicaPools.replica }),
    // The statement determines the type of the rows; the caller states it.
    query: async (text, values) => {
      return (await (findJoinedTransaction(database)?.query(text, values) ??
        run(pool, text, values))) as never
    },
    transaction: async (work, options = {}) =>
      findJoinedTransaction(database)?.transaction(work) ??
      runTransaction(database, (inside) =>
        transact(pool, (queries) => inside(() => work(queries)), options.statementMs),
      ),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([
        pool.end(),
        vitalsPool.end(),
        invalidations.close(),
        replicaPools?.close(),
      ])
    },
  }
  async function transact<T>(
    pool: pg.Pool,
    work: (queries: Queries) => Promise<T>,
    statementMs?: number,
  ): Promise<T> {
    const client = await pool.connect()
    let connectionError: Error | undefined
    // The server can close a connection at any time. Without a listener, the error event would end
    // the process.
    const handleLoss = (error: Error) => {
      connectionError = error
    }
    client.on('error', handleLoss)
    try {
      await client.query('begin')
      if (statementMs)
        await client.query(`set local statement_timeout = ${Math.trunc(statementMs)}`)
      const result = await work({
        query: async (text, values) => run(client, text, values) as never,
      })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(handleLoss)
      throw error
    } finally {
      client.removeListener('error', handleLoss)
      client.release(connectionError)
    }
  }
  const [version] = await database.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  )
  if (!version || version.number < 150_000) {
    await database.close()
    throw new DatabaseRefusal(
      'The server in DATABASE_URL runs a PostgreSQL version older than 15. Upgrade it to 15 or newer.',
    )
  }
  if (isPooled) await assertPoolerSettings(database)
  return database
}

/**
 * Throws `DatabaseRefusal`, with the configuration that PgBouncer needs, if the pooler's
 * connections lack the program's settings.
 */
async function assertPoolerSettings(database: Database): Promise<void> {
  const names = Object.keys(settings)
  const found = async (queries: Queries) => {
    const [row] = await queries.query<{ now: string[] }>(
      'select array(select current_setting(name) from unnest($1::text[]) name) as now',
      [names],
    )
    return JSON.stringify(row?.now)
  }
  // The direct connection always has the settings.
  if ((await found(database)) === (await found(database.vitals))) return
  await database.close()
  const wanted = Object.entries(settings).map(([name, value]) => `set ${name}='${value}'`)
  throw new DatabaseRefusal(
    `The connection pooler in DATABASE_URL must start each connection with the program's settings. In PgBouncer, add to the line of the database: connect_query='${wanted.join('; ').replaceAll("'", "''")}'`,
  )
}

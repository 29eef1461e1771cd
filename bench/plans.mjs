// `node bench/plans.mjs`: measures how long PostgreSQL plans and runs the statements of each
// operation, and how often it plans them: with its own choice of plans, and with only generic or
// only custom plans. The three take turns on one database. Options: `--students 100000 --ms 1000
// --operations student --statements` (the last one lists every statement).
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildWhenStale } from '../scripts/stale-build.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'
import { loadAverage, measureRound, rounded } from './measure.mjs'
import { createOperations } from './operations.mjs'
import { bulkEdit } from './reads-during-bulk-edit.mjs'
import { BenchClient, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4118' },
    students: { type: 'string', default: '100000' },
    ms: { type: 'string', default: '1000' },
    operations: { type: 'string', default: '.' },
    statements: { type: 'boolean', default: false },
    'as-built': { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
const ms = Number(values.ms)
const modes = ['auto', 'force_generic_plan', 'force_custom_plan']

if (!values['as-built']) buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'matricola-plans-'))
const password = randomBytes(12).toString('hex')
const postgres = await startPostgres([
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
])
if (!postgres.url) throw new Error(postgres.missing)
const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, DEMO: '0' }
const statistics = new pg.Client({ connectionString: postgres.url })
try {
  const first = await startServer({ env: { ...env, DEMO: '1', DEMO_PASSWORD: password }, port })
  await first.stop()
  const { status, stderr } = spawnSync(process.execPath, [bundle('bench/prepare')], {
    env: { ...process.env, ...env, STUDENTS: values.students },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Filling the database failed: ${stderr}`)
  await statistics.connect()
  await statistics.query('create extension pg_stat_statements')
  const load = { before: loadAverage() }
  const measured = {}
  for (const mode of modes) await measure(mode, measured)
  console.log(tableOf(measured))
  console.log(JSON.stringify({ load: { ...load, after: loadAverage() }, measured }, null, 2))
} finally {
  await statistics.end()
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Measures each operation on new connections with a plan cache mode. */
async function measure(mode, measured) {
  await statistics.query(`alter role current_user set plan_cache_mode = ${mode}`)
  const server = await startServer({ env, port })
  try {
    const client = new BenchClient(server)
    await client.signIn('admin', password)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const [name, work] of Object.entries(await workOf(client, { server, cookie }))) {
      if (!new RegExp(values.operations).test(name)) continue
      // Warm-up: PostgreSQL chooses a plan type after five runs on each of the ten connections.
      await work(ms)
      await statistics.query('select pg_stat_statements_reset()')
      const done = await work(ms)
      measured[name] ??= {}
      measured[name][mode] = await spent(done)
      console.error(`${mode}, ${name}: ${JSON.stringify(measured[name][mode])}`)
    }
  } finally {
    await server.stop()
  }
}

/**
 * Returns functions by name. Each runs for a few milliseconds and returns the number of calls, or
 * of rows of a job.
 */
async function workOf(client, { server, cookie }) {
  const resources = [
    'courses',
    'students',
    'university-classes',
    'grades',
    'finances',
    'registrations',
    'messages',
    'users',
  ]
  const listed = resources.map((name) => ({
    name,
    path: name,
    list: name === 'registrations' ? '/api/registrations/list' : `/api/${name}`,
  }))
  const operations = await createOperations(client, listed, Number(values.students))
  const { body } = await client.call('GET', '/api/students?pageSize=25')
  const ids = body.data.list.map(({ id }) => id)
  const history = (connection) => ({
    method: 'GET',
    path: `/api/students/${ids[connection % ids.length]}/history`,
  })
  const calls = Object.entries({ ...operations, 'history of a student': { ours: history } })
  return {
    ...Object.fromEntries(
      calls.map(([name, { ours, isOnce }]) => [
        name,
        async (length) =>
          (
            await measureRound(server, ours, {
              cookie,
              ms: length,
              ...(isOnce && { isOnce, connections: 1 }),
            })
          ).done,
      ]),
    ),
    'row of a bulk edit': async () => (await bulkEdit(client, '&filters[groupName]=Z12')).total,
  }
}

/** Returns the database time per call since the statistics were reset. */
async function spent(done) {
  const { rows } = await statistics.query(
    `select query, calls::float8, plans::float8, total_plan_time as plan, total_exec_time as run from pg_stat_statements s
     join pg_database d on d.oid = s.dbid and d.datname = current_database() and query !~ 'pg_stat_statements'
     order by total_plan_time + total_exec_time desc`,
  )
  const all = (name) => rounded(rows.reduce((sum, row) => sum + row[name], 0) / done, 3)
  const statements = rows
    .slice(0, 12)
    .map(({ query, calls, plans, plan, run }) =>
      [calls, plans, rounded(plan / calls, 3), rounded(run / calls, 3), query].join(' | '),
    )
  return {
    ...{
      done,
      statements: all('calls'),
      planned: all('plans'),
      planMs: all('plan'),
      runMs: all('run'),
    },
    ...(values.statements && { each: statements }),
  }
}

function tableOf(measured) {
  const cell = ({ planned, planMs, runMs }) => `${planned} | ${planMs} + ${runMs}`
  const rows = Object.entries(measured).map(
    ([name, by]) =>
      `| ${name} | ${by.auto.statements} | ${modes.map((mode) => cell(by[mode])).join(' | ')} |`,
  )
  return [
    '| one call of | statements | planned, as PostgreSQL chooses | plan + run, ms | planned, generic | plan + run, ms | planned, custom | plan + run, ms |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

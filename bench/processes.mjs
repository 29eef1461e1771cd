// `node bench/processes.mjs`: measures the cost of sharing one PostgreSQL between two processes.
// Two processes on the same database and two processes with separate databases take turns, with the
// same number of callers per process. The CPU time per call shows the throughput of two processes
// that share a database, each with its own core, relative to one process. At 2.0, sharing costs
// nothing. CPU time of the database is not counted. Options: `--rounds 5 --ms 1500 --students
// 10000`
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { root } from '../scripts/project-files.mjs'
import { buildWhenStale } from '../scripts/stale-build.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'
import { loadAverage, measureRound, minAndMax, rounded } from './measure.mjs'
import { createOperations } from './operations.mjs'
import { BenchClient, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4116' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1500' },
    students: { type: 'string', default: '10000' },
  },
})
const port = Number(values.port)
const ms = Number(values.ms)
/** Per process. */
const connections = 8
const operationNames = [
  'list, total cached',
  'list, searched',
  'facets of three fields',
  'one record: courses',
  'one record: students',
  'create a course',
  'update a course',
]

buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'matricola-processes-'))
const password = randomBytes(12).toString('hex')
const postgres = await startPostgres()
if (!postgres.url) throw new Error(postgres.missing)
const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, DEMO: '0' }
const servers = []
try {
  const first = await startServer({ env: { ...env, DEMO: '1', DEMO_PASSWORD: password }, port })
  await first.stop()
  const { status, stderr } = spawnSync(process.execPath, [bundle('bench/prepare')], {
    env: {
      ...process.env,
      ...env,
      EMBEDDED_WORKER: join(root, 'dist/server/embedded-worker.js'),
      STUDENTS: values.students,
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Filling the database failed: ${stderr}`)
  const other = await copied(new URL(postgres.url))
  const before = loadAverage()
  // The third server has a separate database.
  const places = [env, env, { ...env, DATABASE_URL: other }]
  for (const [at, place] of places.entries())
    servers.push(await startServer({ env: place, port: port + at }))
  const sharing = await sideOf(servers[0])
  const apart = await sideOf(servers[2])
  const measured = {}
  for (const name of operationNames) {
    measured[name] = await compare(name, [
      { ...sharing, server: servers[0] },
      { ...sharing, server: servers[1] },
      { ...apart, server: servers[2] },
    ])
    console.error(`${name}: ${JSON.stringify(measured[name])}`)
  }
  console.log(JSON.stringify({ load: { before, after: loadAverage() }, measured }, null, 2))
} finally {
  await Promise.all(servers.map((each) => each.stop()))
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Copies a database that is not in use. Returns the URL of the copy. */
async function copied(url) {
  const name = url.pathname.slice(1)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = '/template1'
  const client = new pg.Client({ connectionString: databaseUrl.href })
  await client.connect()
  await client.query(`create database measured_apart template "${name}"`)
  await client.end()
  databaseUrl.pathname = '/measured_apart'
  return databaseUrl.href
}

/** Signs in an administrator and returns the operations on the records of this database. */
async function sideOf(server) {
  const client = new BenchClient(server)
  await client.signIn('admin', password)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const resources = ['courses', 'students'].map((name) => ({
    name,
    list: `/api/${name}`,
    path: name,
  }))
  return { cookie, operations: await createOperations(client, resources, Number(values.students)) }
}

async function compare(name, [first, second, third]) {
  const samples = { apart: [], shared: [] }
  await calls(name, [first, second, third], ms / 3)
  for (let count = 0; count < Number(values.rounds); count++) {
    samples.apart.push(await calls(name, [first, third], ms))
    samples.shared.push(await calls(name, [first, second], ms))
  }
  const costOf = (rounds) => sum(rounds, 'cpuMs') / sum(rounds, 'done')
  const times = samples.apart.map(
    (apart, at) => (2 * costOf([apart])) / costOf([samples.shared[at]]),
  )
  return {
    cpuMs: { apart: rounded(costOf(samples.apart)), shared: rounded(costOf(samples.shared)) },
    times: rounded((2 * costOf(samples.apart)) / costOf(samples.shared)),
    spread: minAndMax(times),
  }
}

/**
 * Runs one round. Connections are numbered across the processes, so that each changes a different
 * record.
 */
async function calls(name, sides, length) {
  const rounds = await Promise.all(
    sides.map(({ server, cookie, operations }, at) => {
      const make = (connection) => operations[name].ours(at * connections + connection)
      return measureRound(server, make, { cookie, ms: length, connections })
    }),
  )
  return { cpuMs: sum(rounds, 'cpuMs'), done: sum(rounds, 'done') }
}

function sum(list, name) {
  return list.reduce((all, one) => all + one[name], 0)
}

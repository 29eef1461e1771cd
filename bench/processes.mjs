// `node bench/processes.mjs`: what a call costs one process alone, and each of two on the same PostgreSQL that have as many callers
// each: their processor for one call says how far two with a core each would come, whatever else keeps this machine busy. 2.0: nothing
// is lost. Rounds of one and of two are in turns. `--rounds 5 --ms 2000 --students 10000`
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/build-when-stale.mjs'
import { root } from '../scripts/folders.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'
import { loadNow, median, round, rounded, spreadOf } from './measure.mjs'
import { operationsOf } from './operations.mjs'
import { Client, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4116' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '2000' },
    students: { type: 'string', default: '10000' },
  },
})
const port = Number(values.port)
const ms = Number(values.ms)
/** Of each process. */
const connections = 8
const wanted = [
  'list, total remembered',
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
    env: { ...process.env, ...env, EMBEDDED_WORKER: join(root, 'dist/server/embedded-worker.js'), STUDENTS: values.students },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`filling the database failed: ${stderr}`)
  const before = loadNow()
  for (const at of [0, 1]) servers.push(await startServer({ env, port: port + at }))
  const client = new Client(servers[0])
  await client.signIn('admin', password)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const resources = ['courses', 'students'].map((name) => ({ name, list: `/api/${name}`, path: name }))
  const operations = await operationsOf(client, resources, Number(values.students))
  const measured = {}
  for (const name of wanted) {
    measured[name] = await compare(operations[name].ours, cookie)
    console.error(`${name}: ${JSON.stringify(measured[name])}`)
  }
  console.log(JSON.stringify({ load: { before, after: loadNow() }, measured }, null, 2))
} finally {
  await Promise.all(servers.map((each) => each.stop()))
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(make, cookie) {
  const taken = { one: [], two: [] }
  await calls(servers, make, cookie, ms / 2)
  for (let count = 0; count < Number(values.rounds); count++) {
    taken.one.push(await calls(servers.slice(0, 1), make, cookie, ms))
    taken.two.push(await calls(servers, make, cookie, ms))
  }
  const costOf = (rounds) => sum(rounds, 'cpuMs') / sum(rounds, 'done')
  const times = taken.one.map((alone, at) => (2 * costOf([alone])) / costOf([taken.two[at]]))
  return {
    cpuMs: { one: rounded(costOf(taken.one)), two: rounded(costOf(taken.two)) },
    times: rounded((2 * costOf(taken.one)) / costOf(taken.two)),
    spread: spreadOf(times),
    // As the machine lets them, database and all.
    perSecond: { one: Math.round(median(taken.one.map(perSecond))), two: Math.round(median(taken.two.map(perSecond))) },
  }
}

/** One round; a connection keeps its number among all, and with it the record that it changes. */
async function calls(of, make, cookie, length) {
  const rounds = await Promise.all(
    of.map((server, at) => round(server, (connection) => make(at * connections + connection), { cookie, ms: length, connections })),
  )
  return { cpuMs: sum(rounds, 'cpuMs'), done: sum(rounds, 'done'), perSecond: sum(rounds, 'perSecond') }
}

function sum(list, name) {
  return list.reduce((all, one) => all + one[name], 0)
}

function perSecond(round) {
  return round.perSecond
}

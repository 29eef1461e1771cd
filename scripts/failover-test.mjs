// `npm run test:failover [-- --rounds 6] [-- --asynchronous]`: tests that a failover loses no
// acknowledged write. Simulated users write to a PostgreSQL with a synchronous replica. Then the
// primary is killed, the replica is promoted, the program is restarted on it, and its data is
// compared with the acknowledged writes. In every second round, the replica is stopped half a
// second before the primary, and restarted without it. With `--asynchronous`, commits do not wait
// for the replica, to verify that the comparison detects losses. Prints the figures as JSON and
// exits with 1 if anything was lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startWithReplica } from '../tests/support/postgres-server.mjs'
import { CrashCheck } from './crash/crash-check.mjs'
import { ServerUnderTest } from './crash/server-under-test.mjs'
import { SimulatedLoad } from './crash/simulated-load.mjs'
import { buildWhenStale } from './stale-build.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4121' },
    rounds: { type: 'string', default: '6' },
    asynchronous: { type: 'boolean', default: false },
  },
})
buildWhenStale()
const cluster = await startWithReplica(['fsync=on', 'full_page_writes=on'])
if (!cluster) throw new Error('PostgreSQL was not found. Install the package postgresql.')
const dataDir = mkdtempSync(join(tmpdir(), 'matricola-failover-'))
const site = new ServerUnderTest({ dataDir, port: Number(values.port) })
const load = new SimulatedLoad(site)
const check = new CrashCheck(site, load)
const figures = { synchronous: !values.asynchronous, rounds: 0, cutOffBefore: 0, readyAfterMs: [] }
let [primary, replica] = [cluster.primary, cluster.replica]
try {
  await startOn(primary)
  await load.prepare()
  for (let round = 1; round <= Number(values.rounds); round++) {
    if (!values.asynchronous) await waitForReplica(primary)
    const running = load.run()
    running.catch(() => {})
    await load.waitForEveryKind(10_000)
    await pause(Math.random() * 1000)
    const isCutOff = round % 2 === 0
    if (isCutOff) {
      replica.kill()
      await pause(500)
      figures.cutOffBefore++
    }
    const startedAt = performance.now()
    primary.kill()
    if (isCutOff) replica = await replica.restart()
    replica.promote()
    await Promise.all([site.kill(), running])
    await startOn(replica)
    figures.readyAfterMs.push(Math.round(performance.now() - startedAt))
    await check.compare()
    figures.rounds = round
    primary = replica
    replica = await cluster.follow(primary)
    process.stderr.write(`\r${round} of ${values.rounds}: ${check.lost} lost `)
  }
  await site.stop()
} finally {
  await site.kill().catch(() => {})
  cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
const { lost, duplicated: doubled, torn, found } = check
console.log(
  JSON.stringify(
    { ...figures, acknowledged: load.acknowledged, lost, doubled, torn, found: found.slice(0, 20) },
    null,
    2,
  ),
)
process.exitCode = check.hasNoLosses ? 0 : 1

/** Starts the program on a server. */
async function startOn(server) {
  site.env = { DATABASE_URL: server.url }
  await site.start()
}

/** Makes each commit wait until the replica has written it to disk. */
async function waitForReplica(server) {
  await query(server, `alter system set synchronous_standby_names = '*'`)
  await query(server, 'select pg_reload_conf()')
  for (;;) {
    const [standby] = await query(
      server,
      `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    )
    if (standby) return
    await pause(50)
  }
}

async function query({ url }, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

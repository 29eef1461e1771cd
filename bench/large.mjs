/** Creates a large database on each engine. Shared by several benchmarks. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../scripts/project-files.mjs'
import { buildWhenStale } from '../scripts/stale-build.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'
import { BenchClient, startServer } from './server.mjs'

export const embeddedWorkerPath = join(root, 'dist/server/embedded-worker.js')

/**
 * Runs `measure` on a database with the given number of students, on each available engine. `data`
 * is a folder in which the database is kept for the next run.
 */
export async function onEachEngine({ students, port, data, only }, measure) {
  buildWhenStale()
  const prepare = bundle('bench/prepare')
  const folder = data ?? mkdtempSync(join(tmpdir(), 'matricola-bench-'))
  const results = {}
  const engines = [['embedded', { DATA_DIR: join(folder, 'embedded') }, () => undefined]]
  const postgres = await startPostgres()
  if (postgres.url)
    engines.push([
      'postgres',
      { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'postgres') },
      postgres.stop,
    ])
  else console.error(`Not measured on PostgreSQL: ${postgres.missing}`)
  for (const [engine, where, stop] of engines) {
    if (only && only !== engine) {
      stop()
      continue
    }
    const env = { ...where, DEMO: '1', DEMO_PASSWORD: ensurePassword(where.DATA_DIR) }
    const filled = join(where.DATA_DIR, `filled-${students}`)
    if (!existsSync(filled)) {
      console.error(`Filling the ${engine} database …`)
      await startServer({ env, port }).then((server) => server.stop())
      const { status, stderr } = spawnSync(process.execPath, [prepare], {
        env: { ...process.env, ...env, EMBEDDED_WORKER: embeddedWorkerPath, STUDENTS: students },
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`Filling the database failed: ${stderr}`)
      writeFileSync(filled, '')
    }
    results[engine] = await measure({ engine, env, password: env.DEMO_PASSWORD })
    console.error(`${engine}: ${JSON.stringify(results[engine])}`)
    stop()
  }
  if (!data) rmSync(folder, { recursive: true, force: true })
  return results
}

function ensurePassword(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'bench-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(12).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Starts a server and signs in an administrator, which also warms it up. */
export async function startSignedIn({ env, port, password }) {
  const server = await startServer({ env, port })
  const client = new BenchClient(server)
  await client.signIn('admin', password)
  return { server, client }
}

/** Reads `path` every `everyMs` until `work` is done. Returns the milliseconds of each read. */
export async function measureReadsDuring(client, path, work, everyMs = 50) {
  const samples = []
  let isFinished = false
  const finished = work().finally(() => {
    isFinished = true
  })
  while (!isFinished) {
    const startedAt = performance.now()
    const { status } = await client.call('GET', path)
    if (status !== 200) throw new Error(`${path} returned ${status}`)
    samples.push(performance.now() - startedAt)
    await pause(Math.max(0, everyMs - (performance.now() - startedAt)))
  }
  await finished
  return samples
}

/** Returns the memory of a process in MB: before `work`, and at its peak. */
export async function measureMemoryDuring(pid, work) {
  const now = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const before = now()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, now())
  }, 20)
  await work().finally(() => clearInterval(watch))
  return { before: Math.round(before), most: Math.round(peak) }
}

/**
 * Compares an operation of this program with a plain statement that has the same effect. On each
 * engine, the two alternate on one database.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/project-files.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'

/**
 * Runs a program that prints its rounds as JSON on each engine, and prints the result of `figures`.
 * Command line options: `--rows 10000 --rounds 3 --only postgres`. `workers` maps environment
 * variables to the sources of worker threads.
 */
export async function compareWithSql({ program, workers = {}, figures }) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'matricola-bench-'))
  const file = bundle(program)
  const threads = Object.entries({
    EMBEDDED_WORKER: 'packages/server/database/embedded/worker',
    ...workers,
  })
  const settings = {
    ...Object.fromEntries(threads.map(([name, source]) => [name, bundle(source)])),
    ROWS: values.rows,
    ROUNDS: values.rounds,
    PROGRAM_ROOT: root,
  }
  const measure = (where) => {
    // With the same flags as the real program.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--max-semi-space-size=8', '--heap-growing-percent=40', file],
      {
        env: { ...process.env, ...settings, ...where },
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`The measurement failed: ${stderr}`)
    return figures(JSON.parse(stdout))
  }
  const results = values.only === 'postgres' ? {} : { embedded: measure({ DATA_DIR: folder }) }
  if (values.only !== 'embedded') {
    const postgres = await startPostgres()
    if (postgres.url) {
      results.postgres = measure({ DATABASE_URL: postgres.url })
      postgres.stop()
    } else console.error(`Not measured on PostgreSQL: ${postgres.missing}`)
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(JSON.stringify(results, null, 2))
}

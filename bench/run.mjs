// `npm run bench`: runs all benchmarks, comparing this program with a bare server on the same
// database in the same run. Writes the table into docs/performance.md. `--short` takes about three
// minutes. `--compare` writes nothing and fails if a cost is more than 20 % above
// bench/budget.json. `--keep` stores the results as the budget. Also `--only postgres` and
// `--as-built`.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/project-files.mjs'
import { buildWhenStale } from '../scripts/stale-build.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'
import { compareWithBare, loadAverage, median, rounded } from './measure.mjs'
import { createOperations } from './operations.mjs'
import { measureReadsDuringBulkEdit } from './reads-during-bulk-edit.mjs'
import { benchTable, budgetOf, describeRun, findOverBudget, withTable } from './report.mjs'
import { BenchClient, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4112' },
    short: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    operations: { type: 'string' },
    students: { type: 'string' },
    rounds: { type: 'string' },
    ms: { type: 'string' },
    'as-built': { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
const { short: isShort } = values
const students = Number(values.students ?? (isShort ? 10_000 : 50_000))
const rounds = Number(values.rounds ?? (isShort ? 3 : 5))
const ms = Number(values.ms ?? (isShort ? 300 : 2000))
const budgetPath = join(root, 'bench/budget.json')
const pagePath = join(root, 'docs/performance.md')

if (!values['as-built']) buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'matricola-bench-'))
const password = randomBytes(12).toString('hex')
const worker = join(root, 'dist/server/embedded-worker.js')
const [bare, prepare] = ['bench/bare-server', 'bench/prepare'].map((source) => bundle(source))
const load = { before: loadAverage() }
const results = {}

async function runOnPostgres() {
  const postgres = await startPostgres()
  if (!postgres.url) return console.error(`Not measured on PostgreSQL: ${postgres.missing}`)
  const own = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'postgres') }
  try {
    results.postgres = await measureEngine('postgres', {
      ours: own,
      bare: own,
      copy: () => undefined,
    })
  } finally {
    postgres.stop()
  }
  Object.assign(results.postgres, scenarios('postgres'))
}

async function runOnEmbedded() {
  results.embedded = await measureEngine('embedded', {
    ours: { DATA_DIR: join(folder, 'ours') },
    bare: { DATA_DIR: join(folder, 'bare'), EMBEDDED_WORKER: worker },
    copy: () => cpSync(join(folder, 'ours'), join(folder, 'bare'), { recursive: true }),
  })
  Object.assign(results.embedded, scenarios('embedded'))
}

async function measureEngine(engine, { ours: place, bare: bareEnv, copy }) {
  // The demo university generates its documents in the background for several minutes, which must
  // not be measured.
  const env = { ...place, DEMO: '0' }
  console.error(`Filling the ${engine} database …`)
  const first = await startServer({ env: { ...place, DEMO: '1', DEMO_PASSWORD: password }, port })
  await first.stop()
  const { status, stderr } = spawnSync(process.execPath, [prepare], {
    env: { ...process.env, ...place, EMBEDDED_WORKER: worker, STUDENTS: String(students) },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Filling the database failed: ${stderr}`)
  copy()
  const measured = { 'start until ready': await measureStarts(env, bareEnv) }
  const [ours, other] = [
    await startServer({ env, port }),
    await startServer({ env: bareEnv, port: port + 1, program: bare }),
  ]
  try {
    const client = new BenchClient(ours)
    await client.signIn('admin', password)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { body: resources } = await new BenchClient(other).call('GET', '/resources')
    for (const [name, calls] of Object.entries(
      await createOperations(client, resources.list, students),
    )) {
      if (!isSelected(engine, name)) continue
      const sides = {
        ours: { server: ours, make: calls.ours, cookie },
        bare: { server: other, make: calls.bare },
      }
      measured[name] = await compareWithBare(sides, { rounds, ms, isOnce: calls.isOnce })
      console.error(`${engine}, ${name}: ${JSON.stringify(measured[name])}`)
    }
    if (!values.operations)
      measured['lists during a bulk edit'] = dayOf(
        await measureReadsDuringBulkEdit(client, {
          server: ours,
          query: '',
          idleMs: isShort ? 3000 : 10_000,
        }),
      )
  } finally {
    await ours.stop()
    await other.stop()
  }
  return measured
}

/** A short run on the embedded database reads single records of only two resources. */
const isSelected = (engine, name) =>
  values.operations
    ? new RegExp(values.operations).test(name)
    : !isShort ||
      engine !== 'embedded' ||
      !name.startsWith('one record') ||
      /: (?:students|courses)$/.test(name)

async function measureStarts(ours, bareEnv) {
  const samples = { ours: [], bare: [] }
  for (let count = 0; count < rounds; count++)
    for (const [name, env, program] of [
      ['ours', ours, undefined],
      ['bare', bareEnv, bare],
    ]) {
      const server = await startServer({ env, port, ...(program && { program }) })
      samples[name].push(server.readyMs)
      await server.stop()
    }
  const [own, others] = [median(samples.ours), median(samples.bare)]
  return {
    said: `${Math.round(own)} ms, bare server ${Math.round(others)} ms: ${rounded(own / others)} times as long`,
    cost: rounded(own / others),
  }
}

function dayOf({ rows, seconds, listsMs: { idle, during }, memoryMb }) {
  const summary = `20 users, ${rows.toLocaleString('en')} rows changed in ${seconds} s; lists p50 / p95: ${during.p50} / ${during.p95} ms during the edit, ${idle.p50} / ${idle.p95} ms when idle`
  return { said: summary, memoryMb }
}

/**
 * Runs benchmarks that are separate programs: an import, a bulk edit, and the last minute before a
 * deadline.
 */
function scenarios(engine) {
  if (values.operations) return {}
  const rows = isShort ? '2000' : '10000'
  const run = (program, args, env = {}) => {
    console.error(`${engine}, ${program} …`)
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'bench', program), ...args],
      {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
    console.error(stdout)
    return JSON.parse(stdout)
  }
  const plain = ['--rows', rows, '--rounds', isShort ? '1' : '3', '--only', engine]
  const imported = run('import.mjs', plain)[engine]
  const bulk = run('bulk.mjs', plain)[engine]
  const [applicants, seconds] = isShort ? ['40', '8'] : ['200', '40']
  const deadline = run('submit.mjs', [
    '--applicants',
    applicants,
    '--seconds',
    seconds,
    '--staff',
    '10',
    '--engine',
    engine,
  ])
  const { stored, refused, lost, doubled, untilAnsweredMs, lists, memoryPeakMb } = deadline
  return {
    [`import of ${rows} rows, checked, with undo`]: {
      ratio: imported.ratio,
      cost: rounded(1 / imported.ratio),
      memoryMb: imported.memoryMb,
    },
    [`bulk edit of ${rows} rows`]: {
      ratio: bulk.runRatio,
      cost: rounded(1 / bulk.runRatio),
      memoryMb: bulk.memoryMb,
    },
    'before the deadline': {
      said: `${applicants} applications in ${seconds} s: ${stored} stored, ${refused} refused, ${lost} lost, ${doubled} duplicated; answer p50 / p95: ${untilAnsweredMs.p50} / ${untilAnsweredMs.p95} ms; lists p95: ${lists.p95} ms; decoders: ${memoryPeakMb.decoders} MB`,
      memoryMb: memoryPeakMb.server,
    },
  }
}

function printReport() {
  if (values.keep) writeFileSync(budgetPath, `${JSON.stringify(budgetOf(results), null, 2)}\n`)
  if (values.compare) {
    const lines = findOverBudget(results, JSON.parse(readFileSync(budgetPath, 'utf8')))
    for (const line of lines) console.error(line)
    if (lines.length > 0) process.exitCode = 1
    else console.error('No operation exceeds its budget.')
    return
  }
  if (values.only || values.operations) return
  const table = benchTable({ results, about: describeRun({ students, rounds, ms, load }) })
  writeFileSync(pagePath, withTable(readFileSync(pagePath, 'utf8'), table))
}

try {
  if (values.only !== 'embedded') await runOnPostgres()
  if (values.only !== 'postgres') await runOnEmbedded()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
load.after = loadAverage()
console.log(JSON.stringify({ load, results }, null, 2))
printReport()

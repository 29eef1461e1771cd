// `npm run test:kill`, or alone `node scripts/kill-jobs.mjs --rows 20000 --kills 10`: kills the real server in the middle of
// a job on the embedded database, again and again, then of the job's undo, and counts what became of each row. Prints the
// figures as JSON; ends with 1 when a row has not exactly one outcome and one entry in the history.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundle } from '../bench/bundle.mjs'
import { Client, startServer } from '../bench/server.mjs'
import { buildWhenStale } from './build-when-stale.mjs'
import { root } from './folders.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    port: { type: 'string', default: '4121' },
  },
})
const port = Number(values.port)
const kills = Number(values.kills)
/** Records that somebody changes between the job and its undo. */
const edited = 20
buildWhenStale()

const folder = mkdtempSync(join(tmpdir(), 'matricola-kill-jobs-'))
const password = randomBytes(12).toString('hex')
const env = { DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: password }
const own = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, EMBEDDED_WORKER: join(root, 'dist/server/embedded-worker.js') }
const figures = { kills: 0, startMs: [] }

await (await startServer({ env, port })).stop()
run(bundle('bench/prepare'), { STUDENTS: values.rows })
const factsOf = bundle('bench/job-facts')
let client = await begin(true)

const list = await client.call('GET', '/api/students?pageSize=1')
const selection = await demand('POST', '/api/students/selections', { token: list.headers['query-token'] })
const edit = [{ field: 'city', operator: 'set', value: 'Orhei' }]
const job = await demand('POST', '/api/students/bulk', { selection: selection.id, edit })
const checkMs = await through(job.id, 'ready', kills / 2)
await demand('POST', `/api/jobs/${job.id}/start`, { expected: (await jobOf(job.id)).counts.ready })
const runMs = await through(job.id, 'done', kills / 2)
const rows = (await demand('GET', `/api/jobs/${job.id}/items?outcome=done&pageSize=${edited}`)).list
for (const { recordId } of rows) await demand('PATCH', '/api/students/update', { id: recordId, city: 'Soroca' })
const done = await facts(job.id)
const undo = await demand('POST', `/api/jobs/${job.id}/undo`, { start: true })
const undoMs = await through(undo.id, 'done', kills / 2)
const undone = await facts(undo.id)
await client.server.stop()
rmSync(folder, { recursive: true, force: true })

const total = selection.total
const isWhole = ({ changes, recordsChanged, torn, wrong }, expected) =>
  changes === expected && recordsChanged === expected && torn === 0 && wrong === 0
const isRight = isWhole(done, total) && done.outcomes.done === total && isWhole(undone, total - edited) && undone.outcomes.kept === edited
const startMs = figures.startMs.sort((a, b) => a - b)
process.stderr.write('\n')
console.log(
  JSON.stringify(
    {
      total,
      kills: figures.kills,
      checkMs,
      runMs,
      undoMs,
      done,
      undone,
      startMs: { median: startMs[startMs.length >> 1], slowest: startMs.at(-1) },
    },
    null,
    2,
  ),
)
process.exitCode = isRight ? 0 : 1

/** Starts the server; the session outlives the kills. */
async function begin(isFirst = false) {
  const server = await startServer({ env, port })
  figures.startMs.push(Math.round(server.readyMs))
  const next = new Client(server, isFirst ? undefined : client.cookies)
  if (isFirst || (await next.call('GET', '/api/authentication/check-auth')).status !== 200) await next.signIn('admin', password)
  return next
}

async function demand(method, path, body) {
  const answer = await client.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

function jobOf(id) {
  return demand('GET', `/api/jobs/${id}`)
}

/** Waits until the job is in that state, with so many kills at random on the way; answers how long the server worked. */
async function through(id, state, wanted) {
  const began = performance.now()
  const startsBefore = sum(figures.startMs)
  for (let count = 0; ; ) {
    const now = await jobOf(id)
    process.stderr.write(`\r${figures.kills} kills, job ${now.state}, ${now.done} of ${now.total}      `)
    if (now.state === state) break
    if (now.state === 'failed') throw new Error(`the job failed: ${now.error}`)
    await pause(count < wanted ? 100 + Math.random() * 900 : 100)
    if (count >= wanted) continue
    client.server.kill()
    await client.server.ended
    count++
    figures.kills++
    client = await begin()
  }
  return Math.round(performance.now() - began - (sum(figures.startMs) - startsBefore))
}

/** What the database holds of a job; the server is stopped for it. */
async function facts(id) {
  await client.server.stop()
  const found = JSON.parse(run(factsOf, { JOB: id }))
  client = await begin()
  return found
}

function run(program, more) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env: { ...own, ...more }, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0)
}

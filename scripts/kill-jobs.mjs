// The second part of `npm run test:kill`; also `node scripts/kill-jobs.mjs --rows 20000 --kills
// 10`. Repeatedly kills the server during a job on the embedded database, then during the undo of
// the job, and checks each row. Prints the figures as JSON and exits with 1 unless each row has
// exactly one outcome and one entry in the history.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ServerUnderTest } from './crash/server-under-test.mjs'
import { buildWhenStale } from './stale-build.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    port: { type: 'string', default: '4121' },
  },
})
const wantedKills = Number(values.kills)
/** Number of records that are changed between the job and its undo. */
const edited = 20
buildWhenStale()

const dataDir = mkdtempSync(join(tmpdir(), 'matricola-kill-jobs-'))
const site = new ServerUnderTest({ dataDir, port: Number(values.port) })
let kills = 0

await site.start()
await site.stop()
site.run('bench/prepare', { STUDENTS: values.rows })
await site.start()

const list = await site.client.call('GET', '/api/students?pageSize=1')
const selection = await site.requestData('POST', '/api/students/selections', {
  token: list.headers['query-token'],
})
const edit = [{ field: 'city', operator: 'set', value: 'Orhei' }]
const job = await site.requestData('POST', '/api/students/bulk', { selection: selection.id, edit })
const checkMs = await runUntil(job.id, 'ready', wantedKills / 2)
await site.requestData('POST', `/api/jobs/${job.id}/start`, {
  expected: (await site.getJob(job.id)).counts.ready,
})
const runMs = await runUntil(job.id, 'done', wantedKills / 2)
const rows = (
  await site.requestData('GET', `/api/jobs/${job.id}/items?outcome=done&pageSize=${edited}`)
).list
for (const { recordId } of rows)
  await site.requestData('PATCH', '/api/students/update', { id: recordId, city: 'Soroca' })
const done = await readJobFacts(job.id)
const undo = await site.requestData('POST', `/api/jobs/${job.id}/undo`, { start: true })
const undoMs = await runUntil(undo.id, 'done', wantedKills / 2)
const undone = await readJobFacts(undo.id)
await site.stop()
rmSync(dataDir, { recursive: true, force: true })

const total = selection.total
const isConsistent = ({ changes, recordsChanged, torn, wrong }, expected) =>
  changes === expected && recordsChanged === expected && torn === 0 && wrong === 0
const isCorrect =
  isConsistent(done, total) &&
  done.outcomes.done === total &&
  isConsistent(undone, total - edited) &&
  undone.outcomes.kept === edited
process.stderr.write('\n')
console.log(
  JSON.stringify(
    { total, kills, checkMs, runMs, undoMs, done, undone, startMs: site.starts },
    null,
    2,
  ),
)
process.exitCode = isCorrect ? 0 : 1

/**
 * Waits for a state of the job, killing the server at random times on the way. Returns the
 * milliseconds without restarts.
 */
async function runUntil(id, state, wantedCount) {
  const startedAt = performance.now()
  const startsBefore = sum(site.startMs)
  for (let count = 0; ; ) {
    const now = await site.getJob(id)
    process.stderr.write(`\r${kills} kills, job ${now.state}, ${now.done} of ${now.total}      `)
    if (now.state === state) break
    if (now.state === 'failed') throw new Error(`The job failed: ${now.error}`)
    await pause(count < wantedCount ? 100 + Math.random() * 900 : 100)
    if (count >= wantedCount) continue
    await site.kill()
    count++
    kills++
    await site.start()
  }
  return Math.round(performance.now() - startedAt - (sum(site.startMs) - startsBefore))
}

/** Reads facts about a job from the database, with the server stopped. */
async function readJobFacts(id) {
  await site.stop()
  const facts = site.readFacts('bench/job-facts', { JOB: id })
  await site.start()
  return facts
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0)
}

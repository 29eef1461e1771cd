// `node bench/ranking.mjs --engine postgres|embedded --people 100000 --programmes 500 --choices 6`:
// measures each part of computing a results draft. Then the real server computes it, returns it,
// releases it and notifies the applicants, while other users read pages. Prints JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ServerUnderTest } from '../scripts/crash/server-under-test.mjs'
import { buildWhenStale } from '../scripts/stale-build.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { loadAverage, median, quantile, readCpuMs, readMemoryMb, rounded } from './measure.mjs'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    people: { type: 'string', default: '100000' },
    programmes: { type: 'string', default: '500' },
    choices: { type: 'string', default: '6' },
    port: { type: 'string', default: '4131' },
    /** Stops after the draft has been computed. */
    draft: { type: 'boolean', default: false },
  },
})
buildWhenStale()
const dataDir = mkdtempSync(join(tmpdir(), 'matricola-ranking-'))
const site = new ServerUnderTest({ dataDir, port: Number(values.port) })
const postgres = values.engine === 'postgres' ? await startPostgres() : { stop() {} }
if (postgres.missing) throw new Error(postgres.missing)
process.once('exit', () => postgres.stop())
if (postgres.url) site.env = { DATABASE_URL: postgres.url }
const pages = [
  '/api/students?pageSize=25&sort=-createdAt',
  '/api/courses?pageSize=25',
  '/api/authentication/check-auth',
]
await site.start()
const { id: session } = await site.requestData('POST', '/api/admission-sessions/create', {
  name: 'Measured',
  academicYear: '2026-2027',
})
const { id: round } = await site.requestData('POST', '/api/admission-rounds/create', {
  ...{ admissionSessionId: session, name: 'Round 1', number: 1 },
})
await site.stop()

const { people, programmes, choices } = values
const asked = {
  SESSION: session,
  PEOPLE: people,
  PROGRAMMES: programmes,
  CHOICES: choices,
  ...site.env,
}
const { parts, ...size } = site.readFacts('bench/ranking', asked)
await site.start()
await pause(2000)

const { id } = await site.requestData('POST', '/api/admission-drafts/create', {
  admissionRoundId: round,
})
const computed = await measureWhileReading(() => waitForState('ready'))
const draft = await getDraft()
const opened = {}
const [quota] = (await site.requestData('GET', `/api/admission-drafts/${id}/programmes`)).list
const place = `specializationId=${quota.specializationId}&kind=${quota.kind}`
const members = 'applicants?group=noPlace&pageSize=50'
for (const part of [
  ...['status', 'programmes', `candidates?${place}`, 'moves', 'incomplete'],
  ...['checks', members],
]) {
  const startedAt = performance.now()
  await site.requestData('GET', `/api/admission-drafts/${id}/${part}`)
  opened[part.split('?')[0]] = Math.round(performance.now() - startedAt)
}
const released = values.draft ? {} : await release()
await site.stop()
const bare = site.readFacts('bench/ranking', { DRAFT: id, ...site.env })
rmSync(dataDir, { recursive: true, force: true })
// The pipe of its output would keep this process running.
postgres.stop()
console.log(
  JSON.stringify(
    {
      ...{ engine: values.engine, load: loadAverage(), ...size, findings: draft.findings },
      partsMs: { ...parts, ...bare.parts },
      readingRatio: rounded(parts.bareReading[0] / parts.reading[0]),
      draft: computed,
      openedMs: opened,
      ...released,
    },
    null,
    2,
  ),
)

async function getDraft() {
  return await site.requestData('GET', `/api/admission-drafts/${id}`)
}

async function waitForState(state) {
  for (;;) {
    const now = await getDraft()
    if (now.state === state) return
    if (now.state === 'failed') throw new Error(`The draft failed: ${site.client.server.said()}`)
    await pause(100)
  }
}

/** Releases the draft and waits until all applicants are notified. */
async function release() {
  const { version } = await site.requestData('GET', '/api/settings')
  await site.requestData('PUT', '/api/settings/update', {
    ...{ version, decisionHoldMinutes: 0, rankingNeedsSecond: false },
  })
  const startedAt = performance.now()
  await site.requestData('POST', `/api/admission-drafts/${id}/actions/release`, {})
  const releaseMs = Math.round(performance.now() - startedAt)
  const notified = await measureWhileReading(() => waitForState('notified'))
  return { releaseMs, notified }
}

/**
 * Measures the duration of the work, the CPU time of the server, and the response times of other
 * users meanwhile.
 */
async function measureWhileReading(work) {
  const startedAt = performance.now()
  const usedMs = () => readCpuMs(site.client.server.child.pid)
  const usedBefore = usedMs()
  const samples = []
  let isFinished = false
  const others = Array.from({ length: 2 }, async (_, number) => {
    for (let turn = number; !isFinished; turn++) {
      const path = pages[turn % pages.length]
      const asked = performance.now()
      const { status } = await site.call('GET', path)
      if (status !== 200) throw new Error(`${path} returned ${status}`)
      samples.push(performance.now() - asked)
      await pause(50)
    }
  })
  await work().finally(() => {
    isFinished = true
  })
  await Promise.all(others)
  return {
    seconds: rounded((performance.now() - startedAt) / 1000, 1),
    serverCpuSeconds: rounded((usedMs() - usedBefore) / 1000, 1),
    othersMs: {
      p50: Math.round(median(samples)),
      p95: Math.round(quantile(samples, 0.95)),
      most: Math.round(Math.max(...samples)),
      count: samples.length,
    },
    memoryMb: readMemoryMb(site.client.server.child.pid),
  }
}

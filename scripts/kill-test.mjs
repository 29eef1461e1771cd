// `npm run test:kill [-- --cycles 50]`: kills the real server in the middle of its writes, again and again, and compares
// what it has after each start with what it had acknowledged. Prints the figures as JSON; ends with 1 when anything was lost.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client, startServer } from '../bench/server.mjs'
import { buildWhenStale } from './build-when-stale.mjs'

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '50' }, port: { type: 'string', default: '4119' } } })
const cycles = Number(values.cycles)
const port = Number(values.port)
buildWhenStale()

const folder = mkdtempSync(join(tmpdir(), 'matricola-kill-'))
const password = randomBytes(12).toString('hex')
const env = { DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: password }
const writers = 4

/** What the server has said yes to: id of a department to the last acknowledged version and description. */
const acknowledged = new Map()
/** Descriptions sent and not answered when the server died: each may have been stored or not. */
const unanswered = new Map()
const figures = { cycles: 0, killedWhileStarting: 0, acknowledged: 0, lost: 0, torn: 0, failedStarts: 0, refused: 0, startMs: [] }

let client = await begin(true)
for (let cycle = 1; cycle <= cycles; cycle++) {
  await runCycle(cycle)
  figures.cycles = cycle
  process.stderr.write(`\r${cycle} of ${cycles} kills, ${figures.acknowledged} writes acknowledged, ${figures.lost} lost `)
}
await client.server.stop()
rmSync(folder, { recursive: true, force: true })
const sorted = figures.startMs.sort((a, b) => a - b)
const report = { ...figures, records: acknowledged.size, startMs: { median: sorted[sorted.length >> 1], slowest: sorted.at(-1) } }
process.stderr.write('\n')
console.log(JSON.stringify(report, null, 2))
process.exitCode = report.lost + report.torn + report.failedStarts > 0 || report.acknowledged === 0 ? 1 : 0

/** Starts the server and signs in. A session that was acknowledged outlives the kills, so that signing in is rarely needed. */
async function begin(isFirst = false) {
  const cookies = isFirst ? undefined : client.cookies
  try {
    const server = await startServer({ env, port })
    figures.startMs.push(Math.round(server.readyMs))
    const next = new Client(server, cookies)
    if (isFirst || (await next.call('GET', '/api/authentication/check-auth')).status !== 200) await next.signIn('admin', password)
    return next
  } catch (error) {
    figures.failedStarts++
    throw error
  }
}

async function runCycle(cycle) {
  const work = Array.from({ length: writers }, (_, writer) => write(cycle, writer))
  await pause(30 + Math.random() * 1470)
  client.server.kill()
  await Promise.all(work)
  if (cycle % 4 === 0) {
    // The next start is killed as well, wherever it has got to.
    await startServer({ env, port, killAfterMs: 100 + Math.random() * 900 })
    figures.killedWhileStarting++
  }
  client = await begin()
  await compare()
}

/** Creates and changes departments, one call after the other, until the server is gone. */
async function write(cycle, writer) {
  const own = []
  for (let count = 1; ; count++) {
    const isNew = own.length === 0 || count % 3 === 1
    const text = `kill ${cycle}-${writer}-${count}`
    const id = isNew ? null : own[count % own.length]
    const body = isNew ? { name: text, description: text } : { id, description: text }
    if (id) unanswered.set(id, text)
    let answer
    try {
      answer = isNew
        ? await client.call('POST', '/api/department-profiles/create', body)
        : await client.call('PATCH', '/api/department-profiles/update', body)
    } catch {
      return
    }
    if (answer.status === 401) return
    if (answer.status === 429 || answer.status === 503) {
      await pause(50)
      continue
    }
    if (answer.status >= 300) {
      figures.refused++
      throw new Error(`a write was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    const record = answer.body.data
    acknowledged.set(record.id, { version: record.version, description: text })
    unanswered.delete(record.id)
    own.push(record.id)
    figures.acknowledged++
  }
}

/** Every acknowledged record must be there, as it was acknowledged or one unanswered write further, with its whole history. */
async function compare() {
  for (const [id, kept] of acknowledged) {
    if (kept.isSeen) continue
    const { status, body } = await client.call('GET', `/api/department-profiles/${id}`)
    const record = body.data
    const further = unanswered.get(id)
    if (status !== 200 || record.version < kept.version || (record.description !== kept.description && record.description !== further))
      figures.lost++
    else {
      const versions = await versionsInHistory(id)
      // A change and its history entry are one transaction: neither may be there without the other.
      if (Array.from({ length: record.version }, (_, n) => n + 1).some((version) => !versions.includes(version))) figures.torn++
    }
    // Records of an earlier cycle are not written again; looking at each once after its kill is enough.
    acknowledged.set(id, { version: record?.version ?? kept.version, description: record?.description, isSeen: true })
    unanswered.delete(id)
  }
  const [first] = acknowledged
  if (!first) return
  const { body } = await client.call('GET', '/api/department-profiles?pageSize=1&search=kill')
  if ((body.data?.totalCount ?? 0) < acknowledged.size) figures.lost++
}

/** The versions that a record's history tells of, page by page: a record of a quiet machine has more than one page of them. */
async function versionsInHistory(id) {
  const versions = []
  for (let page = 1; ; page++) {
    const { body } = await client.call('GET', `/api/department-profiles/${id}/history?pageNumber=${page}&pageSize=100`)
    const list = body.data?.list ?? []
    versions.push(...list.map(({ version }) => version))
    if (list.length < 100) return versions
  }
}

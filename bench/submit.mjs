// `node bench/submit.mjs`: simulates the last minute before a deadline. 2,000 applicants with three
// documents each apply within 60 seconds to a new server on this machine. Like the page, they retry
// with the same key when a busy server tells them to, or after a lost connection. Some send again
// after the response. At the same time, 20 members of staff read lists. Prints the numbers of
// stored, rejected, lost and duplicate applications, counted afterwards in the list of
// applications; the times of the first and the final response, of lists and of the last prepared
// picture; and the CPU and memory used. `--ahead`: documents are uploaded before the form, as the
// page does; times count from the form. `--applicants 200 --seconds 6`: smaller load. DATABASE_URL:
// an empty PostgreSQL instead of the embedded database. `--engine postgres`: a temporary
// PostgreSQL. `--processes 2`: number of servers, each of which gets a share of the applicants.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import {
  benchForm,
  createDocumentPool,
  createProgramme,
  multipartBody,
  openAdmission,
  pickDocuments,
} from './applicants.mjs'
import { BenchClient, sendRequest, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4114' },
    applicants: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
    staff: { type: 'string', default: '20' },
    server: { type: 'string' },
    engine: { type: 'string' },
    processes: { type: 'string', default: '1' },
    ahead: { type: 'boolean', default: false },
  },
})
const applicants = Math.min(Number(values.applicants), 5000)
const seconds = Math.min(Number(values.seconds), 600)
/** Applicants give up after this time. */
const giveUpAfterMs = 10 * 60_000
const port = Number(values.port)

const folder = mkdtempSync(join(tmpdir(), 'matricola-submit-'))
const ownPostgres =
  values.engine === 'postgres' && !process.env.DATABASE_URL ? await startPostgres() : undefined
if (ownPostgres && !ownPostgres.url) throw new Error(ownPostgres.missing)
const DATABASE_URL =
  values.engine === 'embedded' ? undefined : (ownPostgres?.url ?? process.env.DATABASE_URL)
const start = (at) =>
  startServer({
    env: {
      DATA_DIR: folder,
      DEMO: '0',
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      ...(DATABASE_URL && { DATABASE_URL }),
    },
    port: port + at,
    ...(values.server && { program: values.server }),
  })
const server = await start(0)
const servers = [server]
try {
  for (let at = 1; at < Number(values.processes); at++) servers.push(await start(at))
  console.log(JSON.stringify(await measure(), null, 2))
} finally {
  await Promise.all(servers.map((each) => each.stop()))
  ownPostgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const adminClient = await openAdmission(server)
  const programme = await createProgramme(adminClient)
  const pool = await createDocumentPool()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1024 })
  const tally = {
    tries: 0,
    putOff: {},
    firstTryFailures: 0,
    sent: [],
    bytes: 0,
    toldMs: [],
    estimates: [],
  }
  const peak = { server: 0, decoders: 0 }
  const watch = setInterval(() => {
    // With several processes, uses the largest value.
    for (const { child } of servers) {
      const decoders = childrenOf(child.pid)
      peak.server = Math.max(peak.server, memoryOf(child.pid))
      peak.decoders = Math.max(
        peak.decoders,
        decoders.reduce((sum, pid) => sum + memoryOf(pid), 0),
      )
    }
  }, 500)
  const cpuBefore = cpuOfAll()
  const lists = watchLists(adminClient)
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: applicants }, async (_, number) => {
      await pause((number / applicants) * seconds * 1000)
      tally.sent.push(await applicant(number, { programme, pool, agent, tally }))
    }),
  )
  const durationMs = performance.now() - startedAt
  const listMs = await lists.stop()
  const untilAnswered = cpuOfAll()
  const preparedMs = await allPrepared(adminClient, tally, startedAt)
  clearInterval(watch)
  const cpu = cpuOfAll()
  agent.destroy()
  return {
    ...(await countOutcomes(adminClient, tally)),
    seconds: Math.round(durationMs / 1000),
    preparedAfterSeconds: preparedMs && Math.round(preparedMs / 1000),
    lists: { asked: listMs.length, p50: msAt(listMs, 0.5), p95: msAt(listMs, 0.95) },
    // CPU time of the server with its threads, and of the decoders that prepare pictures.
    // `untilAnswered`: until the last response.
    cpuMsPerApplication: {
      untilAnswered: cpuEach(cpuBefore, untilAnswered),
      untilPrepared: cpuEach(cpuBefore, cpu),
    },
    memoryPeakMb: peak,
    database: DATABASE_URL ? 'postgres' : 'embedded',
    processes: servers.length,
  }
}

/**
 * Simulates an applicant, who retries with the same key and documents until a final response
 * arrives.
 */
async function applicant(number, { programme, pool, agent, tally }) {
  const form = benchForm(number, programme)
  const key = randomUUID()
  const boundary = `bench-${key}`
  const documents = pickDocuments(pool)
  const post = (path, payload, type, more) => ({
    agent,
    port: port + (number % servers.length),
    method: 'POST',
    path,
    headers: { 'content-type': type, 'content-length': payload.length, ...more },
    payload,
    timeoutMs: 120_000,
  })
  const multipart = `multipart/form-data; boundary=${boundary}`
  const keyed = { 'idempotency-key': key }
  tally.bytes += Object.values(documents).reduce((sum, { bytes }) => sum + bytes.length, 0)
  const call = values.ahead
    ? post('/api/registrations/create', await uploadDocuments(), 'application/json', keyed)
    : post('/api/registrations/create', multipartBody(form, documents, boundary), multipart, {
        ...keyed,
        expect: '100-continue',
      })
  /** Uploads the documents and returns the form that refers to them. */
  async function uploadDocuments() {
    const ids = {}
    for (const [name, document] of Object.entries(documents)) {
      const answer = await sendRequest(
        post(
          '/api/registrations/files',
          multipartBody({}, { file: document }, boundary),
          multipart,
          {},
        ),
      )
      ids[name] = JSON.parse(answer.text).data.id
    }
    return Buffer.from(JSON.stringify({ ...form, noticeAcknowledged: true, ...ids }))
  }
  const startedAt = performance.now()
  for (let tries = 1; ; tries += 1) {
    tally.tries += 1
    const tryBegin = performance.now()
    const answer = await sendRequest(call).catch((error) => ({
      status: 0,
      headers: {},
      text: String(error.code ?? error.message),
    }))
    if (tries === 1) tally.toldMs.push(performance.now() - startedAt)
    const durations = { tryMs: performance.now() - tryBegin, allMs: performance.now() - startedAt }
    if (answer.status === 201) {
      const { reference } = JSON.parse(answer.text).data
      // Every twentieth applicant is treated as if the response was lost, and sends again.
      const again =
        number % 20 === 0
          ? await sendRequest(call).then(
              ({ status, text }) => (status === 201 ? JSON.parse(text).data.reference : reference),
              () => reference,
            )
          : reference
      return { email: form.personalEmail, reference, again, tries, ...durations }
    }
    const why = answer.status === 0 ? answer.text : String(answer.status)
    tally.putOff[why] = (tally.putOff[why] ?? 0) + 1
    if (tries === 1 && (answer.status === 0 || answer.status >= 500)) tally.firstTryFailures += 1
    const isFinal =
      answer.status >= 400 && answer.status < 500 && ![408, 409, 429].includes(answer.status)
    if (isFinal || durations.allMs > giveUpAfterMs)
      return {
        email: form.personalEmail,
        refused: `${why} ${answer.text.slice(0, 200)}`,
        tries,
        ...durations,
      }
    const queue = answer.status === 429 ? JSON.parse(answer.text).queue : undefined
    if (queue?.ticket) call.headers['queue-ticket'] = queue.ticket
    if (queue && tries === 1) tally.estimates.push(queue.waitSeconds * 1000)
    await pause(Number(answer.headers['retry-after'] ?? 5) * 1000 + Math.random() * 250)
  }
}

/** Compares the responses received by applicants with the stored applications. */
async function countOutcomes(adminClient, tally) {
  const rows = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { body } = await adminClient.call(
      'GET',
      `/api/registrations/list?pageNumber=${pageNumber}&pageSize=100&sort=submittedAt`,
    )
    rows.push(...body.data.list)
    if (rows.length >= body.data.totalCount || body.data.list.length === 0) break
  }
  const references = new Set(
    rows
      .filter(
        ({ fileCVUrl, fileDiplomaUrl, fileIdCardUrl }) =>
          fileCVUrl && fileDiplomaUrl && fileIdCardUrl,
      )
      .map((row) => row.referenceCode),
  )
  const acknowledged = tally.sent.filter(({ reference }) => reference)
  const refused = tally.sent.filter(({ reference }) => !reference)
  return {
    applicants,
    within: seconds,
    stored: rows.length,
    acknowledged: acknowledged.length,
    refused: refused.length,
    lost: acknowledged.filter(({ reference }) => !references.has(reference)).length,
    doubled:
      rows.length -
      new Set(rows.map(({ personalEmail }) => personalEmail)).size +
      acknowledged.filter(({ reference, again }) => reference !== again).length,
    meanDocumentMb: round(tally.bytes / applicants / 3 / 1024 / 1024),
    firstTry: acknowledged.filter(({ tries }) => tries === 1).length,
    firstTryFailures: tally.firstTryFailures,
    mostTries: Math.max(...tally.sent.map(({ tries }) => tries)),
    putOff: tally.putOff,
    untilToldMs: {
      p50: msAt(tally.toldMs, 0.5),
      p95: msAt(tally.toldMs, 0.95),
      last: msAt(tally.toldMs, 1),
    },
    // The longest initial estimate of the waiting time.
    longestEstimateMs: msAt(tally.estimates, 1),
    acceptedTryMs: {
      p50: msAt(
        acknowledged.map(({ tryMs }) => tryMs),
        0.5,
      ),
      p95: msAt(
        acknowledged.map(({ tryMs }) => tryMs),
        0.95,
      ),
      p99: msAt(
        acknowledged.map(({ tryMs }) => tryMs),
        0.99,
      ),
    },
    untilAnsweredMs: {
      p50: msAt(
        acknowledged.map(({ allMs }) => allMs),
        0.5,
      ),
      p95: msAt(
        acknowledged.map(({ allMs }) => allMs),
        0.95,
      ),
      p99: msAt(
        acknowledged.map(({ allMs }) => allMs),
        0.99,
      ),
      last: msAt(
        acknowledged.map(({ allMs }) => allMs),
        1,
      ),
    },
    ...(refused.length > 0 && { refusedWith: refused.slice(0, 3).map(({ refused: why }) => why) }),
  }
}

function msAt(list, part) {
  return Math.round(
    list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0,
  )
}

/**
 * Simulates staff. Each member reads a page of applications, pauses for a second or two, and reads
 * the next page.
 */
function watchLists(adminClient) {
  const durations = []
  let isFinished = false
  const staffLoops = Array.from({ length: Number(values.staff) }, async (_, person) => {
    for (let page = 1; !isFinished; page = (page % 5) + 1) {
      await pause(1000 + Math.random() * 1000)
      const startedAt = performance.now()
      // No timeout, because this measures the duration.
      const client = new BenchClient(
        { ...servers[person % servers.length], timeoutMs: giveUpAfterMs },
        adminClient.cookies,
      )
      await client.call(
        'GET',
        `/api/registrations/list?pageNumber=${page}&pageSize=25&sort=${person % 2 ? '-' : ''}submittedAt`,
      )
      durations.push(performance.now() - startedAt)
    }
  })
  return {
    async stop() {
      isFinished = true
      await Promise.all(staffLoops)
      return durations
    },
  }
}

/**
 * Waits until all pictures can be viewed. The pictures of the last applicants are prepared last.
 * Returns the milliseconds, or null on timeout.
 */
async function allPrepared(adminClient, { sent }, startedAt) {
  const ends = sent.filter(({ reference }) => reference).slice(-40)
  for (const { reference } of ends) {
    const { body } = await adminClient.call(
      'GET',
      `/api/registrations/list?pageSize=1&filters[referenceCode]=${reference}`,
    )
    const [{ fileIdCardUrl }] = body.data.list
    while ((await adminClient.call('GET', fileIdCardUrl)).status !== 200) {
      if (performance.now() - startedAt > giveUpAfterMs / 5) return null
      await pause(200)
    }
  }
  return performance.now() - startedAt
}

/** Returns the child processes of a process, or none if the system does not report them. */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

function cpuOfAll() {
  const each = servers.map(({ child }) => cpuOf(child.pid))
  const sumOf = (name) => each.reduce((sum, cpu) => sum + cpu[name], 0)
  return { server: sumOf('server'), decoders: sumOf('decoders') }
}

function cpuEach(before, after) {
  return {
    server: round((after.server - before.server) / applicants),
    decoders: round((after.decoders - before.decoders) / applicants),
  }
}

/**
 * Returns the CPU time in milliseconds of a process and its running and ended children, if the
 * system reports it.
 */
function cpuOf(pid) {
  const ticksOf = (process, from, to) => {
    try {
      const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1].split(' ')
      return fields.slice(from, to).reduce((sum, ticks) => sum + Number(ticks), 0)
    } catch {
      return 0
    }
  }
  const running = childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, 11, 13), 0)
  return { server: 10 * ticksOf(pid, 11, 13), decoders: 10 * (ticksOf(pid, 13, 15) + running) }
}

function round(value) {
  return Math.round(value * 100) / 100
}

/** Returns the memory of a process in MB, or 0 if the system does not report it. */
function memoryOf(pid) {
  try {
    return Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    )
  } catch {
    return 0
  }
}

// `node bench/application-cost.mjs`: CPU time that one application costs the server, by its
// threads. Unlike `submit.mjs`, no staff read lists, and a round ends only once all pictures are
// prepared and all emails are sent, so that the figure includes this work. `--against <other
// checkout>/dist/server/main.js`: a second program. Both run at the same time with their own
// databases and take turns, so that other work on the machine affects them alike. `--engine
// postgres`: a temporary PostgreSQL for each, whose own CPU time is not counted. `--rounds 10
// --applications 15`: rounds per program, and applications per round. `--at-once 3`: applications
// in parallel. `--warm-up 30`: applications before the first round.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../scripts/project-files.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import {
  benchForm,
  createDocumentPool,
  createProgramme,
  multipartBody,
  openAdmission,
  pickDocuments,
} from './applicants.mjs'
import { sendRequest, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    rounds: { type: 'string', default: '10' },
    applications: { type: 'string', default: '15' },
    'at-once': { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '30' },
    port: { type: 'string', default: '4134' },
  },
})
const perRound = Number(values.applications)
const programs = [...(values.against ? [values.against] : []), join(root, 'dist/server/main.js')]
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
const databases = []
const sites = []
try {
  for (const program of programs) sites.push(await openSite(program))
  const pool = await createDocumentPool()
  for (const site of sites) await runRound(site, pool, Number(values['warm-up']))
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const site of round % 2 === 0 ? sites : sites.toReversed())
      site.rounds.push(await runRound(site, pool, perRound))
  for (const { program, rounds } of sites)
    console.log(JSON.stringify({ program, engine: values.engine, ...summaryOf(rounds) }))
} finally {
  agent.destroy()
  await Promise.all(sites.map(({ server }) => server.stop()))
  for (const database of databases) database.stop()
  for (const { folder } of sites) rmSync(folder, { recursive: true, force: true })
}

/** Starts a server on an empty database and opens the admission. */
async function openSite(program) {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-cost-'))
  const database = values.engine === 'postgres' ? await startPostgres() : undefined
  if (database) databases.push(database)
  if (database && !database.url) throw new Error(database.missing)
  const port = Number(values.port) + sites.length
  const env = {
    DATA_DIR: folder,
    DEMO: '0',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ...(database && { DATABASE_URL: database.url }),
  }
  const server = await startServer({ env, port, program })
  const programme = await createProgramme(await openAdmission(server))
  return { program, folder, server, programme, sent: 0, rounds: [] }
}

/**
 * Sends applications, waits for the work that follows them, and returns the CPU milliseconds per
 * application.
 */
async function runRound(site, pool, count) {
  const before = cpuOf(site)
  let started = 0
  const send = async () => {
    while (started < count) {
      started += 1
      await apply(site, pickDocuments(pool))
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, send))
  // The work is over after a second with hardly any CPU time.
  for (let [quiet, last] = [0, before.all]; quiet < 4; ) {
    await pause(250)
    const { all } = cpuOf(site)
    quiet = all - last <= 10 ? quiet + 1 : 0
    last = all
  }
  const after = cpuOf(site)
  return Object.fromEntries(
    Object.keys(after).map((part) => [part, (after[part] - before[part]) / count]),
  )
}

async function apply(site, documents) {
  const boundary = `bench-${randomUUID()}`
  const payload = multipartBody(benchForm(site.sent++, site.programme), documents, boundary)
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': payload.length,
    'idempotency-key': randomUUID(),
    expect: '100-continue',
  }
  const { port } = site.server
  const answer = await sendRequest({
    agent,
    port,
    method: 'POST',
    path: '/api/registrations/create',
    headers,
    payload,
    timeoutMs: 120_000,
  })
  if (answer.status !== 201)
    throw new Error(`The application was not stored: ${answer.status} ${answer.text}`)
}

/**
 * CPU milliseconds so far: of the main thread, of the thread of the embedded database, of V8's and
 * libuv's threads, and of the decoders of pictures and PDFs, which are processes.
 */
function cpuOf({ server }) {
  const { pid } = server.child
  const read = (path) => readFileSync(`/proc/${pid}/${path}`, 'utf8')
  const threads = readdirSync(`/proc/${pid}/task`).map(Number)
  const msOf = (thread) => Number(read(`task/${thread}/schedstat`).split(' ')[0]) / 1e6
  const main = msOf(pid)
  // Started long after the others.
  const database = values.engine === 'embedded' ? msOf(Math.max(...threads)) : 0
  const threadsTotal = threads.reduce((sum, thread) => sum + msOf(thread), 0)
  const ticksOf = (path, from) => {
    const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ')
    return 10 * (Number(fields[from]) + Number(fields[from + 1]))
  }
  const running = read(`task/${pid}/children`).split(' ').filter(Boolean)
  const decoders =
    ticksOf(`/proc/${pid}/stat`, 13) +
    running.reduce((sum, child) => sum + ticksOf(`/proc/${child}/stat`, 11), 0)
  return {
    server: threadsTotal,
    main,
    database,
    otherThreads: threadsTotal - main - database,
    decoders,
    all: threadsTotal + decoders,
  }
}

/** Returns the mean of each part, and the lowest and highest round of the server. */
function summaryOf(rounds) {
  const round = (value) => Math.round(value * 10) / 10
  const meanOf = (part) => round(rounds.reduce((sum, each) => sum + each[part], 0) / rounds.length)
  const servers = rounds.map(({ server }) => server)
  const parts = ['server', 'main', 'database', 'otherThreads', 'decoders']
  return {
    applications: rounds.length * perRound,
    msPerApplication: Object.fromEntries(parts.map((part) => [part, meanOf(part)])),
    spread: [round(Math.min(...servers)), round(Math.max(...servers))],
  }
}

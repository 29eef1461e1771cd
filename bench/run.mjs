// `npm run bench`: our API beside a bare server on the same database. Prints ratios: medians of alternating rounds.
// Without DATABASE_URL a throw-away PostgreSQL is started where there is one; `--rounds 3 --ms 1000` measures shorter.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/build-when-stale.mjs'
import { root } from '../scripts/folders.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { measureBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { Client, request, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4112' },
    students: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '3000' },
  },
})
const port = Number(values.port)
const rounds = Number(values.rounds)
const roundMs = Number(values.ms)
const starts = rounds
const connections = 8

buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'matricola-bench-'))
const password = randomBytes(12).toString('hex')
const worker = join(root, 'dist/server/embedded-worker.js')
const [bare, prepare] = ['bench/bare', 'bench/prepare'].map((source) => bundle(source))
const results = { students: Number(values.students), rounds, roundMs, connections, engines: {} }

results.engines.embedded = await measureEngine('embedded', {
  ours: { DATA_DIR: join(folder, 'ours'), DEMO: '1', DEMO_PASSWORD: password },
  bare: { DATA_DIR: join(folder, 'bare'), EMBEDDED_WORKER: worker },
  copy: () => cpSync(join(folder, 'ours'), join(folder, 'bare'), { recursive: true }),
})
const postgres = await startPostgres()
if (postgres.url) {
  const own = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'postgres') }
  results.engines.postgres = await measureEngine('postgres', {
    ours: { ...own, DEMO: '1', DEMO_PASSWORD: password },
    bare: own,
    copy: () => undefined,
  })
  postgres.stop()
} else console.error(`not measured on PostgreSQL: ${postgres.missing}`)
results.browser = await measureBrowser({ port, env: { DATA_DIR: join(folder, 'ours'), DEMO: '1', DEMO_PASSWORD: password }, password })
rmSync(folder, { recursive: true, force: true })
console.log(JSON.stringify(results, null, 2))

async function measureEngine(engine, { ours, bare: bareEnv, copy }) {
  console.error(`preparing ${engine} …`)
  const first = await startServer({ env: ours, port })
  await first.stop()
  const { status, stderr } = spawnSync(process.execPath, [prepare], {
    env: { ...process.env, ...ours, EMBEDDED_WORKER: worker, STUDENTS: values.students },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`filling the database failed: ${stderr}`)
  copy()
  const startMs = await measureStarts(ours, bareEnv)
  const server = await startServer({ env: ours, port })
  const other = await startServer({ env: bareEnv, port: port + 1, program: bare })
  const client = new Client(server)
  await client.signIn('admin', password)
  const operations = await operationsOf(client)
  const measured = {}
  for (const [name, calls] of Object.entries(operations)) {
    const taken = { ours: [], bare: [] }
    await round(server, calls.ours, client, 300)
    await round(other, calls.bare, undefined, 300)
    for (let count = 0; count < rounds; count++) {
      taken.ours.push(await round(server, calls.ours, client, roundMs))
      taken.bare.push(await round(other, calls.bare, undefined, roundMs))
    }
    measured[name] = { ours: Math.round(median(taken.ours)), bare: Math.round(median(taken.bare)), ...ratioOf(taken) }
    console.error(`${engine} ${name}: ${JSON.stringify(measured[name])}`)
  }
  const memoryMb = { ours: memoryOf(server.child.pid), bare: memoryOf(other.child.pid) }
  await server.stop()
  await other.stop()
  return { startMs, memoryMb, requestsPerSecond: measured }
}

async function measureStarts(ours, bareEnv) {
  const taken = { ours: [], bare: [] }
  for (let count = 0; count < starts; count++)
    for (const [name, env, program] of [
      ['ours', ours, undefined],
      ['bare', bareEnv, bare],
    ]) {
      const server = await startServer({ env, port, ...(program && { program }) })
      taken[name].push(server.readyMs)
      await server.stop()
    }
  return {
    ours: Math.round(median(taken.ours)),
    bare: Math.round(median(taken.bare)),
    ratio: round2(median(taken.ours) / median(taken.bare)),
  }
}

/** Measured operations: for each the call to ours and the bare one, made anew for every request. */
async function operationsOf(client) {
  const answer = await client.call('GET', '/api/students?pageSize=100&sort=-createdAt')
  const ids = answer.body.data.list.map(({ id }) => id)
  const courses = (await client.call('GET', '/api/courses?pageSize=100')).body.data.list.map(({ id }) => id)
  const { specializationId } = (await client.call('GET', `/api/courses/${courses[0]}`)).body.data
  const any = (list) => list[Math.floor(Math.random() * list.length)]
  const names = ['pop', 'ion', 'radu', 'stan', 'mun', 'luc', 'mari', 'rus']
  const filtered = (page) => ({
    ours: () => {
      const name = any(names)
      return {
        method: 'GET',
        path: `/api/students?pageNumber=${page}&pageSize=25&sort=-createdAt&filters[status]=active&filters[lastName]=${name}`,
      }
    },
    bare: () => ({ method: 'GET', path: `/list?status=active&name=${any(names)}&offset=${(page - 1) * 25}` }),
  })
  let count = 0
  const newCourse = () => ({
    name: `Measured ${++count}`,
    code: `B${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
    specializationId,
    year: 1,
    semester: 1,
    credits: 5,
  })
  // Each connection changes a record of its own: two at once would be refused, as they should be.
  const change = (connection) => ({ id: courses[connection], description: `text ${++count}` })
  return {
    'list, filtered': filtered(1),
    'list, filtered, page 40': filtered(40),
    'list, whole': {
      ours: () => ({ method: 'GET', path: '/api/students?pageSize=25&sort=-createdAt' }),
      bare: () => ({ method: 'GET', path: '/list' }),
    },
    'one record': {
      ours: () => ({ method: 'GET', path: `/api/students/${any(ids)}` }),
      bare: () => ({ method: 'GET', path: `/one?id=${any(ids)}` }),
    },
    create: {
      ours: () => ({ method: 'POST', path: '/api/courses/create', body: newCourse() }),
      bare: () => ({ method: 'POST', path: '/create', body: newCourse() }),
    },
    update: {
      ours: (connection) => ({ method: 'PATCH', path: '/api/courses/update', body: change(connection) }),
      bare: (connection) => ({ method: 'POST', path: '/update', body: change(connection) }),
    },
  }
}

/** Requests per second over some time, with as many connections as `connections`. Any refused answer ends the measuring. */
async function round(server, make, client, ms) {
  const cookie = client ? [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : ''
  const end = performance.now() + ms
  const begin = performance.now()
  let done = 0
  const caller = async (_, connection) => {
    while (performance.now() < end) {
      const { method, path, body } = make(connection)
      const payload = body && JSON.stringify(body)
      const headers = { cookie, ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }) }
      const { status, text } = await request({ ...server, method, path, headers, payload })
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return (done * 1000) / (performance.now() - begin)
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]
}
function ratioOf({ ours, bare: others }) {
  const ratios = ours.map((value, at) => value / others[at])
  return { ratio: round2(median(ratios)), spread: [round2(Math.min(...ratios)), round2(Math.max(...ratios))] }
}
function round2(value) {
  return Math.round(value * 100) / 100
}
/** Memory that a process holds, in MB (Linux). */
function memoryOf(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return null
  }
}

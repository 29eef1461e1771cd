// `node bench/export.mjs`: exports a list of 100,000 rows and compares this with a bare server that
// writes the same CSV. Also measures memory for each format, and response times of other reads
// during the export. Options: `--rounds 3 --students 100000 --data folder --only postgres`.
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import {
  embeddedWorkerPath,
  measureMemoryDuring,
  measureReadsDuring,
  onEachEngine,
  startSignedIn,
} from './large.mjs'
import { median, minAndMax, quantile, rounded } from './measure.mjs'
import { sendRequest, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4121' },
    students: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
    only: { type: 'string' },
  },
})
const port = Number(values.port)
const rounds = Number(values.rounds)
const listed =
  '/api/students?pageSize=25&sort=-createdAt&filters[status]=active&filters[lastName]=pop'

const results = await onEachEngine(
  { students: values.students, port, data: values.data, only: values.only },
  async ({ engine, env, password }) => {
    // Only one process at a time can open the embedded database, so the two servers take turns.
    const withBareServer = async (work) => {
      const bare = await startServer({
        env: { ...env, EMBEDDED_WORKER: embeddedWorkerPath },
        port: port + 1,
        program: bundle('bench/bare-server'),
      })
      try {
        return await work(bare)
      } finally {
        await bare.stop()
      }
    }
    const samples = { ours: [], bare: [] }
    for (let count = 0; count < rounds; count++) {
      const bareMs = await withBareServer(async (bare) => {
        await download(bare, '/export')
        return timed(() => download(bare, '/export'))
      })
      samples.bare.push(bareMs)
      const { server, client } = await startSignedIn({ env, port, password })
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      await download(server, '/api/students/export?format=csv', cookie)
      samples.ours.push(
        await timed(() => download(server, '/api/students/export?format=csv', cookie)),
      )
      await server.stop()
    }
    const ratios = samples.ours.map((ms, i) => samples.bare[i] / ms)
    const { server, client } = await startSignedIn({ env, port, password })
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const memoryMb = {}
    const ms = {}
    for (const format of ['csv', 'json', 'xlsx']) {
      const startedAt = performance.now()
      memoryMb[format] = await measureMemoryDuring(server.child.pid, () =>
        download(server, `/api/students/export?format=${format}`, cookie),
      )
      ms[format] = Math.round(performance.now() - startedAt)
    }
    const idle = await measureReadsDuring(
      client,
      listed,
      () => new Promise((resolve) => setTimeout(resolve, 5000)),
    )
    const during = await measureReadsDuring(client, listed, async () => {
      for (let count = 0; count < rounds; count++)
        await download(server, '/api/students/export?format=csv', cookie)
    })
    await server.stop()
    return {
      csvMs: { ours: Math.round(median(samples.ours)), bare: Math.round(median(samples.bare)) },
      ratio: rounded(median(ratios)),
      spread: minAndMax(ratios),
      ms,
      memoryMb,
      readsMs: {
        idle: {
          p50: rounded(median(idle), 1),
          p95: rounded(quantile(idle, 0.95), 1),
          count: idle.length,
        },
        during: {
          p50: rounded(median(during), 1),
          p95: rounded(quantile(during, 0.95), 1),
          count: during.length,
        },
      },
      engine,
    }
  },
)
console.log(JSON.stringify(results, null, 2))

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Reads a whole response. */
async function download(server, path, cookie = '') {
  const { status, text } = await sendRequest({
    ...server,
    method: 'GET',
    path,
    headers: { cookie },
    timeoutMs: 120_000,
  })
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text.slice(0, 200)}`)
  return text.length
}

// `node bench/while-bulk.mjs`: how long a list takes, asked for every 50 ms, while a bulk edit changes 10,000 records, beside
// the same when nothing else goes on. `--students 100000 --data folder --only postgres`.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, onEachEngine, quantile, readsDuring, rounded, signedIn } from './large.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4123' },
    students: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string' },
  },
})
const port = Number(values.port)
const listed = '/api/students?pageSize=25&sort=-createdAt&filters[status]=active&filters[lastName]=pop'
/** Every tenth student. */
const chosen = '/api/students?pageSize=5&filters[status]=suspended&filters[studyYear]=1..3'

const results = await onEachEngine({ students: values.students, port, data: values.data, only: values.only }, async ({ env, password }) => {
  const { server, client } = await signedIn({ env, port, password })
  await readsDuring(client, listed, () => pause(1000))
  const idle = await readsDuring(client, listed, () => pause(8000))
  const list = await client.call('GET', chosen)
  const selection = await must(client, 'POST', '/api/students/selections', { token: list.headers['query-token'] })
  const edit = [{ field: 'city', operator: 'set', value: `Oraș ${Date.now()}` }]
  let state
  const begin = performance.now()
  const during = await readsDuring(client, listed, async () => {
    const { id } = await must(client, 'POST', '/api/students/bulk', { selection: selection.id, edit, start: true })
    do {
      await pause(200)
      state = await must(client, 'GET', `/api/jobs/${id}`)
    } while (!['done', 'failed', 'cancelled'].includes(state.state))
  })
  const seconds = rounded((performance.now() - begin) / 1000, 1)
  await server.stop()
  const told = (taken) => ({ p50: rounded(median(taken), 1), p95: rounded(quantile(taken, 0.95), 1), count: taken.length })
  return {
    rows: state.total,
    counts: state.counts,
    seconds,
    readsMs: { idle: told(idle), during: told(during) },
    p95Ratio: rounded(quantile(during, 0.95) / quantile(idle, 0.95)),
  }
})
console.log(JSON.stringify(results, null, 2))

async function must(client, method, path, body) {
  const { status, body: answer } = await client.call(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(answer).slice(0, 300)}`)
  return answer.data
}

/** Measures list requests of many users while a bulk edit changes many records. */
import { setTimeout as pause } from 'node:timers/promises'
import { median, quantile, readMemoryMb, rounded } from './measure.mjs'

const readerCount = 20
const pages = [
  '/api/students?pageSize=25&sort=-createdAt&filters[status]=active&filters[lastName]=pop',
  '/api/students?pageSize=25&sort=lastName,firstName',
  '/api/students?pageSize=25&search=ion',
  '/api/courses?pageSize=25',
  '/api/registrations/list?pageSize=25&sort=-submittedAt',
]

/**
 * Measures list requests of 20 users, one per second each: first without other load, then while a
 * job changes the students of a query. `client` is an administrator.
 */
export async function measureReadsDuringBulkEdit(client, { server, query, idleMs }) {
  await measureReads(client, () => pause(1000))
  const idle = await measureReads(client, () => pause(idleMs))
  let job
  const startedAt = performance.now()
  const during = await measureReads(client, async () => {
    job = await bulkEdit(client, query)
  })
  const summarize = (samples) => ({
    p50: rounded(median(samples), 0),
    p95: rounded(quantile(samples, 0.95), 0),
    count: samples.length,
  })
  return {
    rows: job.total,
    counts: job.counts,
    seconds: rounded((performance.now() - startedAt) / 1000, 1),
    listsMs: { idle: summarize(idle), during: summarize(during) },
    memoryMb: readMemoryMb(server.child.pid),
  }
}

/** Changes the city of a query's students with a job, and returns the finished job. */
export async function bulkEdit(client, query) {
  const list = await client.call('GET', `/api/students?pageSize=5${query}`)
  const selection = await callOrThrow(client, 'POST', '/api/students/selections', {
    token: list.headers['query-token'],
  })
  const edit = [{ field: 'city', operator: 'set', value: `Oraș ${Date.now()}` }]
  const { id } = await callOrThrow(client, 'POST', '/api/students/bulk', {
    selection: selection.id,
    edit,
    start: true,
  })
  while (true) {
    await pause(200)
    const job = await callOrThrow(client, 'GET', `/api/jobs/${id}`)
    if (['done', 'failed', 'cancelled'].includes(job.state)) return job
  }
}

/** Returns the duration of each list request until `work` is done, in milliseconds. */
async function measureReads(client, work) {
  const samples = []
  let isFinished = false
  const finished = work().finally(() => {
    isFinished = true
  })
  const person = async (_, number) => {
    await pause((number * 1000) / readerCount)
    for (let turn = number; !isFinished; turn++) {
      const startedAt = performance.now()
      const { status } = await client.call('GET', pages[turn % pages.length])
      if (status !== 200) throw new Error(`${pages[turn % pages.length]} returned ${status}`)
      samples.push(performance.now() - startedAt)
      await pause(Math.max(0, 1000 - (performance.now() - startedAt)))
    }
  }
  await Promise.all(Array.from({ length: readerCount }, person))
  await finished
  return samples
}

async function callOrThrow(client, method, path, body) {
  const { status, body: answer } = await client.call(method, path, body)
  if (status >= 300)
    throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(answer).slice(0, 300)}`)
  return answer.data
}

import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Queries } from '../../database/database.ts'
import { createInvalidationChannel } from '../../database/invalidations.ts'
import { createReplica } from '../../database/postgres/replica.ts'
import { maxWalPosition, type WalPosition, walOffsetOf } from '../../database/replica.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database and its replica, with their positions and numbers of queries. */
function pair() {
  const at = { database: '0/10' as WalPosition, replica: '0/10' as WalPosition }
  const queryCounts = { database: 0, replica: 0 }
  const createNamedQueries = (source: 'database' | 'replica'): Queries => ({
    query: async () => {
      queryCounts[source] += 1
      return [{ place: at[source], isCopy: true, identity: 'one' }] as never
    },
  })
  const news = createInvalidationChannel()
  const replica = createReplica({
    ...{ log: pino({ level: 'silent' }), invalidations: news },
    ...{
      vitals: createNamedQueries('database'),
      database: createNamedQueries('database'),
      replicaVitals: createNamedQueries('replica'),
      replica: createNamedQueries('replica'),
    },
  })
  return { at, queryCounts, news, replica }
}
const anyReader = { after: null, accessTopics: [] }

test('later positions in the log are greater than earlier ones', () => {
  const positions: WalPosition[] = ['0/10', '0/FFFFFFFF', '1/0', 'A/0', '10/0', maxWalPosition]
  expect(positions.map(walOffsetOf)).toEqual(
    positions.map(walOffsetOf).toSorted((a, b) => (a < b ? -1 : 1)),
  )
  expect(() => walOffsetOf('0/10; select 1')).toThrow()
})

test('no database is polled before the first read, and polling stops five seconds after the last one', async () => {
  const { queryCounts, replica } = pair()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryCounts).toEqual({ database: 0, replica: 0 })
  expect(replica.queriesFor(anyReader)).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(replica.queriesFor(anyReader)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(5_500)
  const before = { ...queryCounts }
  expect(before.replica).toBeGreaterThan(20)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queryCounts).toEqual(before)
  // After ten minutes the replica's last known state is too old to serve reads.
  expect(replica.queriesFor(anyReader)).toBeNull()
  replica.close()
})

test('the replica answers while it lags at most five seconds, and to a writer once it has the write', async () => {
  const { at, replica } = pair()
  replica.queriesFor(anyReader)
  await vi.advanceTimersByTimeAsync(300)
  at.database = '0/20'
  await vi.advanceTimersByTimeAsync(300)
  expect(replica.queriesFor(anyReader)).not.toBeNull()
  expect(replica.queriesFor({ after: '0/20', accessTopics: [] })).toBeNull()
  expect(replica.queriesFor({ after: '0/10', accessTopics: [] })).not.toBeNull()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(replica.queriesFor(anyReader)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(replica.queriesFor(anyReader)).toBeNull()
  expect((await replica.state()).state).toBe('lagging')
  at.replica = '0/20'
  await vi.advanceTimersByTimeAsync(300)
  expect(replica.queriesFor({ after: '0/20', accessTopics: [] })).not.toBeNull()
  replica.close()
})

test('the replica serves permission-dependent reads only once it has every change up to the last invalidation, even a lost one', async () => {
  const { at, news, replica } = pair()
  const reader = { after: null, accessTopics: ['wrote users'] as const }
  replica.queriesFor(reader)
  await vi.advanceTimersByTimeAsync(300)
  expect(replica.queriesFor(reader)).not.toBeNull()
  for (const topic of ['wrote users', null] as const) {
    at.database = `0/${(Number.parseInt(at.database.slice(2), 16) + 16).toString(16).toUpperCase()}`
    news.deliver(topic)
    await vi.advanceTimersByTimeAsync(300)
    expect(replica.queriesFor(reader)).toBeNull()
    expect(replica.queriesFor(anyReader)).not.toBeNull()
    at.replica = at.database
    await vi.advanceTimersByTimeAsync(300)
    expect(replica.queriesFor(reader)).not.toBeNull()
  }
  // An invalidation may be lost.
  at.database = '0/FF'
  await vi.advanceTimersByTimeAsync(1_500)
  expect(replica.queriesFor(reader)).toBeNull()
  expect(replica.queriesFor(anyReader)).not.toBeNull()
  replica.close()
})

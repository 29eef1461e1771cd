import { silentLog } from '@matricola/testing/databases.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMaintenance } from '../../database/embedded/maintenance.ts'

const mb = 1024 * 1024
const table = (name: string, values: { unvacuumed?: number; unanalysed?: boolean }) => ({
  name,
  isUnvacuumed: values.unvacuumed !== undefined,
  isUnanalysed: values.unanalysed === true,
  bytes: (values.unvacuumed ?? 0) * mb,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs maintenance and logs its statements. `tables` are the tables that need maintenance. */
function setUpMaintenance(
  tables: ReturnType<typeof table>[],
  answer: (text: string) => Promise<object[]> = async () => [],
) {
  const logged: string[] = []
  const warnings: unknown[] = []
  let isAlone = 0
  const send = async (text: string): Promise<readonly object[]> => {
    if (/^\s*select pg_current_wal_lsn/.test(text)) return [{ position: '0/1', bytes: 0 }]
    if (/pg_stat_all_tables/.test(text)) return tables
    expect(isAlone).toBe(1)
    logged.push(text)
    return answer(text)
  }
  const enterExclusively = async () => {
    isAlone++
    return () => void isAlone--
  }
  const log = {
    ...silentLog,
    warn: (facts: unknown) => warnings.push(facts),
    error: () => undefined,
  } as never
  const tidy = startMaintenance({ send, enterExclusively: enterExclusively, log })
  const round = async () => {
    logged.length = 0
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isAlone).toBe(0)
    return logged.filter((text) => text !== 'checkpoint')
  }
  return { tidy, round, warnings, logged: logged }
}

test('each round performs one operation on one table', async () => {
  const needs = [
    table('public.a', { unvacuumed: 3, unanalysed: true }),
    table('pg_toast.b', { unvacuumed: 200 }),
  ]
  const { round } = setUpMaintenance(needs)
  expect(await round()).toEqual(['analyze public.a'])
  needs[0] = table('public.a', { unvacuumed: 3 })
  expect(await round()).toEqual(['vacuum (process_toast false) public.a'])
  needs.shift()
  expect(await round()).toEqual(['vacuum (process_toast false) pg_toast.b'])
})

test('a table that is too large is vacuumed only when the server is idle, with one warning, but is still analysed', async () => {
  const { tidy, round, warnings, logged } = setUpMaintenance([
    table('public.small', { unvacuumed: 1 }),
    table('public.history', { unvacuumed: 9000 }),
    table('public.log', { unvacuumed: 9000, unanalysed: true }),
  ])
  expect(await round()).toEqual(['vacuum (process_toast false) public.small'])
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await round()).join()).not.toContain('vacuum (process_toast false) public.history')
  expect(warnings).toEqual([
    expect.objectContaining({ table: 'public.history' }),
    expect.objectContaining({ table: 'public.log' }),
  ])
  await tidy.vacuumAll()
  expect(logged).toContain('vacuum (analyze, process_toast false) public.history')
})

test('a vacuum that took too long is not retried while the server is in use', async () => {
  const { round } = setUpMaintenance(
    [table('public.slow', { unvacuumed: 100 }), table('public.other', { unvacuumed: 200 })],
    (text) =>
      text.includes('slow')
        ? Promise.reject(new Error('canceling statement due to statement timeout'))
        : Promise.resolve([]),
  )
  expect(await round()).toEqual(['vacuum (process_toast false) public.slow'])
  expect(await round()).toEqual(['vacuum (process_toast false) public.other'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireSelection } from '#model/wire/jobs.ts'
import { tidyInTime } from '#tests/support/clock.ts'
import { openWorkshop, type Workshop } from '#tests/support/workshop.ts'

let shop: Workshop
let ids: string[]
beforeAll(async () => {
  shop = await openWorkshop()
  ids = await shop.plant('Kept', 3)
})
afterAll(() => shop.close())

const hour = 3_600_000
const day = 24 * hour
const count = async (table: string, where = 'true') =>
  (await shop.context.database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`))[0]?.n
const left = async (id: string) => [await count('job', `id = '${id}'`), await count('job_item', `job_id = '${id}'`)]

test('a job that was never started is removed after a day, with its items', async () => {
  const id = await shop.describe(ids, 'never started')
  await shop.run()
  shop.wait(day - 60_000)
  await tidyInTime(shop.context)
  expect(await left(id)).toEqual([1, 3])
  shop.wait(120_000)
  await tidyInTime(shop.context)
  expect(await left(id)).toEqual([0, 0])
})

test('a finished job is kept for 30 days; a running or paused one as long as it takes', async () => {
  const done = await shop.describe(ids, 'finished', { startsByItself: true })
  await shop.run()
  const held = await shop.describe(ids, 'held')
  await shop.run()
  await shop.post(held, 'start', { expected: 3 })
  await shop.post(held, 'pause')
  shop.wait(30 * day - 60_000)
  await tidyInTime(shop.context)
  expect(await left(done)).toEqual([1, 3])
  shop.wait(120_000)
  await tidyInTime(shop.context)
  expect([await left(done), await left(held)]).toEqual([
    [0, 0],
    [1, 3],
  ])
  // Changes made by the job stay in the history.
  expect((await shop.history(ids[0] ?? '')).length).toBeGreaterThan(1)
})

test('a selection is removed with its rows once it has expired', async () => {
  const id = await shop.describe(ids, 'selected', { startsByItself: true })
  await shop.run()
  const selection = (await shop.call<WireSelection>(shop.ana, 'POST', `/api/jobs/${id}/selection`, { outcomes: ['done'] })).data
  const rows = () => count('selection_row', `selection_id = '${selection.id}'`)
  shop.wait(hour - 60_000)
  await tidyInTime(shop.context)
  expect(await rows()).toBe(3)
  shop.wait(120_000)
  await tidyInTime(shop.context)
  expect([await count('selection', `id = '${selection.id}'`), await rows()]).toEqual([0, 0])
})

import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import { runHousekeepingOf } from '@matricola/testing/clock.ts'
import { library } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let shop: JobsApp
let ids: string[]
beforeAll(async () => {
  shop = await startJobsApp()
  ids = await shop.addBranches('Kept', 3)
})
afterAll(() => shop.close())

const hour = 3_600_000
const day = 24 * hour
const count = async (table: string, where = 'true') =>
  (
    await shop.context.database.query<{ n: number }>(
      `select count(*) as n from ${table} where ${where}`,
    )
  )[0]?.n
const countRemaining = async (id: string) => [
  await count('job', `id = '${id}'`),
  await count('job_item', `job_id = '${id}'`),
]

test('a job that was never started is removed after a day, with its items', async () => {
  const id = await shop.createDescriptionJob(ids, 'never started')
  await shop.runDueJobs()
  shop.wait(day - 60_000)
  await runHousekeepingOf(library, shop.context)
  expect(await countRemaining(id)).toEqual([1, 3])
  shop.wait(120_000)
  await runHousekeepingOf(library, shop.context)
  expect(await countRemaining(id)).toEqual([0, 0])
})

test('a finished job is removed after 30 days; a running or paused job is never removed', async () => {
  const done = await shop.createDescriptionJob(ids, 'finished', { startsAutomatically: true })
  await shop.runDueJobs()
  const heldJob = await shop.createDescriptionJob(ids, 'held')
  await shop.runDueJobs()
  await shop.postCall(heldJob, 'start', { expected: 3 })
  await shop.postCall(heldJob, 'pause')
  shop.wait(30 * day - 60_000)
  await runHousekeepingOf(library, shop.context)
  expect(await countRemaining(done)).toEqual([1, 3])
  shop.wait(120_000)
  await runHousekeepingOf(library, shop.context)
  expect([await countRemaining(done), await countRemaining(heldJob)]).toEqual([
    [0, 0],
    [1, 3],
  ])
  // Changes made by the job stay in the history.
  expect((await shop.history(ids[0] ?? '')).length).toBeGreaterThan(1)
})

test('a selection is removed with its rows once it has expired', async () => {
  const id = await shop.createDescriptionJob(ids, 'selected', { startsAutomatically: true })
  await shop.runDueJobs()
  const selection = (
    await shop.call<WireSelection>(shop.ana, 'POST', `/api/jobs/${id}/selection`, {
      outcomes: ['done'],
    })
  ).data
  const rows = () => count('selection_row', `selection_id = '${selection.id}'`)
  shop.wait(hour - 60_000)
  await runHousekeepingOf(library, shop.context)
  expect(await rows()).toBe(3)
  shop.wait(120_000)
  await runHousekeepingOf(library, shop.context)
  expect([await count('selection', `id = '${selection.id}'`), await rows()]).toEqual([0, 0])
})

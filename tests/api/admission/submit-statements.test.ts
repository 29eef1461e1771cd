/** Counts the database statements of a submission. Each is a round trip, and most of them keep a transaction open. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { applyJson, applyWith, formOf, setSettings, threeAhead } from '#tests/support/applying.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type Programme, plantProgramme } from '#tests/support/programmes.ts'
import { type SessionApp, startSessionApp } from '#tests/support/session.ts'

let site: SessionApp
let programme: Programme
const asked: string[] = []

/** The same database, recording its statements. */
function noting(database: Database): Database {
  const noted = ({ query }: Queries): Queries['query'] => {
    return (text, values) => {
      asked.push(text)
      return query(text, values)
    }
  }
  return {
    ...database,
    query: noted(database),
    transaction: (work) => database.transaction((queries) => work({ ...queries, query: noted(queries) })),
  }
}

beforeAll(async () => {
  site = await startSessionApp({}, async () => noting(await openTestDatabase()))
  programme = await plantProgramme(site)
  await setSettings(site, { registrationOpen: true })
})
afterAll(() => site.close())

const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

test('an application with its documents uses no more SQL statements than it needs', async () => {
  await applyWith(site.browser(), formOf(950, programme), undefined, headers())
  asked.length = 0
  expect((await applyWith(site.browser(), formOf(951, programme), undefined, headers())).status).toBe(201)
  expect(asked.length).toBeLessThanOrEqual(26)
})

test('an application with previously sent documents uses one more statement, which checks them', async () => {
  const ids = await threeAhead(site.browser())
  asked.length = 0
  expect((await applyJson(site.browser(), { ...formOf(952, programme), ...ids }, headers())).status).toBe(201)
  expect(asked.length).toBeLessThanOrEqual(27)
})

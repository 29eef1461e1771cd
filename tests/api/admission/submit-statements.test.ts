/**
 * Counts the database statements of a submission. Each is a round trip, and most of them keep a
 * transaction open.
 */

import type { Database, Queries } from '@matricola/server/database/database.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
const statements: string[] = []

/** Wraps the database and records its statements. */
function recordStatements(database: Database): Database {
  const recordStatements = ({ query }: Queries): Queries['query'] => {
    return (text, values) => {
      statements.push(text)
      return query(text, values)
    }
  }
  return {
    ...database,
    query: recordStatements(database),
    transaction: (work) =>
      database.transaction((queries) => work({ ...queries, query: recordStatements(queries) })),
  }
}

beforeAll(async () => {
  site = await startSessionApp({}, async () => recordStatements(await openTestDatabase()))
  programme = await seedProgramme(site)
  await updateSettings(site, { registrationOpen: true })
})
afterAll(() => site.close())

const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

test('an application with its documents uses no more SQL statements than it needs', async () => {
  await submitMultipart(site.browser(), applicationForm(950, programme), undefined, headers())
  statements.length = 0
  expect(
    (await submitMultipart(site.browser(), applicationForm(951, programme), undefined, headers()))
      .status,
  ).toBe(201)
  expect(statements.length).toBeLessThanOrEqual(22)
})

test('an application with previously sent documents uses one more statement, which checks them', async () => {
  const ids = await uploadRequiredDocuments(site.browser())
  statements.length = 0
  expect(
    (await submitJson(site.browser(), { ...applicationForm(952, programme), ...ids }, headers()))
      .status,
  ).toBe(201)
  expect(statements.length).toBeLessThanOrEqual(23)
})

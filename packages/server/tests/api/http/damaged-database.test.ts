/**
 * Corruption in the pages of the database file is reported as corruption, to users and to
 * monitoring.
 */

import { silentLog } from '@matricola/testing/databases.ts'
import {
  library,
  openLibraryDatabase as openTestDatabase,
  startLibrarySessions,
} from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import { withCorruptionDetection } from '../../../database/corruption.ts'
import type { Database } from '../../../database/database.ts'

/** The engine's error for a page with a wrong checksum. */
const damage = `do $$ begin raise exception 'invalid page in block 0 of relation base/5/16384' using errcode = 'XX001'; end $$`

let site: SessionApp
let admin: TestBrowser
beforeAll(async () => {
  const open = async () => {
    const database = await openTestDatabase()
    // The branch lists are on a damaged page.
    const damagedDatabase: Database = {
      ...database,
      query: (text, values) =>
        text.includes('branches') ? database.query(damage) : database.query(text, values),
    }
    return withCorruptionDetection(damagedDatabase, silentLog)
  }
  site = await startLibrarySessions({}, open)
  await site.createAccount('admin', { username: 'root' })
  admin = site.browser()
  await admin.signIn('root')
})
afterAll(() => site.close())

/** Readiness as a new application reports it, without cached results of earlier checks. */
const readiness = async () =>
  (await buildServer(library, site.context).inject('/readyz')).json().status

test('a read of a damaged page fails with its own error code, and the program reports the damage from then on', async () => {
  expect(await readiness()).toBe('ready')
  const { status, failure } = await admin.call('GET', '/api/branches')
  expect({ status, code: failure.code }).toEqual({ status: 500, code: 'database.damaged' })
  expect(failure.message).toMatch(/damaged\. Trying again will not help/)
  expect(await readiness()).toBe('damaged')
})

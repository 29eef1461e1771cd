/**
 * Encryption keys belong to a database. If they are missing, damaged or belong to another database,
 * startup fails and changes nothing.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindKeys, findFingerprint, getKeys } from '@matricola/server/backup/database-keys.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import {
  ensureSecretKeys,
  keysFingerprint,
  type SecretKeys,
} from '@matricola/server/secret-keys.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { createTestContext } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'

const folder = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => removeFolder(folder))
let database: Database
let dataDir: string
beforeEach(async () => {
  database = await openTestDatabase()
  dataDir = join(folder, randomUUID())
})
afterEach(() => database.close())

/** Loads the keys as every start does. */
async function start(at = dataDir): Promise<SecretKeys> {
  const keys = await getKeys(database, registry, at)
  await bindKeys(database, { registry, keys, dataDir: at })
  return keys
}
/** Stores one application whose CNP is encrypted with the keys. */
async function addApplication(keys: SecretKeys): Promise<void> {
  const context = createTestContext(database, { keys })
  await seedApplications(context, 1, await seedProgramme({ context }))
}
const addUser = () =>
  database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role, is_active)
     values (gen_random_uuid(), 'Ana', 'ana', 'ana', 'ana', 'ana@univ.ro', 'ana@univ.ro', 'admin', true)`,
  )
const refusal = async (at?: string) => {
  const startError = await start(at).catch((error: unknown) => error)
  expect(startError).toBeInstanceOf(DatabaseRefusal)
  return (startError as DatabaseRefusal).message
}

test('the first start creates the keys and stores their fingerprint, and the next start finds both', async () => {
  const keys = await start()
  expect(await findFingerprint(database)).toBe(keysFingerprint(keys))
  expect(await start()).toEqual(keys)
})

test('a start without the key that encrypted the database is refused and creates no key', async () => {
  await start()
  rmSync(join(dataDir, 'keys/encryption'))
  expect(await refusal()).toMatch(/Missing in [^\n]*: encryption\..*Restore your copy/)
  expect(readdirSync(join(dataDir, 'keys')).sort()).toEqual(['index', 'pepper'])
  rmSync(join(dataDir, 'keys'), { recursive: true })
  expect(await refusal()).toMatch(/: pepper and encryption and index\./)
})

test('a second server with another data directory is refused, and the first one keeps running', async () => {
  const keys = await start()
  expect(await refusal(join(folder, randomUUID()))).toMatch(/Missing in/)
  const other = join(folder, randomUUID())
  await ensureSecretKeys(other)
  expect(await refusal(other)).toMatch(/do not match this database/)
  expect(await start()).toEqual(keys)
})

test('when two servers initialize a database at the same time with different keys, one is refused', async () => {
  const starts = await Promise.allSettled([start(), start(join(folder, randomUUID()))])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a database without a fingerprint accepts the keys that decrypt its data', async () => {
  const keys = await ensureSecretKeys(dataDir)
  await addApplication(keys)
  expect(await start()).toEqual(keys)
  expect(await findFingerprint(database)).toBe(keysFingerprint(keys))
})

test.each(['encryption', 'index'] as const)(
  'a database without a fingerprint refuses keys with a different %s key',
  async (name) => {
    await addApplication({ ...(await ensureSecretKeys(dataDir)), [name]: randomBytes(32) })
    expect(await refusal()).toMatch(/do not match this database/)
    expect(await findFingerprint(database)).toBeNull()
  },
)

test('a database with accounts but no keys is refused even without encrypted data, because no password would match', async () => {
  await addUser()
  expect(await refusal()).toMatch(/Missing in/)
})

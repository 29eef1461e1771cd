/**
 * Ties keys to a database: their fingerprint is stored in it from the first startup, and it cannot
 * be opened with other keys.
 */

import { isEncrypted } from '@matricola/schema/field.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Queries } from '../database/database.ts'
import { blindIndexColumnOf, columnNameOf, tableNameOf } from '../database/names.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import {
  ensureSecretKeys,
  keysFingerprint,
  readSecretKeys,
  type SecretKeys,
} from '../secret-keys.ts'
import { blindIndex, type CipherCell, cipherFormat, decryptValue } from '../sql/cipher.ts'
import { hasRecords } from './rows.ts'

const metaKey = 'keysFingerprint'

/**
 * Returns the fingerprint of the keys that belong to the database; null if none is recorded yet.
 */
export async function findFingerprint(queries: Queries): Promise<string | null> {
  const [found] = await queries.query<{ table: string | null }>(
    `select to_regclass('meta')::text as table`,
  )
  if (!found?.table) return null
  const [row] = await queries.query<{ value: string }>('select value from meta where key = $1', [
    metaKey,
  ])
  return row?.value ?? null
}

/**
 * Returns the keys in `dataDir` for this database. Creates them if the database has no records yet.
 * Throws `DatabaseRefusal` if one is missing or damaged, or they belong to another database.
 */
export async function getKeys(
  queries: Queries,
  registry: Registry,
  dataDir: string,
): Promise<SecretKeys> {
  const fingerprint = await findFingerprint(queries)
  if (fingerprint === null && !(await hasRecords(queries, registry)))
    return await ensureSecretKeys(dataDir)
  const keys = await readSecretKeys(dataDir)
  if (fingerprint !== null) assertSameKeys(fingerprint, keys, dataDir)
  return keys
}

interface KeysToBind {
  readonly registry: Registry
  readonly keys: SecretKeys
  readonly dataDir: string
}

/**
 * Records the fingerprint of the keys in a migrated database that has none. Throws
 * `DatabaseRefusal` if the keys cannot decrypt its data, or another process has recorded other keys
 * in the meantime.
 */
export async function bindKeys(
  queries: Queries,
  { registry, keys, dataDir }: KeysToBind,
): Promise<void> {
  if ((await findFingerprint(queries)) === null) {
    if (!(await canDecrypt(queries, registry, keys))) throw foreignKeysError(dataDir)
    await queries.query('insert into meta (key, value) values ($1, $2) on conflict do nothing', [
      metaKey,
      keysFingerprint(keys),
    ])
  }
  assertSameKeys(await findFingerprint(queries), keys, dataDir)
}

/** Records the fingerprint from a backup's manifest, together with the backup's rows. */
export async function storeFingerprint(queries: Queries, fingerprint: string): Promise<void> {
  await queries.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [metaKey, fingerprint],
  )
}

function assertSameKeys(fingerprint: string | null, keys: SecretKeys, dataDir: string): void {
  if (fingerprint !== keysFingerprint(keys)) throw foreignKeysError(dataDir)
}

const foreignKeysError = (dataDir: string) =>
  new DatabaseRefusal(
    `The keys in ${dataDir}/keys do not match this database, so passwords and encrypted values would be unreadable. Restore your copy of the keys, or set DATA_DIR to the folder that has them. Nothing was changed.`,
  )

/** Whether the keys decrypt the oldest value of each encrypted field. */
async function canDecrypt(
  queries: Queries,
  registry: Registry,
  keys: SecretKeys,
): Promise<boolean> {
  for (const resource of registry.resources)
    for (const [name, spec] of storedEntries(resource)) {
      if (!isEncrypted(spec)) continue
      const [table, column] = [tableNameOf(resource), columnNameOf(name)]
      const [oldest] = await queries.query<{ id: string; value: string; index: string | null }>(
        `select id, ${column} as value, ${blindIndexColumnOf(name)} as index from ${table}
         where ${column} like '${cipherFormat}%' order by created_at, id limit 1`,
      )
      if (oldest && !isDecryptable(oldest, keys, { table, column, id: oldest.id })) return false
    }
  return true
}

interface Stored {
  readonly value: string
  readonly index: string | null
}

function isDecryptable({ value, index }: Stored, keys: SecretKeys, cell: CipherCell): boolean {
  try {
    return blindIndex(decryptValue(value, keys, cell), keys) === index
  } catch {
    return false
  }
}

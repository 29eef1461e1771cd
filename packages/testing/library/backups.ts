/**
 * A library to back up and restore: its records, a file, and checksums to compare two databases.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { tableChecksum } from '@matricola/server/backup/rows.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { projectRoot, silentLog } from '../databases.ts'
import { library } from './app.ts'

export const createKeys = (): SecretKeys => ({
  pepper: randomBytes(32),
  encryption: randomBytes(32),
  index: randomBytes(32),
})

/**
 * An installation to back up or restore: a database, a files folder below the given one, and keys.
 */
export function createBackupInstallation(folder: string, database: Database, keys: SecretKeys) {
  const files = createDiskFileStore(join(folder, randomUUID()))
  // A restore reads only the program folder and the data folder from the settings.
  const config = { root: projectRoot, dataDir: join(folder, randomUUID()) } as never
  return {
    registry: library.registry,
    database,
    files,
    keys,
    clock: { now: () => new Date('2026-09-01T08:30:00Z') },
    log: silentLog,
    config,
    migrations: library.readMigrations(),
  }
}
export type BackupInstallation = ReturnType<typeof createBackupInstallation>

export const insertBackupRow = (database: Database, table: string, row: Record<string, unknown>) =>
  database.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  )

/**
 * A small library: two records that refer to each other, 1,200 accounts, a file, a session and
 * an unsent email.
 */
export async function seedBackupLibrary({ database, files }: BackupInstallation) {
  const scan = randomBytes(100_000)
  const image = {
    id: uuidv7(),
    key: '2026/09/scan',
    bytes: scan.length,
    sha256: createHash('sha256').update(scan).digest('hex'),
  }
  await files.write(image.key, scan)
  await insertBackupRow(database, 'file', {
    ...image,
    name: 'Ștampilă "nouă"\n.png',
    media_type: 'image/png',
    original_sha256: image.sha256,
    created_at: new Date(),
  })
  await database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role, is_active, last_login_at)
     select gen_random_uuid(), 'Ana ' || n, 'ana ' || n, 'ana' || n, 'ana' || n, 'ana' || n || '@univ.ro', 'ana', 'reader', true, now() from generate_series(1, 1200) n`,
  )
  const [user] = await database.query<{ id: string }>(
    `update users set image_path = $1 where username = 'ana7' returning id`,
    [image.id],
  )
  const [branch, member] = [uuidv7(), uuidv7()]
  await insertBackupRow(database, 'branches', {
    id: branch,
    name: 'Informatică',
    name_key: 'informatica{',
    budget: 1234567.89,
    is_active: true,
  })
  await insertBackupRow(database, 'members', {
    id: member,
    last_name: 'Țurcanu',
    last_name_key: 't{urcanu',
    first_name: 'Ion',
    first_name_key: 'ion',
    card_number: 'M-1',
    card_number_key: 'm-1',
    branch_id: branch,
    email: 'ion@univ.ro',
    joined_on: '2004-02-29',
    category: 'adult',
    status: 'active',
  })
  await database.query('update branches set patron_id = $1', [member])
  await insertBackupRow(database, 'change', {
    id: uuidv7(),
    resource: 'branches',
    record_id: branch,
    version: 2,
    action: 'update',
    actor_id: user?.id,
    actor_name: 'Ana',
    at: new Date(),
    before: { name: 'Info', tags: [1, null, '"'] },
    after: { name: 'Informatică' },
  })
  const mail = { id: uuidv7(), kind: 'reset', language: 'ro', params: {} }
  await insertBackupRow(database, 'outbox_mail', {
    ...mail,
    user_id: user?.id,
    created_at: new Date(),
    run_at: new Date(),
  })
  await insertBackupRow(database, 'one_time_token', {
    hash: 'x',
    kind: 'reset',
    user_id: user?.id,
    created_at: new Date(),
    expires_at: new Date(),
  })
  return { scan, image }
}

const comparedTables = ['users', 'branches', 'members', 'settings', 'change', 'file']
export const tableChecksums = (database: Database) =>
  database.transaction(async (queries) => {
    const found: Record<string, unknown> = {}
    for (const table of comparedTables) found[table] = await tableChecksum(queries, table)
    return found
  })

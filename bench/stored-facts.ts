/**
 * Prints facts about an embedded database and its file store as JSON, for the kill and power tests.
 * Reads `DATA_DIR` and `EMBEDDED_WORKER` from the environment. No server may be running.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { pino } from 'pino'

const { DATA_DIR = '', EMBEDDED_WORKER = '' } = process.env
const worker = pathToFileURL(EMBEDDED_WORKER)
const database = await connectEmbedded({
  directory: join(DATA_DIR, 'database'),
  worker,
  log: pino({ level: 'silent' }),
})

/** Returns the SHA-256 of a stored file; null if it does not exist. */
function storedHash(key: string): string | null {
  try {
    return createHash('sha256')
      .update(readFileSync(join(DATA_DIR, 'files', key)))
      .digest('hex')
  } catch {
    return null
  }
}

const rows = await database.query<{
  key: string
  sha256: string
  original_sha256: string
  state: string
}>('select key, sha256, original_sha256, state from file where claimed_at is not null')
const hashes = new Map(rows.map(({ key }) => [key, storedHash(key)]))
const completeFiles = new Map(
  rows
    .filter(({ key, sha256 }) => hashes.get(key) === sha256)
    .map((row) => [row.key, row.original_sha256]),
)
/**
 * Applications of the test, by the word in their email address, with the hashes of all uploads that
 * are stored undamaged.
 */
const applications = await database.query<{ word: string; keys: string[] }>(
  `select split_part(r.personal_email, '@', 1) as word, array_agg(f.key) as keys
   from registrations r join file f on f.resource = 'registrations' and f.record_id = r.id and f.claimed_at is not null
   where r.personal_email like 'q%@example.com' group by r.id`,
)
/**
 * In finished jobs: items with outcome `done` but without a history entry, and history entries
 * whose items are not `done`.
 */
const [jobs] = await database.query<{ jobs: number; torn: number }>(
  `select (select count(*) from job) as jobs, count(*) as torn
   from (select i.job_id, i.record_id from job_item i join job j on j.id = i.job_id
         where j.state = 'done' and j.kind in ('edit', 'import') and i.outcome = 'done') i
   full join (select c.job_id, c.record_id from change c join job j on j.id = c.job_id where j.state = 'done' and j.kind in ('edit', 'import')) c
     on c.job_id = i.job_id and c.record_id = i.record_id
   where c.record_id is null or i.record_id is null`,
)
await database.close()
process.stdout.write(
  JSON.stringify({
    documents: applications.map(({ word, keys }) => ({
      word,
      hashes: keys.map((key) => completeFiles.get(key) ?? null),
    })),
    files: {
      read: rows.length,
      missing: rows.filter(({ key }) => hashes.get(key) === null).length,
      wrong: rows.filter(({ key, sha256 }) => (hashes.get(key) ?? sha256) !== sha256).length,
    },
    pictures: {
      prepared: rows.filter(
        ({ state, sha256, original_sha256 }) => state === 'ready' && sha256 !== original_sha256,
      ).length,
      preparing: rows.filter(({ state }) => state === 'preparing').length,
      unreadable: rows.filter(({ state }) => state === 'unreadable').length,
    },
    jobs,
  }),
)

/**
 * Prints facts about a job in an embedded database as JSON, from `DATA_DIR`, `EMBEDDED_WORKER` and
 * `JOB`. No server may be running.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { pino } from 'pino'

const { DATA_DIR = '', EMBEDDED_WORKER = '', JOB = '' } = process.env
const worker = pathToFileURL(EMBEDDED_WORKER)
const database = await connectEmbedded({
  directory: join(DATA_DIR, 'database'),
  worker,
  log: pino({ level: 'silent' }),
})
const count = async (text: string) => (await database.query<{ n: number }>(text, [JOB]))[0]?.n
const outcomes = await database.query<{ outcome: string; n: number }>(
  'select outcome, count(*) as n from job_item where job_id = $1 group by outcome order by outcome',
  [JOB],
)
const facts = {
  outcomes: Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, n])),
  changes: await count('select count(*) as n from change where job_id = $1'),
  recordsChanged: await count(
    'select count(distinct record_id) as n from change where job_id = $1',
  ),
  /**
   * Items with outcome `done` but without a history entry, and history entries whose items are not
   * `done`.
   */
  torn: await count(
    `select count(*) as n from (select record_id from job_item where job_id = $1 and outcome = 'done') i
     full join (select record_id from change where job_id = $1) c on c.record_id = i.record_id where c.record_id is null or i.record_id is null`,
  ),
  /** Records whose value differs from the last change that the job recorded. */
  wrong: await count(
    `select count(*) as n from change c join students s on s.id = c.record_id
     where c.job_id = $1 and s.version = c.version and s.city is distinct from c.after ->> 'city'`,
  ),
}
await database.close()
process.stdout.write(JSON.stringify(facts))

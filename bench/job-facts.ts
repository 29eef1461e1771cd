/** Facts of a job in an embedded database, as JSON: `DATA_DIR`, `EMBEDDED_WORKER` and `JOB`. For the kill test, while no server runs. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { connectEmbedded } from '../server/engine/database/embedded/embedded.ts'

const { DATA_DIR = '', EMBEDDED_WORKER = '', JOB = '' } = process.env
const worker = pathToFileURL(EMBEDDED_WORKER)
const database = await connectEmbedded({ directory: join(DATA_DIR, 'database'), worker, log: pino({ level: 'silent' }) })
const count = async (text: string) => (await database.query<{ n: number }>(text, [JOB]))[0]?.n
const outcomes = await database.query<{ outcome: string; n: number }>(
  'select outcome, count(*) as n from job_item where job_id = $1 group by outcome order by outcome',
  [JOB],
)
const facts = {
  outcomes: Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, n])),
  changes: await count('select count(*) as n from change where job_id = $1'),
  recordsChanged: await count('select count(distinct record_id) as n from change where job_id = $1'),
  /** Rows called done without an entry in the history, and entries of rows that are not called done. */
  torn: await count(
    `select count(*) as n from (select record_id from job_item where job_id = $1 and outcome = 'done') i
     full join (select record_id from change where job_id = $1) c on c.record_id = i.record_id where c.record_id is null or i.record_id is null`,
  ),
  /** Records of the job's changes that do not hold what their last change says. */
  wrong: await count(
    `select count(*) as n from change c join students s on s.id = c.record_id
     where c.job_id = $1 and s.version = c.version and s.city is distinct from c.after ->> 'city'`,
  ),
}
await database.close()
process.stdout.write(JSON.stringify(facts))

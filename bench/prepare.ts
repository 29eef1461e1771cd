/**
 * Adds many students to a database with demo data: `DATABASE_URL`, or `DATA_DIR` and
 * `EMBEDDED_WORKER`.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { pino } from 'pino'

const { DATABASE_URL, DATA_DIR = '', EMBEDDED_WORKER = '', STUDENTS = '50000' } = process.env
const log = pino({ level: 'silent' })
const database = DATABASE_URL
  ? await connectPostgres(DATABASE_URL, log)
  : await connectEmbedded({
      directory: join(DATA_DIR, 'database'),
      worker: pathToFileURL(EMBEDDED_WORKER),
      log,
    })

const lastNames = `array['popescu','ionescu','popa','radu','dumitru','stan','stoica','gheorghe','matei','ciobanu','rusu','serban','lungu','munteanu','dinu','marin']`
const firstNames = `array['ana','maria','ioana','elena','andrei','mihai','alexandru','stefan','cristian','gabriel','daniela','florin']`
const step = 5_000
for (let start = 1; start <= Number(STUDENTS); start += step) {
  await database.transaction(
    ({ query }) =>
      query(
        `insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number, matriculation_number_key, specialization_id,
           study_year, group_name, group_name_key, academic_year_of_entry, funding_type, status, email, email_key, enrolled_at, search_text, created_at, updated_at)
         select gen_random_uuid(), initcap(l), l, initcap(f), f, 'Z' || n, 'z' || n, s.ids[1 + n % array_length(s.ids, 1)], 1 + n % 6, 'Z' || n % 300, 'z' || n % 300,
           '2025-2026', (array['budget', 'fee'])[1 + n % 2], (array['active', 'active', 'active', 'suspended', 'graduated'])[1 + n % 5],
           'z' || n || '@univ.ro', 'z' || n || '@univ.ro', date '2020-10-01' + n % 1500, l || ' ' || f || ' z' || n || ' z' || n || '@univ.ro',
           now() - n * interval '1 minute', now() - n * interval '1 minute'
         from generate_series($1::int, $2::int) n
         cross join (select array_agg(id) as ids from specializations) s
         cross join lateral (select (${lastNames})[1 + n % 16] || substr(md5(n::text), 1, 2) as l, (${firstNames})[1 + n % 12] as f) names`,
        [start, start + step - 1],
      ),
    { statementMs: 120_000 },
  )
}
// The temporary server has no autovacuum.
if (DATABASE_URL) await database.query('vacuum analyze')
else await database.query('analyze')
await database.close()

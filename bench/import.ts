/** Times an import beside plain SQL that does the same, on the database of `office.ts`. Prints JSON. */
import { pathToFileURL } from 'node:url'
import { resourceNamed } from '../resources/index.ts'
import { fileReader } from '../server/engine/exchange/files/read-file.ts'
import { changeImport } from '../server/engine/exchange/import/change.ts'
import { startImport } from '../server/engine/exchange/import/start.ts'
import { startJob } from '../server/engine/jobs/life.ts'
import { runJobs } from '../server/engine/jobs/runner.ts'
import { openOffice, peakMb, took } from './office.ts'

const [count, rounds] = [Number(process.env.ROWS), Number(process.env.ROUNDS)]
const readFile = fileReader(pathToFileURL(process.env.READ_WORKER ?? ''))
const { database, context, specializationId, caller } = await openOffice({ readFile })

const empty = () =>
  database.transaction(
    async ({ query }) => {
      await query(`delete from change where resource = 'students'`)
      await query('truncate students cascade')
    },
    { statementMs: 120_000 },
  )

/** The rows, their keys and their history as one statement, all values made by the database. */
const plain = () =>
  database.transaction(
    ({ query }) =>
      query(
        `with w as (insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number,
           matriculation_number_key, specialization_id, study_year, group_name, group_name_key, academic_year_of_entry, funding_type, status, birth_date,
           email, email_key, search_text)
         select gen_random_uuid(), 'Popescu', 'popescu', 'Ana Maria', 'ana maria', 'M-' || n, 'm-' || n, $2, 2, 'G' || n % 20, 'g' || n % 20, '2026-2027', 'budget', 'active',
           '2007-03-15', 'm' || n || '@univ.ro', 'm' || n || '@univ.ro', 'popescu' || chr(10) || 'ana maria' || chr(10) || 'm-' || n || chr(10) || 'm' || n || '@univ.ro'
         from generate_series(1, $1::int) n returning *)
         insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, after)
         select gen_random_uuid(), 'students', w.id, w.version, 'create', $3::uuid, 'Ada Admin', 'admin', now(),
           jsonb_build_object('lastName', w.last_name, 'firstName', w.first_name, 'matriculationNumber', w.matriculation_number,
             'specializationId', w.specialization_id, 'studyYear', w.study_year, 'groupName', w.group_name,
             'academicYearOfEntry', w.academic_year_of_entry, 'fundingType', w.funding_type, 'status', w.status, 'birthDate', w.birth_date, 'email', w.email) from w`,
        [count, specializationId, caller.id],
      ),
    { statementMs: 120_000 },
  )

const rows = Array.from(
  { length: count },
  (_, i) => `Popescu;Ana Maria;M-${i + 1};INF;2;G${(i + 1) % 20};2026-2027;15.03.2007;m${i + 1}@univ.ro`,
)
const headings = 'lastName;firstName;matriculationNumber;specializationId;studyYear;groupName;academicYearOfEntry;birthDate;email'
const bytes = Buffer.from(`${headings}\r\n${rows.join('\r\n')}\r\n`)

async function imported() {
  let id = ''
  const readMs = await took(async () => {
    const file = { name: 'students.csv', bytes: Uint8Array.from(bytes), reading: {} }
    id = await startImport(context, caller, resourceNamed('students'), file)
  })
  const checkMs = await took(async () => {
    await changeImport(context, caller, { id, change: { check: true } })
    await runJobs(context)
  })
  const runMs = await took(async () => {
    await startJob(context, caller, { id, expected: count })
    await runJobs(context)
  })
  const [job] = await database.query<{ state: string; counts: { done?: number } }>('select state, counts from job where id = $1', [id])
  if (job?.state !== 'done' || job.counts.done !== count) throw new Error(`the import ended ${JSON.stringify(job)}`)
  return { readMs, checkMs, runMs }
}

const measured = []
for (let round = 0; round <= rounds; round++) {
  await empty()
  const plainMs = await took(plain)
  await empty()
  const ours = await imported()
  // The first round warms both up.
  if (round > 0) measured.push({ plainMs, ...ours, memoryMb: peakMb() })
}
await database.close()
process.stdout.write(JSON.stringify(measured))

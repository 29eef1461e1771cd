/**
 * Measures a bulk edit and equivalent plain SQL, on the database of `bench-university.ts`. Prints
 * JSON.
 */

import { startJob } from '@matricola/server/jobs/job-control.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { createSelection } from '@matricola/server/jobs/selections.ts'
import { startBulkJob } from '@matricola/server/jobs/start-bulk.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { createListQuery } from '@matricola/server/records/reading/parse-list-query.ts'
import { getResource } from '#resources/index.ts'
import { measureMs, openBenchUniversity, peakMb } from './bench-university.ts'

const { ROWS = '10000', ROUNDS = '3' } = process.env
const { database, context, specializationId, caller } = await openBenchUniversity()

await database.transaction(
  ({ query }) =>
    query(
      `insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number, matriculation_number_key,
         specialization_id, study_year, group_name, group_name_key, academic_year_of_entry, status, email, email_key, search_text)
       select gen_random_uuid(), 'Pop' || n, 'pop' || n, 'Ana', 'ana', 'Z' || n, 'z' || n, $2, 1 + n % 3, 'G0', 'g0', '2025-2026', 'active',
         'z' || n || '@univ.ro', 'z' || n || '@univ.ro', 'pop' || n || ' ana'
       from generate_series(1, $1::int) n`,
      [Number(ROWS), specializationId],
    ),
  { statementMs: 120_000 },
)
await database.query('analyze students')

const students = getResource('students')

/** Changes the rows, their keys and their history in one statement. */
const updatePlain = (group: string) =>
  database.transaction(
    ({ query }) =>
      query(
        `with old as (select id, group_name from students),
         w as (update students s set group_name = $1, group_name_key = $2, version = s.version + 1, updated_at = now()
               from old where old.id = s.id returning s.id, s.version, old.group_name as before)
         insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, before, after)
         select gen_random_uuid(), 'students', w.id, w.version, 'update', $3::uuid, 'Ada Admin', 'admin', now(),
           jsonb_build_object('groupName', w.before), jsonb_build_object('groupName', $1::text) from w`,
        [group, group.toLowerCase(), caller.id],
      ),
    { statementMs: 120_000 },
  )

async function runBulkEdit(group: string) {
  const permit = authorize(caller, students, 'read')
  let selection = ''
  const selectMs = await measureMs(async () => {
    selection = (
      await createSelection(context, caller, permit, {
        query: createListQuery(students),
        excluded: [],
      })
    ).id
  })
  let id = ''
  const edit = [{ field: 'groupName', operator: 'set', value: group }] as const
  const checkMs = await measureMs(async () => {
    id = await startBulkJob(context, { caller, resource: students }, { selection, edit })
    await runJobs(context)
  })
  const runMs = await measureMs(async () => {
    await startJob(context, caller, { id, expected: Number(ROWS) })
    await runJobs(context)
  })
  const [job] = await database.query<{ state: string; counts: { done?: number } }>(
    'select state, counts from job where id = $1',
    [id],
  )
  if (job?.state !== 'done' || job.counts.done !== Number(ROWS))
    throw new Error(`The job ended as ${JSON.stringify(job)}`)
  return { selectMs, checkMs, runMs }
}

const rounds = []
await updatePlain('W1')
await runBulkEdit('W2')
for (let round = 1; round <= Number(ROUNDS); round++) {
  const plainMs = await measureMs(() => updatePlain(`A${round}`))
  rounds.push({ plainMs, ...(await runBulkEdit(`B${round}`)), memoryMb: peakMb() })
}
await database.close()
process.stdout.write(JSON.stringify(rounds))

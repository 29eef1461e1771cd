/**
 * Measures reading the admission process, compared with one page of the list of its applications.
 * Prints JSON.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@matricola/server/caller.ts'
import { authorize, systemPermit } from '@matricola/server/policy/permit.ts'
import { createListQuery } from '@matricola/server/records/reading/parse-list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { readProcessState } from '@matricola/server/system/read-process.ts'
import { getResource } from '#resources/index.ts'
import { universityProcesses } from '#resources/processes.ts'
import { admission } from '#server/admission/process.ts'
import { measureMs, openBenchUniversity } from './bench-university.ts'

const { ROWS = '10000', ROUNDS = '5' } = process.env
const { database, context, specializationId } = await openBenchUniversity()
const records = recordsOf(context)
const registrations = getResource('registrations')
const page = universityProcesses.find(({ name }) => name === admission.name)
if (!page) throw new Error('The admission has no page.')

const admissionSessionId = (
  await records.insert(systemPermit('demo', getResource('admission-sessions'), 'create'), {
    name: 'Admission',
    academicYear: '2027-2028',
  })
).id
const [department] = await database.query<{ id: string }>('select id from departments')
await database.transaction(
  ({ query }) =>
    query(
      `insert into registrations (id, reference_code, reference_code_key, last_name, last_name_key, first_name, first_name_key, identity_type, birth_date, sex,
         citizenship, country, city, city_key, address, postal_code, phone, personal_email, language, department_profile_id, specialization_id,
         status, submitted_at, is_duplicate, is_automated, identity_waived, place_state, admission_session_id, search_text)
       select gen_random_uuid(), 'ID' || lpad(n::text, 8, '0'), 'id' || lpad(n::text, 8, '0'), 'Pop' || n, 'pop' || n, 'Ana', 'ana', 'cnp', '2008-01-01', 'F',
         'RO', 'RO', 'City', 'city', 'Street 1', '400001', '0740555333', 'a' || n || '@example.com', 'en', $2, $3,
         case n % 4 when 0 then 'submitted' when 1 then 'under_review' when 2 then 'accepted' else 'declined' end,
         now(), n % 100 = 0, false, false, 'none', $4, 'pop' || n
       from generate_series(1, $1::int) n`,
      [Number(ROWS), department?.id, specializationId, admissionSessionId],
    ),
  { statementMs: 600_000 },
)
await database.query('vacuum analyze registrations')

const caller: Caller = {
  id: randomUUID(),
  role: 'admin',
  name: 'Admin',
  personId: null,
  sessionId: randomUUID(),
  reauthenticatedAt: new Date().toISOString(),
  language: 'en',
}
const readList = () => {
  // Counts the total again, as the process does.
  records.invalidateTotals(registrations.name)
  return records.page(
    authorize(caller, registrations, 'read'),
    createListQuery(registrations, {
      pageSize: 25,
      filters: [
        ['admissionSessionId', admissionSessionId],
        ['status', 'submitted,in_progress,under_review'],
      ],
      sort: [{ field: 'submittedAt', isDescending: true }],
    }),
  )
}
const readProcess = () =>
  readProcessState(context, caller, { ...page, ...admission }, { subject: admissionSessionId })

const measureRound = async () => ({
  listMs: await measureMs(readList),
  processMs: await measureMs(readProcess),
})
await measureRound()
const rounds = []
for (let round = 1; round <= Number(ROUNDS); round++) rounds.push(await measureRound())
await database.close()
process.stdout.write(JSON.stringify(rounds))

/** Times a draft of results of a large admission, part by part, and what others wait meanwhile, on the database of `office.ts`. Prints JSON. */
import { setTimeout as pause } from 'node:timers/promises'
import { allocating } from '../model/admission/allocation/allocation.ts'
import { checking } from '../model/admission/allocation/checker.ts'
import { standings } from '../model/admission/ranking.ts'
import { resourceNamed } from '../resources/index.ts'
import { authorize, systemPermit } from '../server/engine/policy/permit.ts'
import { recordsOf } from '../server/engine/records/store.ts'
import { assembling } from '../server/university/admission/ranking/assemble.ts'
import { gather } from '../server/university/admission/ranking/gather.ts'
import { standingOf } from '../server/university/admission/ranking/results.ts'
import { runDueDrafts } from '../server/university/admission/ranking/run.ts'
import { openOffice, took } from './office.ts'

const { PEOPLE = '100000', PROGRAMMES = '500', CHOICES = '6' } = process.env
const [people, programmes, choices] = [PEOPLE, PROGRAMMES, CHOICES].map(Number) as [number, number, number]
const { database, context, specializationId, caller } = await openOffice()
const records = recordsOf(context)
const made = async (name: Parameters<typeof resourceNamed>[0], body: object) =>
  (await records.insert(systemPermit('demo', resourceNamed(name), 'create'), body)).id

const sessionId = await made('admission-sessions', { name: 'Admission', academicYear: '2026-2027' })
const roundId = await made('admission-rounds', { admissionSessionId: sessionId, name: 'Round 1', number: 1 })
await database.query(
  `insert into specializations select x.* from specializations s, generate_series(2, $2::int) n,
     lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'P' || n, 'code_key', 'p' || n,
     'name', 'Programme ' || n, 'name_key', 'programme ' || n)) x where s.id = $1`,
  [specializationId, programmes],
)
const rules = { formula: '0.8 * baccalaureateAverage + 0.2 * examGrade', firstTie: 'romanianGrade' }
const half = Math.round(people / programmes / 2.2)
await database.query(
  `insert into admission_programmes (id, admission_session_id, specialization_id, places_budget, places_fee, formula, formula_key, ties, first_tie)
   select gen_random_uuid(), $1, id, $2, $2 / 2, $3, $3, case when random() < 0.2 then 'lot' else 'together' end, $4 from specializations`,
  [sessionId, half, rules.formula, rules.firstTie],
)

const [department] = await database.query<{ id: string }>('select id from departments')
await database.query(
  `insert into registrations (id, reference_code, reference_code_key, last_name, last_name_key, first_name, first_name_key, birth_date, sex, city,
     city_key, address, postal_code, phone, personal_email, department_profile_id, specialization_id, status, submitted_at, admission_session_id)
   values (gen_random_uuid(), 'X', 'x', 'Pop', 'pop', 'Ana', 'ana', '2007-05-04', 'F', 'Cluj', 'cluj', 'Str. Horea 1', '400000', '+40700000000',
     'a@posta.example', $1, $2, 'under_review', now(), $3)`,
  [department?.id, specializationId, sessionId],
)
const ids = (await database.query<{ id: string }>('select id from specializations order by id')).map(({ id }) => id)
const piece = 10_000
for (let from = 1; from <= people; from += piece)
  await database.query(
    `insert into registrations select x.* from registrations r, generate_series($1::int, $2::int) n,
     lateral jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'reference_code', 'A' || n,
       'reference_code_key', 'a' || n, 'personal_email', 'a' || n || '@posta.example', 'grades_checked_at', now(),
       'specialization_id', ($4::uuid[])[1 + floor(random() ^ 1.4 * $3::int)::int],
       'funding_preference', (array['budget_then_fee', 'budget_then_fee', 'budget', 'fee'])[1 + floor(random() * 4)::int],
       'baccalaureate_average', round((6 + random() * 4)::numeric, 2), 'exam_grade', round((4 + random() * 6)::numeric, 2),
       'romanian_grade', round((4 + random() * 6)::numeric, 1))) x where r.reference_code = 'X'`,
    [from, Math.min(people, from + piece - 1), programmes, ids],
  )
await database.query("delete from registrations where reference_code = 'X'")
for (let position = 2; position <= choices; position++)
  await database.query(
    `with place as (select id, row_number() over (order by id) as at from specializations)
     insert into application_choices (id, registration_id, position, specialization_id, funding_preference)
     select gen_random_uuid(), r.id, $1::int, p.id, (array['budget_then_fee', 'budget_then_fee', 'budget', 'fee'])[1 + (r.n % 4)::int]
     from (select id, specialization_id, row_number() over (order by id) as n from registrations) r
     join place o on o.id = r.specialization_id join place p on p.at = 1 + (o.at + $1::int * 37 + r.n % 29) % $2::int
     on conflict do nothing`,
    [position, programmes],
  )
await database.query('analyze')

/** Answers what steps come to. */
function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Milliseconds by the clock and of the processor, by part. */
const parts: Record<string, readonly [ms: number, cpuMs: number]> = {}
async function part<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const [begin, used] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  parts[name] = [Math.round(performance.now() - begin), Math.round((user + system) / 1000)]
  return result
}
const read = await part('reading', () => gather(database, sessionId))
const found = await part('ranking', () => ended(assembling(read)))
const allocation = await part('allocation', () => ended(allocating(found.candidates, found.seats)))
const report = await part('checking', () => ended(checking(found.candidates, found.seats, allocation)))
await part('standings', () => ended(standings(found.candidates, found.seats, allocation)))

/** The longest that a small statement of somebody else takes, and the loop is held, for as long as it runs. */
function watch() {
  let isOver = false
  const worst = { statementMs: 0, loopMs: 0 }
  const statements = (async () => {
    while (!isOver) {
      worst.statementMs = Math.max(worst.statementMs, Math.round(await took(() => database.query('select 1'))))
      await pause(20)
    }
  })()
  let last = performance.now()
  const timer = setInterval(() => {
    worst.loopMs = Math.max(worst.loopMs, Math.round(performance.now() - last - 10))
    last = performance.now()
  }, 10)
  return async () => {
    isOver = true
    clearInterval(timer)
    await statements
    return worst
  }
}

const draftId = await made('admission-drafts', { admissionRoundId: roundId })
const stop = watch()
await part('draft', () => runDueDrafts(context))
const others = await stop()
const openingMs = Math.round(await took(() => standingOf(database, draftId)))
const releaseMs = Math.round(
  await took(() =>
    records.act(authorize(caller, resourceNamed('admission-drafts'), 'update'), { id: draftId, action: 'release', body: {} }),
  ),
)
const choicesStored = found.candidates.reduce((sum, candidate) => sum + candidate.choices.length, 0)
await database.close()
process.stdout.write(
  JSON.stringify({
    people: found.candidates.length,
    seats: found.seats.length,
    choices: choicesStored,
    findings: report.found,
    parts,

    others,
    openingMs,
    releaseMs,
  }),
)

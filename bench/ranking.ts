/**
 * With `SESSION`: inserts applicants into an existing admission session, then measures each part of
 * computing a results draft, and plain statements that read the same rows. With `DRAFT`: measures
 * plain statements that write the same rows as an existing draft. `DATABASE_URL`, or `DATA_DIR` and
 * `EMBEDDED_WORKER`. Prints JSON.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { pino } from 'pino'
import { type Allocation, allocateInSteps } from '#resources/admission/allocation/allocation.ts'
import { checkAllocationInSteps } from '#resources/admission/allocation/checker.ts'
import { rankCandidates } from '#resources/admission/ranking.ts'
import { type AllocationInput, assembleAllocation } from '#server/admission/ranking/assemble.ts'
import { causesOf, DifferenceCollector } from '#server/admission/ranking/causes.ts'
import { addResults } from '#server/admission/ranking/find-causes.ts'
import { readRankingInput } from '#server/admission/ranking/read-input.ts'

const {
  DATABASE_URL,
  DATA_DIR = '',
  EMBEDDED_WORKER = '',
  SESSION = '',
  DRAFT,
  PEOPLE,
  PROGRAMMES,
  CHOICES,
} = process.env
const [people, programmes, choices] = [PEOPLE, PROGRAMMES, CHOICES].map(Number) as [
  number,
  number,
  number,
]
const log = pino({ level: 'error' }, pino.destination(2))
const statementMs = 600_000
const database = DATABASE_URL
  ? await connectPostgres(DATABASE_URL, log)
  : await connectEmbedded({
      directory: join(DATA_DIR, 'database'),
      worker: pathToFileURL(EMBEDDED_WORKER),
      log,
    })
/** Elapsed milliseconds, and CPU milliseconds of this process, by part. */
const parts: Record<string, readonly [ms: number, cpuMs: number]> = {}
process.stdout.write(JSON.stringify(await (DRAFT ? measureBareWrites(DRAFT) : seedAndMeasure())))
await database.close()

/** Runs a statement with a longer timeout than the program allows. */
function runStatement(text: string, values: readonly unknown[] = []) {
  return database.transaction(({ query }) => query(text, values), { statementMs })
}

async function seedAndMeasure() {
  await seedAdmission()
  const read = await measurePart('reading', () => readRankingInput(database, SESSION))
  const found = await measurePart('ranking', () => runToEnd(assembleAllocation(read)))
  const allocation = await measurePart('allocation', () =>
    runToEnd(allocateInSteps(found.candidates, found.quotas)),
  )
  const report = await measurePart('checking', () =>
    runToEnd(checkAllocationInSteps(found.candidates, found.quotas, allocation)),
  )
  await measurePart('causes', () => findCausesOfFewerPlaces(found, allocation))
  await measurePart('standings', () =>
    runToEnd(rankCandidates(found.listed, found.quotas, allocation)),
  )
  await measurePart('bareReading', async () => {
    await database.query(
      `select id, reference_code, status, specialization_id, funding_preference, baccalaureate_average, exam_grade, romanian_grade,
       grades_checked_at, confirmed_at from registrations where admission_session_id = $1`,
      [SESSION],
    )
    await database.query(
      `select c.registration_id, c.position, c.specialization_id, c.funding_preference from application_choices c
       join registrations r on r.id = c.registration_id where r.admission_session_id = $1`,
      [SESSION],
    )
  })
  const choiceCount = found.candidates.reduce((sum, candidate) => sum + candidate.choices.length, 0)
  return {
    candidates: found.candidates.length,
    quotas: found.quotas.length,
    choices: choiceCount,
    findings: report.found,
    parts,
  }
}

/**
 * Finds the causes for everyone who loses a place because ten kinds of places are halved, while a
 * hundred grades were corrected. Both take runs of their own.
 */
async function findCausesOfFewerPlaces(
  { candidates, listed, quotas }: AllocationInput,
  { won }: Allocation,
) {
  const fewer = quotas.map((quota, at) =>
    at < 10 ? { ...quota, places: Math.floor(quota.places / 2) } : quota,
  )
  const now = runToEnd(allocateInSteps(candidates, fewer)).won
  const worseOff = candidates.flatMap(({ id }) => {
    const from = won.get(id)?.quota
    return from !== undefined && now.get(id)?.quota !== from
      ? [{ id, from, isIneligible: false }]
      : []
  })
  const collector = new DifferenceCollector(listed, {
    quotas,
    kept: new Set(worseOff.map(({ id }) => id)),
  })
  for (const [at, { id, choices }] of listed.entries())
    collector.add({
      ...{ id, won: won.get(id)?.quota ?? null },
      choices:
        at % Math.ceil(listed.length / 100) === 0
          ? choices.map(({ quota, keys: [average = 0, ...ties] }) => ({
              quota,
              keys: [average + 1, ...ties],
            }))
          : choices,
    })
  const earlierPlaces = new Map(quotas.map(({ id, places }) => [id, places]))
  await causesOf(
    {
      ...{ candidates, quotas: fewer, worseOff, earlierPlaces },
      ...{ differences: collector.result(), appellants: new Set(), rulesDiffer: false },
    },
    async (changed, places) => runToEnd(allocateInSteps(changed, places)),
  )
}

async function seedAdmission() {
  await runStatement(
    `insert into specializations select x.* from specializations s, generate_series(1, $1::int) n,
       lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'ZZ' || n,
       'code_key', 'zz' || n, 'name', 'Programme ' || n, 'name_key', 'programme ' || n)) x
     where s.id = (select id from specializations where is_active order by id limit 1)`,
    [programmes],
  )
  await runStatement(
    `insert into admission_programmes (id, admission_session_id, specialization_id, places_budget, places_fee, formula, formula_key, ties, first_tie)
     select gen_random_uuid(), $1, id, $2, $2 / 2, $3, $3, case when random() < 0.2 then 'lot' else 'together' end, 'romanianGrade'
     from specializations where code like 'ZZ%'`,
    [
      SESSION,
      Math.round(people / programmes / 2.2),
      '0.8 * baccalaureateAverage + 0.2 * examGrade',
    ],
  )
  await runStatement(
    `insert into registrations (id, reference_code, reference_code_key, last_name, last_name_key, first_name, first_name_key, birth_date, sex, city,
       city_key, address, postal_code, phone, personal_email, department_profile_id, specialization_id, status, submitted_at, admission_session_id)
     select gen_random_uuid(), 'X', 'x', 'Pop', 'pop', 'Ana', 'ana', '2007-05-04', 'F', 'Cluj', 'cluj', 'Str. Horea 1', '400000', '+40700000000',
       'a@posta.example', department_profile_id, id, 'under_review', now(), $1 from specializations where code = 'ZZ1'`,
    [SESSION],
  )
  // Keeps the server from drawing documents for the demonstration data during the measurement.
  await runStatement("delete from meta where key = 'demoDocuments'")
  const piece = 10_000
  for (let from = 1; from <= people; from += piece)
    await runStatement(
      `insert into registrations select x.* from (select array_agg(id) as ids from specializations where code like 'ZZ%') s,
       registrations r, generate_series($1::int, $2::int) n, lateral jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
         'reference_code', 'ZA' || n, 'reference_code_key', 'za' || n, 'personal_email', 'a' || n || '@posta.example',
         'grades_checked_at', now(), 'place_state', 'ready', 'specialization_id', s.ids[1 + floor(random() ^ 1.4 * $3::int)::int],
         'funding_preference', (array['budget_then_fee', 'budget_then_fee', 'budget', 'fee'])[1 + floor(random() * 4)::int],
         'baccalaureate_average', round((6 + random() * 4)::numeric, 2), 'exam_grade', round((4 + random() * 6)::numeric, 2),
         'romanian_grade', round((4 + random() * 6)::numeric, 1))) x where r.reference_code = 'X'`,
      [from, Math.min(people, from + piece - 1), programmes],
    )
  await runStatement("delete from registrations where reference_code = 'X'")
  for (let position = 2; position <= choices; position++)
    await runStatement(
      `with place as (select id, row_number() over (order by id) as at from specializations where code like 'ZZ%')
       insert into application_choices (id, registration_id, position, specialization_id, funding_preference)
       select gen_random_uuid(), r.id, $1::int, p.id, (array['budget_then_fee', 'budget_then_fee', 'budget', 'fee'])[1 + (r.n % 4)::int]
       from (select id, specialization_id, row_number() over (order by id) as n from registrations where admission_session_id = $3) r
       join place o on o.id = r.specialization_id join place p on p.at = 1 + (o.at + $1::int * 37 + r.n % 29) % $2::int
       on conflict do nothing`,
      [position, programmes, SESSION],
    )
  await runStatement('analyze')
}

/** Writes the rows of a draft again with one statement in the database, and rolls back. */
async function measureBareWrites(draftId: string) {
  const rollback = new Error('taken back')
  const writing = database.transaction(
    async ({ query }) => {
      await measurePart('bareWriting', () =>
        query(
          `insert into admission_result select x.* from admission_result r,
           lateral jsonb_populate_record(r, jsonb_build_object('draft_id', $2::uuid)) x where r.draft_id = $1`,
          [draftId, randomUUID()],
        ),
      )
      throw rollback
    },
    { statementMs },
  )
  await writing.catch((error) => {
    if (error !== rollback) throw error
  })
  await measurePart('readingResults', () =>
    addResults(database, draftId, {
      quotas: [],
      collector: new DifferenceCollector([], { quotas: [], kept: new Set() }),
    }),
  )
  return { parts }
}

/** Runs a generator to its end and returns the result. */
function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

async function measurePart<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const [startedAt, used] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  parts[name] = [Math.round(performance.now() - startedAt), Math.round((user + system) / 1000)]
  return result
}

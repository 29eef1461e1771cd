/**
 * Measures filtering and sorting applications by answers to 20 listed questions, compared with
 * declared fields that have the same values. Prints JSON.
 */
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { resourceForLists } from '@matricola/server/records/dynamic-resource.ts'
import {
  type CheckedQuery,
  createListQuery,
} from '@matricola/server/records/reading/parse-list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { completeAnswerIndex } from '#server/admission/forms/listed-answers.ts'
import { measureMs, openBenchUniversity } from './bench-university.ts'

const { ROWS = '100000', ROUNDS = '5' } = process.env
const { database, context, specializationId } = await openBenchUniversity()
const records = recordsOf(context)
const registrations = getResource('registrations')

const option = (id: string) => ({ id, label: { en: id } })
const question = (id: string, key: string) => ({
  ...{ id, key, label: { en: key }, required: false, listed: true },
})
const items: readonly FormItem[] = [
  { ...question('q_city01', 'city'), type: 'text', max: 80 },
  { ...question('q_avera1', 'average'), type: 'decimal', min: 5, max: 10, scale: 2 },
  { ...question('q_decid1', 'decidedOn'), type: 'date' },
  {
    ...question('q_accep1', 'acceptance'),
    type: 'choice',
    options: [option('o_keep01'), option('o_moveu1')],
  },
  ...Array.from({ length: 16 }, (_, at) => ({
    ...question(`q_more${String(at).padStart(2, '0')}`, `more${at}`),
    type: 'integer' as const,
    min: 0,
    max: 100,
  })),
]
const content: FormContent = {
  pages: [{ id: 'p_about1', title: { en: 'About' }, items: [...items] }],
}
const create = async (name: Parameters<typeof getResource>[0], body: object) =>
  (await records.insert(systemPermit('demo', getResource(name), 'create'), body)).id
const admissionSessionId = await create('admission-sessions', {
  name: 'Admission',
  academicYear: '2027-2028',
})
const formId = await create('application-forms', {
  ...{ name: 'Bachelor', admissionSessionId, degree: 'bachelor' },
})
const versionId = await create('application-form-versions', { formId })
await database.query(
  `update application_form_versions set content = $2, state = 'published', published_at = now() where id = $1`,
  [versionId, JSON.stringify(content)],
)
const [department] = await database.query<{ id: string }>('select id from departments')
const more = items
  .slice(4)
  .map(({ id }, at) => `'${id}', (n * ${at + 3}) % 101`)
  .join(', ')
await database.transaction(
  ({ query }) =>
    query(
      `insert into registrations (id, reference_code, reference_code_key, last_name, last_name_key, first_name, first_name_key, identity_type, birth_date, sex,
         citizenship, country, city, city_key, address, postal_code, phone, personal_email, language, department_profile_id, specialization_id,
         status, submitted_at, is_duplicate, is_automated, identity_waived, place_state, admission_session_id, search_text,
         baccalaureate_average, decided_on, acceptance, form_version_id, answers)
       select gen_random_uuid(), 'ID' || lpad(n::text, 8, '0'), 'id' || lpad(n::text, 8, '0'), 'Pop' || n, 'pop' || n, 'Ana', 'ana', 'cnp', '2008-01-01', 'F',
         'RO', 'RO', 'City ' || n % 5000, 'city ' || n % 5000, 'Street 1', '400001', '0740555333', 'a' || n || '@example.com', 'en', $2, $3,
         'under_review', now(), false, false, false, 'none', $4, 'pop' || n,
         5 + (n % 501) / 100.0, date '2026-01-01' + n % 300, case n % 2 when 0 then 'keep' else 'moveUp' end, $5,
         jsonb_build_object('q_city01', 'City ' || n % 5000, 'q_avera1', 5 + (n % 501) / 100.0, 'q_decid1', (date '2026-01-01' + n % 300)::text,
           'q_accep1', case n % 2 when 0 then 'o_keep01' else 'o_moveu1' end, ${more})
       from generate_series(1, $1::int) n`,
      [Number(ROWS), department?.id, specializationId, admissionSessionId, versionId],
    ),
  { statementMs: 600_000 },
)
for (const { id } of items)
  await database.query(
    'insert into listed_item (form_id, item_id, version_id, is_listed, format, total, done) values ($1, $2, $3, true, 1, 0, 0)',
    [formId, id, versionId],
  )
const indexMs = await measureMs(() => completeAnswerIndex(context))
process.stderr.write(`indexed in ${Math.round(indexMs)} ms\n`)
// As both engines do some minutes after many writes.
for (const table of ['registrations', 'application_answer'])
  await database.query(`vacuum analyze ${table}`)

const resource = await resourceForLists(context, registrations)
const permit = systemPermit('demo', resource, 'read')
const pairs: { readonly [name: string]: readonly [Partial<CheckedQuery>, Partial<CheckedQuery>] } =
  {
    ...filters('filter a number', ['baccalaureateAverage', '9.5..'], ['answers.average', '9.5..']),
    ...filters('filter a date', ['decidedOn', '2026-03-01'], ['answers.decidedOn', '2026-03-01']),
    ...filters(
      'filter 60 days',
      ['decidedOn', '2026-03-01..2026-04-29'],
      ['answers.decidedOn', '2026-03-01..2026-04-29'],
    ),
    ...filters('filter a choice', ['acceptance', 'keep'], ['answers.acceptance', 'o_keep01']),
    ...filters('filter a text', ['city', 'city 499'], ['answers.city', 'city 499']),
    'filter two questions': [
      {
        filters: [
          ['acceptance', 'keep'],
          ['decidedOn', '2026-03-01..2026-04-30'],
        ],
      },
      {
        filters: [
          ['answers.acceptance', 'o_keep01'],
          ['answers.decidedOn', '2026-03-01..2026-04-30'],
        ],
      },
    ],
    ...sorts('sort by a number', 'baccalaureateAverage', 'answers.average'),
    ...sorts('sort by a date', 'decidedOn', 'answers.decidedOn'),
    ...sorts('sort by a text', 'city', 'answers.city'),
    'sort by a text, page 400': [
      { sort: [{ field: 'city', isDescending: true }], pageNumber: 400 },
      { sort: [{ field: 'answers.city', isDescending: true }], pageNumber: 400 },
    ],
    'sort by a date, filter a choice': [
      { sort: [{ field: 'decidedOn', isDescending: false }], filters: [['acceptance', 'keep']] },
      {
        sort: [{ field: 'answers.decidedOn', isDescending: false }],
        filters: [['answers.acceptance', 'o_keep01']],
      },
    ],
  }
type Filter = readonly [field: string, value: string]
function filters(name: string, declared: Filter, answer: Filter) {
  return { [name]: [{ filters: [declared] }, { filters: [answer] }] as const }
}
function sorts(name: string, declared: string, answer: string) {
  const by = (field: string) => ({ sort: [{ field, isDescending: false }] })
  return { [name]: [by(declared), by(answer)] as const }
}

/** Reads a page with its total, which is counted again. */
const read = (parts: Partial<CheckedQuery>) =>
  measureMs(() => {
    records.invalidateTotals(registrations.name)
    return records.page(permit, createListQuery(resource, { pageSize: 25, ...parts }))
  })
const measureRound = async () => {
  const round: Record<string, { readonly declared: number; readonly answer: number }> = {}
  for (const [name, [declared, answer]] of Object.entries(pairs))
    round[name] = { declared: await read(declared), answer: await read(answer) }
  return round
}
await measureRound()
const rounds = []
for (let round = 1; round <= Number(ROUNDS); round++) rounds.push(await measureRound())
await database.close()
process.stdout.write(JSON.stringify(rounds))

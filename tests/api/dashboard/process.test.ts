import { processesOf } from '@matricola/schema/areas.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireProcess, WireProcessList } from '@matricola/schema/wire/process.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getResource, registry } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
let byMerit: string
let single: string
let round: string
const run = <T = unknown>(text: string, values: readonly unknown[] = []) =>
  api.context.database.query<T & object>(text, values)
beforeAll(async () => {
  api = await startApp(openTestDatabase)
  university = await seedUniversity(api)
  const [programme] = await run<{ id: string }>(
    'select admission_session_id as id from admission_programmes limit 1',
  )
  byMerit = programme?.id ?? ''
  const [first] = await run<{ id: string }>(
    'select id from admission_rounds where admission_session_id = $1 order by number limit 1',
    [byMerit],
  )
  round = first?.id ?? ''
  const { data } = await api.call<WireRecord>(
    university.admin,
    'POST',
    '/api/admission-sessions/create',
    { name: 'Sesiune fără medii', academicYear: '2026-2027' },
  )
  single = data.id
  await run(
    "update registrations set admission_session_id = $1, status = 'submitted', grades_checked_at = null",
    [byMerit],
  )
})
afterAll(() => api.close())

const read = (caller: Caller, query = '') =>
  api.call<WireProcess>(caller, 'GET', `/api/processes/admission${query}`)
const processOf = async (subject: string, caller = university.admin) =>
  (await read(caller, `?subject=${subject}`)).data
const stageOf = async (subject: string, name: string) =>
  (await processOf(subject)).stages.find((stage) => stage.name === name)

const totalOf = async (caller: Caller, { resource, view, filters }: WireProcessList) => {
  const query = new URLSearchParams({ ...(view && { view }) })
  for (const [field, value] of filters) query.set(`filters[${field}]`, value ?? '')
  const { path } = endpointsOf(getResource(resource)).list
  return (await api.call<Page<WireRecord>>(caller, 'GET', `${path}?${query}`)).data.totalCount
}

test.each(registry.roles)(
  'every number of a process is the total of the list that it links to, for a %s',
  async (role) => {
    const caller = university[role]
    await run(
      "update registrations set is_duplicate = true where id = (select id from registrations where status = 'submitted' limit 1)",
    )
    const counted = new Set<string>()
    for (const { name: process } of processesOf(registry, role)) {
      const path = `/api/processes/${process}`
      const { subjects } = (await api.call<WireProcess>(caller, 'GET', path)).data
      for (const { id } of subjects) {
        const { data } = await api.call<WireProcess>(caller, 'GET', `${path}?subject=${id}`)
        for (const { name, count, list, states, people, blocks } of data.stages)
          for (const part of [{ count, list }, ...states, ...(people ?? []), ...blocks]) {
            if (!part.list) continue
            expect([name, part.list, part.count]).toEqual([
              name,
              part.list,
              await totalOf(caller, part.list),
            ])
            if (part.count) counted.add(JSON.stringify(part.list))
          }
      }
    }
    if (processesOf(registry, role).length > 0) expect(counted.size).toBeGreaterThan(5)
    else expect(['professor', 'student']).toContain(role)
  },
)

test.each([
  ['count', 'count(*) FILTER'],
  ['people', 'oldest_at'],
] as const)('if the %s of a stage cannot be read, the rest is still shown', async (part, words) => {
  const { database } = api.context
  const query = database.query.bind(database)
  vi.spyOn(api.context.log, 'error').mockImplementation(() => undefined)
  vi.spyOn(database, 'query').mockImplementation((text, ...rest) =>
    text.includes(words) ? Promise.reject(new Error('broken')) : query(text, ...rest),
  )
  const { subject, stages } = await processOf(byMerit)
  vi.restoreAllMocks()
  expect(subject?.id).toBe(byMerit)
  expect(stages.find(({ name }) => name === 'review')?.[part]).toBe(null)
  expect(stages.find(({ name }) => name === 'setUp')?.checks.length).toBeGreaterThan(2)
})

test('an admission by merit has stages that others do not have', async () => {
  expect((await processOf(byMerit)).stages.map(({ name }) => name)).toEqual([
    ...['setUp', 'applications', 'review', 'gradesChecked', 'draft', 'results', 'confirm', 'enrol'],
  ])
  expect((await processOf(single)).stages.map(({ name }) => name)).toEqual([
    ...['setUp', 'applications', 'review', 'release', 'enrol'],
  ])
})

test('a stage waits for those before it, and the first that is not done is the current one', async () => {
  const empty = await processOf(single)
  expect(empty.current).toBe('setUp')
  expect(empty.stages.map(({ state }) => state)).toEqual([
    ...['current', 'underWay', 'later', 'later', 'later'],
  ])
  await meetChecks(single)
  expect((await processOf(single)).current).toBe('applications')
  await meetChecks(byMerit)
  await run('update registrations set is_duplicate = false')
  const { current, stages } = await processOf(byMerit)
  expect(current).toBe('review')
  expect(stages.map(({ name, state, waitsFor }) => [name, state, waitsFor])).toEqual([
    ['setUp', 'done', []],
    ['applications', 'done', []],
    ['review', 'current', []],
    ['gradesChecked', 'underWay', []],
    ['draft', 'later', ['gradesChecked']],
    ['results', 'later', ['draft']],
    ['confirm', 'later', ['results']],
    ['enrol', 'later', ['review']],
  ])
  await run('update registrations set grades_checked_at = now()')
  expect((await stageOf(byMerit, 'gradesChecked'))?.state).toBe('done')
  expect((await stageOf(byMerit, 'draft'))?.state).not.toBe('later')
  await run("update registrations set status = 'declined'")
  expect((await stageOf(byMerit, 'review'))?.state).toBe('done')
})

/** Makes every check of the session's set-up hold. */
async function meetChecks(session: string) {
  await run(
    "update admission_sessions set opens_at = '2020-01-01', closes_at = '2099-01-01' where id = $1",
    [session],
  )
  await run(
    "update admission_rounds set results_on = '2098-01-01', appeal_until = '2098-01-02', confirm_by = '2098-01-03'",
  )
  await run('update admission_programmes set places_budget = 1')
  await run(
    "update settings set bank_iban = 'RO49AAAA1B31007593840000', website = 'www.ulm.example'",
  )
}

test('the set-up names the checks that are not met, each for its own session', async () => {
  const unmet = async (session = byMerit) =>
    (await stageOf(session, 'setUp'))?.checks.flatMap(({ name, isMet }) => (isMet ? [] : name))
  await meetChecks(byMerit)
  expect(await unmet()).toEqual([])
  for (const [check, change, session] of [
    ['dates', 'update admission_sessions set closes_at = null where id = $1', byMerit],
    ['rounds', "update admission_rounds set confirm_by = '2098-01-01' where id = $1", round],
    [
      'places',
      'update admission_programmes set places_budget = 0, places_fee = 0 where admission_session_id = $1',
      byMerit,
    ],
  ] as const) {
    await run(change, [session])
    expect(await unmet()).toEqual([check])
    expect(await stageOf(byMerit, 'setUp')).toMatchObject({ count: 1, state: 'current' })
    await meetChecks(byMerit)
  }
  await run('update settings set website = null, admission_email = null, admission_phone = null')
  expect(await unmet()).toEqual(['contact'])
  await meetChecks(byMerit)
})

test('a stage shows who works on it, what they did today, and how long the rest takes', async () => {
  await run("update registrations set status = 'under_review', assigned_to_id = null")
  const { id, name } = university.secretary
  await run(
    'update registrations set assigned_to_id = $1 where id = (select id from registrations where admission_session_id = $2 order by id limit 1)',
    [id, byMerit],
  )
  const review = async () => await stageOf(byMerit, 'review')
  const before = await review()
  const total = before?.count ?? 0
  expect(before?.daysLeft).toBe(null)
  expect(before?.people?.map(({ id: user, count }) => [user, count])).toEqual([
    [id, 1],
    [null, total - 1],
  ])
  const decide = (action: string, count: number) =>
    run(
      `insert into change (id, resource, record_id, version, action, actor_id, actor_name, at)
       select gen_random_uuid(), 'registrations', (select id from registrations where admission_session_id = $1 limit 1), 90, $2, $3, $4, $5
       from generate_series(1, $6)`,
      [byMerit, action, id, name, api.context.clock.now().toISOString(), count],
    )
  await decide('accept', 19)
  // A change that does not end the review.
  await decide('startReview', 30)
  expect((await review())?.daysLeft).toBe(null)
  await decide('decline', 1)
  const after = await review()
  expect(after?.people?.[0]).toMatchObject({ id, doneToday: 20, isPresent: false })
  // 20 in five working days are 4 a day.
  expect(after?.daysLeft).toBe(Math.ceil(total / 4))
  await run(
    "insert into presence (resource, record_id, user_id, seen_at) values ('registrations', gen_random_uuid(), $1, $2)",
    [id, api.context.clock.now().toISOString()],
  )
  expect((await review())?.people?.[0]?.isPresent).toBe(true)
})

test('records that stop a stage keep it from being done', async () => {
  await run("update registrations set status = 'submitted', is_duplicate = true")
  const review = await stageOf(byMerit, 'review')
  expect(review?.state).toBe('blocked')
  expect(review?.blocks[0]).toMatchObject({ view: 'duplicates', stops: true })
})

test('a stage is late once its day is over and records are left', async () => {
  await run("update admission_rounds set results_on = '2020-01-01' where id = $1", [round])
  expect(await stageOf(byMerit, 'review')).toMatchObject({ due: '2020-01-01', isLate: true })
  await run("update admission_rounds set results_on = '2099-01-01' where id = $1", [round])
  expect(await stageOf(byMerit, 'review')).toMatchObject({ due: '2099-01-01', isLate: false })
})

test('only administrators release results, and only staff see the process', async () => {
  const resultsFor = async (role: 'admin' | 'secretary') =>
    (await processOf(byMerit, university[role])).stages.find(({ name }) => name === 'results')?.next
  expect(await resultsFor('admin')).toEqual({ isCreate: false, isAllowed: true, roles: ['admin'] })
  expect(await resultsFor('secretary')).toMatchObject({ isAllowed: false })
  for (const role of ['professor', 'student'] as const)
    expect((await read(university[role])).status).toBe(403)
})

test('without a subject in the call, the process is that of the current session', async () => {
  await run('update settings set admission_session_id = $1', [single])
  expect((await read(university.secretary)).data.subject?.id).toBe(single)
  await run('update settings set admission_session_id = $1', [byMerit])
  const { data } = await read(university.secretary)
  expect(data.subject?.id).toBe(byMerit)
  expect(data.parts.map(({ id }) => id)).toContain(round)
  expect(data.dates.map(({ field }) => field)).toContain('resultsOn')
})

test('unknown processes, subjects and parts are reported', async () => {
  const missing = '3f0a1c52-0000-4000-8000-000000000000'
  expect((await api.call(university.admin, 'GET', '/api/processes/nothing')).status).toBe(404)
  expect((await read(university.admin, `?subject=${missing}`)).status).toBe(404)
  expect((await read(university.admin, `?subject=${byMerit}&part=${missing}`)).status).toBe(404)
  expect((await read(university.admin, '?subject=x')).status).toBe(400)
})

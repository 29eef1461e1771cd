/**
 * Kills a server while it computes, releases, withdraws or sends ranking results. After the next
 * start, there is exactly one result or none, and no applicant receives two different ones.
 */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openContext } from '@matricola/server/app/open-context.ts'
import type { Context } from '@matricola/server/context.ts'
import { connect } from '@matricola/server/database/connect.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createAccount } from '@matricola/server/session/accounts.ts'
import {
  createPostgresDatabase,
  projectRoot,
  removeFolder,
  silentLog,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import { goodPassword } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { buildProgram, type Program, startProgram } from '#tests/support/program.ts'
import { seedRegistration } from '#tests/support/seed-university.ts'
import { testedApp } from '#tests/support/tested-app.ts'

/** Enough applicants that notifying them takes two transactions. */
const people = 300
const placesBudget = 120

const folder = mkdtempSync(join(tmpdir(), 'killed-ranking-'))
const postgres = testPostgresUrl ? await createPostgresDatabase(testPostgresUrl) : null
const settings = { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) }
const config = { ...testedApp.loadConfig({ ...settings, LOG_LEVEL: 'silent' }), root: projectRoot }
let program: Program | undefined
let cookie = ''
let roundId = ''

beforeAll(async () => {
  buildProgram()
  const context = await openContext(testedApp, { config, log: silentLog })
  await seedAdmission(context).finally(() => context.database.close())
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  await postgres?.drop()
  removeFolder(folder)
})

/**
 * Creates an admission session with one ranked programme, and applications whose averages often
 * tie.
 */
async function seedAdmission(context: Context): Promise<void> {
  const { database, keys, clock } = context
  const make = async (name: string, body: object) =>
    (await recordsOf(context).insert(systemPermit('demo', getResource(name), 'create'), body)).id
  const account = {
    name: 'Ada Admin',
    username: 'ada',
    email: 'ada@univ.ro',
    role: 'admin',
    password: goodPassword,
  } as const
  await createAccount(database, keys, { ...account, createdAt: clock.now() })
  const departmentProfileId = await make('departments', { name: 'Litere' })
  const programme = {
    name: 'Filologie',
    code: 'FIL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const specializationId = await make('specializations', programme)
  const [session] = await database.query<{ id: string }>(
    'select admission_session_id as id from settings',
  )
  await database.query('update settings set ranking_needs_second = false')
  const admission = { admissionSessionId: session?.id }
  roundId = await make('admission-rounds', { ...admission, name: 'Round 1', number: 1 })
  const rule = { formula: 'baccalaureateAverage', placesBudget, placesFee: 30 }
  await make('admission-programmes', { ...admission, ...rule, specializationId })
  const { id } = await seedRegistration(context, 100, {
    ...{
      ...admission,
      departmentProfileId,
      specializationId,
      status: 'under_review',
      fundingPreference: 'budget_then_fee',
    },
    ...{ baccalaureateAverage: 5, gradesCheckedAt: clock.now().toISOString() },
  })
  await database.query(
    `insert into registrations select x.* from registrations r, generate_series(2, $2::int) n,
     lateral jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'reference_code', 'R' || n, 'reference_code_key', 'r' || n,
       'personal_email', 'a' || n || '@posta.example', 'cnp', null, 'cnp_bidx', null, 'serial_number', null, 'baccalaureate_average', 5 + n % 60 / 20.0)) x where r.id = $1`,
    [id, people],
  )
}

/** The file that tells the server before which statement it is killed. */
const order = join(folder, 'kill-at.json')
const killBefore = (statements: readonly string[]) =>
  writeFileSync(order, JSON.stringify(statements))

/** Starts the server unless it is running, and signs in if there is no session yet. */
async function start(): Promise<Program> {
  if (program && program.process.exitCode === null && program.process.signalCode === null)
    return program
  const preload = pathToFileURL(join(projectRoot, 'tests/support/kill-before-statement.mjs'))
  program = await startProgram({
    ...settings,
    DEMO: '0',
    NODE_OPTIONS: `--import=${preload.href}`,
    KILL_AT: order,
  })
  // The jobs start first, so the server can be killed before it reports that it is ready.
  if (program.process.signalCode !== 'SIGKILL') expect(program.output()).toContain('Ctrl+C')
  if (cookie !== '') return program
  const answer = await callServer('POST', '/api/authentication/login', {
    username: 'ada',
    password: goodPassword,
  })
  expect(answer.status).toBe(200)
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return program
}

/** Makes a request. Returns 0 as the status if the server is killed before it responds. */
async function callServer(method: string, path: string, body?: object) {
  const origin = program?.origin ?? ''
  const headers = { origin, cookie, ...(body && { 'content-type': 'application/json' }) }
  return await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
}
const statusOf = async (method: string, path: string, body?: object) =>
  await callServer(method, path, body).then(
    ({ status }) => status,
    () => 0,
  )
async function dataOf<T>(path: string): Promise<T> {
  const answer = await callServer('GET', path)
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: T }
  return data
}

/** Waits until the server has been ended by SIGKILL. */
async function killed(): Promise<void> {
  const running = program ?? expect.fail('a server runs')
  await expect.poll(() => running.process.signalCode).toBe('SIGKILL')
  await running.ended
  expect({ signal: running.process.signalCode, said: running.output() }).toMatchObject({
    signal: 'SIGKILL',
  })
}

interface Draft {
  readonly id: string
  readonly state: string
  readonly placed: number
}
const getDraft = async (id: string) => await dataOf<Draft>(`/api/admission-drafts/${id}`)
const newestDraft = async () =>
  (await dataOf<{ list: Draft[] }>('/api/admission-drafts?pageSize=1')).list[0]
const step = (id: string, name: string) =>
  statusOf('POST', `/api/admission-drafts/${id}/actions/${name}`, {})

type Facts = Record<string, number | string>
type Find = (text: string, values?: readonly unknown[]) => Promise<readonly Facts[]>
/** Queries the database. The embedded engine allows one process, so the server is stopped first. */
async function between<T>(work: (find: Find) => Promise<T>): Promise<T> {
  if (!postgres) await program?.stop()
  const database = await connect(config, silentLog)
  return await work((text, values) => database.query<Facts>(text, values)).finally(() =>
    database.close(),
  )
}

/** Ends the lease, after which another process takes over the work of a killed one. */
const endLease = () => between((find) => find('update admission_run set lease_until = now()'))

/** Transitions in a draft's history, and how often each occurred. */
async function stepsOf(find: Find, id: string) {
  const rows = await find(
    `select action, count(*) as times from change where record_id = $1 and action <> 'create' group by action`,
    [id],
  )
  return Object.fromEntries(rows.map(({ action, times }) => [action, times]))
}

/**
 * Requests a results draft, waits until it is ready and returns its id. Enters the password, which a
 * release requires.
 */
async function createDraft(): Promise<string> {
  const confirmation = { password: goodPassword }
  expect(await statusOf('POST', '/api/authentication/confirm-password', confirmation)).toBe(200)
  expect(
    await statusOf('POST', '/api/admission-drafts/create', { admissionRoundId: roundId }),
  ).toBe(201)
  await expect.poll(async () => (await newestDraft())?.state).toBe('ready')
  return (await newestDraft())?.id ?? ''
}

/**
 * Summary of a draft: the applicants, those with a place, all choices, the places, and a hash of
 * which applicant got which place.
 */
const queryById = async (find: Find, id: string) =>
  await find(
    `select count(*) as people, count(x.kind) as placed, sum(cardinality(x.quotas)) as choices, string_agg(distinct x.draft_id::text, ',') as drafts,
     (select count(*) from admission_quota where draft_id = $1) as places,
     md5(string_agg(x.registration_id || coalesce(x.kind, '-') || x.positions::text || x.waiting_positions::text, ',' order by x.registration_id)) as who
     from admission_result x where x.draft_id = $1`,
    [id],
  )

/**
 * The points at which a server may be killed depend on the program; the recovery of uncommitted
 * work depends on the engine. On the embedded engine, one point of each type is enough.
 */
const places = <T>(all: readonly T[], embeddedIndex: number): readonly T[] =>
  postgres ? all : all.slice(embeddedIndex, embeddedIndex + 1)

/** The summary of a draft that was not interrupted. */
let expected: Facts | undefined

test.each(
  places(
    [
      ['while its findings are stored', ['insert into admission_result']],
      [
        'when part of it is stored',
        ['insert into admission_result', 'insert into admission_quota'],
      ],
      [
        'right before it is completed',
        ['insert into admission_quota', 'UPDATE admission_drafts w SET'],
      ],
      ['as it is committed', ['UPDATE admission_drafts w SET', 'commit']],
    ] as const,
    3,
  ),
)(
  'a results draft whose server is killed %s is created exactly once by the next server',
  async (_, statements) => {
    await start()
    const first = expected ? '' : await createDraft()
    killBefore(statements)
    expect(
      await statusOf('POST', '/api/admission-drafts/create', { admissionRoundId: roundId }),
    ).toBe(201)
    await killed()
    await endLease()
    await start()
    await expect.poll(async () => (await newestDraft())?.state).toBe('ready')
    const secondDraftId = (await newestDraft())?.id ?? ''
    await between(async (find) => {
      expected ??= (await queryById(find, first))[0]
      expect(await queryById(find, secondDraftId)).toEqual([{ ...expected, drafts: secondDraftId }])
      expect(await stepsOf(find, secondDraftId)).toEqual({ finish: 1 })
    })
    expect(expected).toMatchObject({ people, choices: 2 * people, places: 2 })
  },
)

test.each(
  places(
    [
      ['before the change is stored', ['UPDATE admission_drafts w SET']],
      [
        'before the draft is compared with later changes',
        ['UPDATE admission_drafts w SET', 'from admission_input'],
      ],
      [
        'as the change is committed',
        ['UPDATE admission_drafts w SET', 'from admission_input', 'commit'],
      ],
    ] as const,
    2,
  ),
)(
  'if the server is killed %s, a release and its undo each happen once or not at all',
  async (_, statements) => {
    await start()
    const id = await createDraft()
    killBefore(statements)
    expect(await step(id, 'release')).toBe(0)
    await killed()
    await start()
    const { state } = await getDraft(id)
    expect(['ready', 'released']).toContain(state)
    expect(await step(id, 'release')).toBe(state === 'ready' ? 200 : 409)
    expect((await getDraft(id)).state).toBe('released')

    // Withdrawing results does not check whether they are stale.
    killBefore(statements.filter((statement) => !statement.includes('admission_input')))
    expect(await step(id, 'takeBack')).toBe(0)
    await killed()
    await start()
    const { state: after } = await getDraft(id)
    expect(['ready', 'released']).toContain(after)
    expect(await step(id, 'takeBack')).toBe(after === 'released' ? 200 : 409)
    expect((await getDraft(id)).state).toBe('ready')
    await between(async (find) => {
      expect(await stepsOf(find, id)).toEqual({ finish: 1, release: 1, takeBack: 1 })
      expect(await find('select from admission_result where notified_at is not null')).toEqual([])
      expect(await find('select from outbox_mail where record_id is not null')).toEqual([])
    })
  },
)

test('each applicant is notified of the results exactly once, even if the server is killed repeatedly', async () => {
  await start()
  const id = await createDraft()
  expect(await step(id, 'release')).toBe(200)
  await program?.stop()
  const countNotified = async (find: Find) =>
    await find('select count(notified_at) as told from admission_result where draft_id = $1', [id])
  const mails = () =>
    readdirSync(folder).includes('mail')
      ? readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml'))
      : []
  await between((find) => find('update admission_drafts set notify_at = now() where id = $1', [id]))
  let afterKills: readonly Facts[] = []
  // Emails are sent as soon as they are queued, so every killed server also sends some.
  for (const statements of places(
    [
      ['update admission_result'],
      ['insert into registration_event'],
      ['insert into outbox_mail'],
      ['insert into outbox_mail', 'commit'],
      ['update outbox_mail set state'],
      ['20*update outbox_mail set state'],
      ['20*update outbox_mail set state', 'commit'],
    ],
    6,
  )) {
    killBefore(statements)
    await start()
    await killed()
    await between(async (find) => {
      await find('update outbox_mail set lease_until = now() where lease_until is not null')
      afterKills = await countNotified(find)
    })
  }
  await start()
  await expect.poll(async () => (await getDraft(id)).state).toBe('notified')
  await expect.poll(() => mails().length, { timeout: 120_000 }).toBe(people)
  await program?.stop()
  expect(Number(afterKills[0]?.told)).toBeGreaterThan(0)
  await between(async (find) => {
    expect(await countNotified(find)).toEqual([{ told: people }])
    expect(
      await find(
        `select r.status, count(*) as people, count(r.won_funding) as places,
       sum((select count(*) from outbox_mail m where m.record_id = r.id and m.state = 'sent')) as mails,
       max((select count(*) from outbox_mail m where m.record_id = r.id)) as most_mails,
       sum((select count(*) from registration_event e where e.registration_id = r.id and e.type in ('accepted', 'placeWaiting'))) as events,
       max((select count(*) from registration_event e where e.registration_id = r.id and e.type in ('accepted', 'placeWaiting'))) as most_events,
       sum((select count(*) from change c where c.record_id = r.id and c.action = 'giveResult')) as changes
       from registrations r group by r.status order by r.status`,
      ),
    ).toEqual([
      {
        status: 'accepted',
        people: 150,
        places: 150,
        mails: 150,
        most_mails: 1,
        events: 150,
        most_events: 1,
        changes: 150,
      },
      {
        status: 'under_review',
        people: 150,
        places: 0,
        mails: 150,
        most_mails: 1,
        events: 150,
        most_events: 1,
        // The state of the place.
        changes: 150,
      },
    ])
    expect(await stepsOf(find, id)).toEqual({ finish: 1, release: 1, tell: 1 })
  })
})

import { detectFileKind, mediaTypes } from '@matricola/schema/values/file-kind.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Context } from '@matricola/server/context.ts'
import { tableNameOf } from '@matricola/server/database/names.ts'
import { sendDueMails } from '@matricola/server/mail/outbox.ts'
import { authorize, systemPermit } from '@matricola/server/policy/permit.ts'
import type { FilePort } from '@matricola/server/ports/files.ts'
import { parseListQuery } from '@matricola/server/records/reading/parse-list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { readAlarms, readVitals, toHealth } from '@matricola/server/services/read-health.ts'
import { findAccountByLogin } from '@matricola/server/session/accounts.ts'
import { isCorrectPassword } from '@matricola/server/session/password-hash.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccessCode } from '#demo/applicant-emails.ts'
import type { DemoResource } from '#demo/demo-university.ts'
import { drawDemoDocuments } from '#demo/draw-documents.ts'
import { type DemoAccounts, fillDemoUniversity } from '#demo/fill-demo-university.ts'
import { demoSeed, makeDemoUniversity } from '#demo/make-demo-university.ts'
import type { EarlyApplication } from '#demo/merit/early-admissions.ts'
import { callerOf } from '#demo/recent-changes.ts'
import type { StateReader } from '#resources/admission/application-facts.ts'
import { applicationStates, placeStates } from '#resources/admission/application-states.ts'
import { type ReleaseGroup, releaseGroups } from '#resources/calls/ranking.ts'
import { allResources, getResource } from '#resources/index.ts'
import { isAccessCode } from '#server/admission/applicant/access-code.ts'
import { readStatesById } from '#server/admission/applicant/application-state.ts'
import { readCauseSources, readGroupMembers } from '#server/admission/ranking/group-members.ts'
import { readReleaseChecks } from '#server/admission/ranking/release-checks.ts'
import { readDraftStatus, readMoves } from '#server/admission/ranking/results.ts'
import { readDashboard } from '#server/dashboard/read-dashboard.ts'
import { createTestContext } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const now = new Date('2026-11-21T06:00:00Z')
const university = makeDemoUniversity(demoSeed, now)
const password = 'patru pisici vopsesc'
let context: Context
const bytes = new Map<string, Uint8Array>()
const files: FilePort = {
  write: async (key, written) => void bytes.set(key, written),
  read: () => Promise.reject(new Error('nothing is read')),
  remove: async () => {},
}
let filled: DemoAccounts | null

beforeAll(async () => {
  const plain = createTestContext(await openTestDatabase(), { clock: { now: () => now }, files })
  context = { ...plain, config: { ...plain.config, demo: true, demoPassword: password } }
  filled = await fillDemoUniversity(context)
})
afterAll(() => context.database.close())

const list = (name: string, query: Record<string, string>) => {
  const resource = getResource(name)
  return recordsOf(context).page(
    systemPermit('demo', resource, 'read'),
    parseListQuery(resource, 'admin', query),
  )
}

test('an empty database is seeded with the demo university, and its accounts are printed', () => {
  expect(filled?.accounts.map(({ role }) => role).toSorted()).toEqual([
    'admin',
    'professor',
    'secretary',
    'student',
  ])
})

test.each(allResources.map(({ name }) => name))('every record of %s is stored', async (name) => {
  const [row] = await context.database.query<{ total: number }>(
    `select count(*) as total from ${tableNameOf(getResource(name))}`,
  )
  // Two of the demo's latest changes notify a student of a new status, and one adds a student to
  // the classes of another group. The rounds of the early admissions have three appeals, an
  // application that is sent after the last results, a charge after a move, and five drafts.
  const laterCounts = {
    ...{ notifications: 2, 'class-enrolments': 6 },
    ...{ 'admission-appeals': 3, registrations: 1, 'admission-drafts': 5, finances: 1 },
  }
  const laterCount = laterCounts[name as keyof typeof laterCounts] ?? 0
  expect(row?.total).toBe((university[name as DemoResource]?.length ?? 0) + laterCount)
})

test('a database that is not empty is left unchanged', async () => {
  expect(await fillDemoUniversity(context)).toBeNull()
})

test.each(['admin', 'secretary', 'professor', 'student'] as const)(
  '%s signs in with the demo password and need not change it',
  async (role) => {
    expect(filled?.accounts.find((account) => account.role === role)).toEqual({
      role,
      username: role,
      password,
    })
    const account = await findAccountByLogin(context, role)
    expect(account).toMatchObject({ role, isActive: true, mustChange: false })
    expect(
      await isCorrectPassword(context.keys.pepper, account?.passwordHash ?? null, password),
    ).toBe(true)
  },
)

test('a student whose name has diacritics is found without them', async () => {
  const student = university.students.find(({ lastName }) => /^[ȘȚ]/.test(lastName ?? ''))
  const { list: found } = await list('students', {
    search: fold(`${student?.lastName}`),
    pageSize: '100',
  })
  expect(found.map(({ id }) => id)).toContain(student?.id)
})

test('a student is found by CNP, which is masked in the list and encrypted in the table', async () => {
  const { id, cnp } = university.students[7] ?? {}
  const { list: found } = await list('students', { 'filters[cnp]': cnp ?? '' })
  expect(found.map((record) => record.id)).toEqual([id])
  expect(found[0]?.cnp).toBe(`••••••••••${cnp?.slice(-3)}`)
  const [row] = await context.database.query<{ cnp: string }>(
    'select cnp from students where id = $1',
    [id],
  )
  expect(row?.cnp).not.toContain(cnp)
})

test('the statistics of the demo count its registrations by status', async () => {
  const admin = university.users.find(({ username }) => username === 'admin')
  const caller = {
    id: admin?.id ?? '',
    role: 'admin',
    name: 'A',
    personId: null,
    sessionId: '',
    reauthenticatedAt: now.toISOString(),
    language: 'ro',
  } as const
  const { registrations, registrationStatus } = await readDashboard(context, caller)
  expect(registrations).toBe(1579)
  const early = new Set(Object.values(university.early.ids))
  const expected = { accepted: 12, declined: 8, under_review: 5 }
  for (const [status, count] of Object.entries(registrationStatus))
    expect(count).toBe(
      university.registrations.filter((one) => one.status === status && !early.has(one.id)).length +
        (expected[status as keyof typeof expected] ?? 0),
    )
})

/** Reads the teachers, students and examiners of classes and exams from the tables. */
async function membership() {
  const rows = <Row extends object>(text: string) => context.database.query<Row>(text)
  const [teacher] = await rows<{ id: string }>(
    "select p.id from professors p join users u on u.id = p.user_id where u.username = 'professor'",
  )
  const [student] = await rows<{ id: string }>(
    "select s.id from students s join users u on u.id = s.user_id where u.username = 'student'",
  )
  const classes = await rows<{ id: string; lead: string }>(
    'select id, lead_professor_id as lead from university_classes',
  )
  const helped = await rows<{ one: string; by: string }>(
    'select class_id as one, professor_id as by from class_assistants where is_active',
  )
  const attended = await rows<{ one: string; by: string }>(
    "select class_id as one, student_id as by from class_enrolments where status = 'active'",
  )
  const exams = await rows<{ id: string; one: string; by: string }>(
    'select id, class_id as one, professor_id as by from exams',
  )
  const ownRows = await rows<{ exam: string; by: string }>(
    "select exam_id as exam, student_id as by from exam_resits where status in ('approved', 'held')",
  )
  const led = new Set(classes.filter(({ lead }) => lead === teacher?.id).map(({ id }) => id))
  const taught = new Set([
    ...led,
    ...helped.filter(({ by }) => by === teacher?.id).map(({ one }) => one),
  ])
  const ownExams = exams.filter(({ by }) => by === teacher?.id)
  const visibleExams = new Set([...taught, ...ownExams.map(({ one }) => one)])
  const resitExams = new Set(
    [...ownExams, ...exams.filter(({ one }) => led.has(one))].map(({ id }) => id),
  )
  return {
    taught,
    studying: new Set([
      ...attended.filter(({ one }) => visibleExams.has(one)).map(({ by }) => by),
      ...ownRows.filter(({ exam }) => resitExams.has(exam)).map(({ by }) => by),
    ]),
    attended: new Set(attended.filter(({ by }) => by === student?.id).map(({ one }) => one)),
  }
}

test.each([
  ['professor', 'university-classes', 'taught'],
  ['professor', 'students', 'studying'],
  ['student', 'university-classes', 'attended'],
] as const)('the demo %s sees their own %s and no others', async (role, name, listing) => {
  const account = await findAccountByLogin(context, role)
  if (!account) throw new Error(`no account for ${role}`)
  const caller = {
    id: account.id,
    role,
    name: account.name,
    personId: null,
    sessionId: account.id,
    reauthenticatedAt: now.toISOString(),
    language: 'ro',
  } as const
  const resource = getResource(name)
  const ownIds = (await membership())[listing]
  const visibleIds: string[] = []
  for (let page = 1; page === 1 || visibleIds.length === (page - 1) * 100; page++) {
    const query = parseListQuery(resource, role, { pageNumber: String(page), pageSize: '100' })
    visibleIds.push(
      ...(await recordsOf(context).page(authorize(caller, resource, 'read'), query)).list.map(
        ({ id }) => id,
      ),
    )
  }
  expect(visibleIds.toSorted()).toEqual([...ownIds].toSorted())
  expect(ownIds.size).toBeGreaterThan(0)
  // At most a fifth, because no professor teaches half of the university.
  expect(ownIds.size).toBeLessThan(university[name].length / 5)
})

test('the history and the timeline of every application are stored', async () => {
  // The rounds of the early admissions add to them.
  const [counts] = await context.database.query<{ changes: number; events: number; tied: number }>(
    `select (select count(*) from change where resource = 'registrations' and not record_id = any($1::uuid[])) + (select count(*) from change where id = any($2::uuid[])) as changes,
       (select count(*) from registration_event where type <> 'mailFailed' and not registration_id = any($1::uuid[])) + (select count(*) from registration_event where id = any($3::uuid[])) as events,
       (select count(*) from students s join registrations r on r.id = s.registration_id and r.student_id = s.id) as tied`,
    [
      Object.values(university.early.ids),
      university.early.history.changes.map(({ id }) => id),
      university.early.history.events.map(({ id }) => id),
    ],
  )
  expect(counts).toEqual({
    changes: university.history.changes.length,
    events: university.history.events.length,
    tied: university.registrations.filter(({ enrolledAt }) => enrolledAt).length,
  })
})

test('every application opens with the demo access code, held decisions have pending emails, and two emails failed', async () => {
  const { id: registrationId } = university.registrations[450] ?? { id: '' }
  expect(
    await isAccessCode(context.database, context.keys, { registrationId, code: demoAccessCode }),
  ).toBe(true)
  expect(
    await isAccessCode(context.database, context.keys, { registrationId, code: 'DEM0DEM0DF' }),
  ).toBe(false)
  const mails = await context.database.query<{ state: string; count: number; events: number }>(
    `select m.state, count(*) as count, count(e.id) as events from outbox_mail m
     left join registration_event e on e.registration_id = m.record_id and e.type = 'mailFailed' group by m.state order by m.state`,
  )
  expect(mails).toEqual([
    { state: 'dead', count: 2, events: 2 },
    { state: 'waiting', count: 4, events: 0 },
  ])
  expect(await sendDueMails(context, testedApp.packs.mails(context))).toBe(0)
})

/** Returns the states that a reader of the applications finds. */
async function statesRead(reader: StateReader, ids: readonly string[]) {
  const states = await readStatesById(context, ids, { now, reader })
  return new Map([...states].map(([id, { state }]) => [id, state]))
}

test('the early admissions show each state that follows a release, and all applications together show every state', async () => {
  const { ids } = university.early
  const early = await statesRead('applicant', Object.values(ids))
  expect(
    Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, early.get(id)])),
  ).toEqual({
    ...{ wonLastYear: 'confirmed', isNotAdmitted: 'notAdmitted' },
    ...{ keepsFirst: 'confirmed', keepsSecond: 'confirmed', keepsLaw: 'confirmed' },
    ...{ movesUp: 'movedUp', floats: 'floating', isReady: 'ready', isNotRanked: 'notRanked' },
    ...{ leavesLaw: 'withdrawn', leavesMathematics: 'withdrawn', losesLaw: 'placeLost' },
    ...{ losesComputers: 'placeLost', losesMathematics: 'placeLost', losesEducation: 'placeLost' },
    ...{ waitsBehindKept: 'waiting', appeals: 'placeOffered', followsInEducation: 'placeOffered' },
    ...{ becomesFeePaying: 'placeNowFeePaying', movesDown: 'placeMovedDown' },
    ...{ isRetracted: 'placeRetracted', movesUpUnconfirmed: 'placeMovedUp' },
    ...{ losesFinance: 'placeLost', movesUpToPay: 'movedUpToPay', isBlocked: 'waiting' },
  })
  const all = university.registrations.map(({ id }) => id)
  const read = new Set([...(await statesRead('applicant', all)).values(), early.get(ids.isReady)])
  for (const state of (await statesRead('cnp', all)).values()) read.add(state)
  expect(applicationStates.filter((state) => !read.has(state))).toEqual([])
})

test('the stored state of every application is the one that staff read', async () => {
  const rows = await context.database.query<{ id: string; place_state: string }>(
    'select id, place_state from registrations order by id',
  )
  const read = await statesRead(
    'office',
    rows.map(({ id }) => id),
  )
  const stored = Object.fromEntries(rows.map(({ id, place_state }) => [id, place_state]))
  expect(stored).toEqual(
    Object.fromEntries(
      [...read].map(([id, state]) => [id, placeStates.find((one) => one === state) ?? 'none']),
    ),
  )
  expect(placeStates.filter((state) => !Object.values(stored).includes(state))).toEqual([])
})

test('the causes of changed places in the early admissions are those that happened, and no email about them is left', async () => {
  const { ids, sessions } = university.early
  const rows = await context.database.query<{ id: string; change: string; cause: string | null }>(
    `select r.registration_id as id, r.change, r.cause from admission_result r join admission_drafts d on d.id = r.draft_id
     where r.cause is not null and r.registration_id = any($1::uuid[])`,
    [Object.values(ids)],
  )
  expect(new Set(rows.map(({ id, change, cause }) => `${id} ${change} ${cause}`))).toEqual(
    new Set([
      `${ids.becomesFeePaying} nowFeePaying appealUpheld`,
      `${ids.movesDown} down appealUpheld`,
      `${ids.isRetracted} lost appealUpheld`,
      `${ids.movesUpUnconfirmed} down appealUpheld`,
      `${ids.followsInEducation} lost appealUpheld`,
    ]),
  )
  const { list: drafts } = await list('admission-drafts', { pageSize: '100' })
  const rounds = new Set(university.early.rounds.map(({ id }) => id))
  const early = drafts.filter(({ admissionRoundId }) => rounds.has(String(admissionRoundId)))
  expect(early.map(({ state, findings }) => [state, findings])).toEqual([
    ['ready', 0],
    ...Array.from({ length: 4 }, () => ['notified', 0]),
  ])
  expect(
    await context.database.query(
      `select m.id from outbox_mail m join registrations r on r.id = m.record_id where r.admission_session_id = any($1::uuid[])`,
      [sessions.map(({ id }) => id)],
    ),
  ).toEqual([])
  // The first start compares its clock with the newest change, not with a time of the past.
  expect(await context.database.query("select value from meta where key = 'knownTime'")).toEqual([])
})

test('the last draft of the early admissions has an applicant for each change of a place, and something to read for each check', async () => {
  const { ids, rounds } = university.early
  const { list: drafts } = await list('admission-drafts', { pageSize: '100' })
  const draft = drafts.find(
    ({ state, admissionRoundId }) =>
      state === 'ready' && rounds.some(({ id }) => id === admissionRoundId),
  )
  const draftId = draft?.id ?? ''
  const { effect, ...status } = await readDraftStatus(context.database, draftId)
  expect(status).toMatchObject({ isStale: false, appeals: 1 })
  const changes: { readonly [group in ReleaseGroup]?: EarlyApplication } = {
    ...{ nowFeePaying: 'movesDown', lost: 'followsInEducation', down: 'movesUpUnconfirmed' },
    ...{ up: 'becomesFeePaying', first: 'isBlocked', none: 'keepsFirst', noPlace: 'isNotRanked' },
  }
  for (const group of releaseGroups) {
    const { list: members, totalCount } = await readGroupMembers(context.database, draftId, {
      ...{ group, language: null },
    })
    expect([group, totalCount]).toEqual([group, effect?.[group].total])
    const name = changes[group]
    expect([group, members.map(({ registrationId }) => registrationId)]).toEqual([
      group,
      expect.arrayContaining([name && ids[name]]),
    ])
  }
  const sources = await readCauseSources(context.database, draftId)
  expect(sources?.appealUpheld.list).toMatchObject([{ registrationId: ids.isBlocked }])
  expect(
    await readReleaseChecks(context, callerOf(university, 'admin', context), draftId),
  ).toMatchObject({
    ...{ changedRules: [{ reason: 'Hotărârea Senatului nr. 12' }], languages: [] },
    ...{ blocked: [{ registrationId: ids.isBlocked }], blockedCount: 1 },
  })
})

test('the results of the second round are ready for release: the checks find no problem and all free places are assigned', async () => {
  const { list: drafts } = await list('admission-drafts', { pageSize: '100' })
  const merit = new Set(university.early.rounds.map(({ id }) => id))
  const second = drafts.find(({ admissionRoundId }) => !merit.has(String(admissionRoundId)))
  expect(second).toMatchObject({ state: 'ready', findings: 0 })
  expect(await readDraftStatus(context.database, second?.id ?? '')).toMatchObject({
    isStale: false,
    effect: { lost: { total: 0 } },
  })
  const { effect } = await readDraftStatus(context.database, second?.id ?? '')
  const totalOf = (group: ReleaseGroup) => effect?.[group].total ?? 0
  expect(totalOf('first')).toBeGreaterThan(40)
  expect(totalOf('up') + totalOf('down') + totalOf('nowFeePaying')).toBeGreaterThan(5)
  const { totalCount } = await readMoves(context.database, second?.id ?? '', { language: null })
  expect(totalCount).toBeGreaterThan(60)
})

test('a department counts its students for each professor', async () => {
  const { list: found } = await list('departments', {})
  for (const department of found) {
    expect(department.studentFacultyRatio).toBeGreaterThan(1)
    expect(department._titles.headOfDepartmentId).toMatch(/\S+ \S+/)
  }
})

test('staff have recently changed records, including settings with a reason', async () => {
  const changes = await context.database.query<{
    at: string
    actor_name: string
    resource: string
    reason: string | null
  }>(
    "select at, actor_name, resource, reason from change where resource not in ('registrations', 'class-enrolments', 'admission-drafts', 'admission-appeals', 'finances') order by at desc",
  )
  // Two of them change programmes of the early admissions.
  expect(changes).toHaveLength(22)
  expect(new Set(changes.map((change) => change.actor_name)).size).toBe(2)
  expect(changes.filter(({ reason }) => reason !== null).length).toBeGreaterThan(1)
  expect(changes.every(({ at }) => at < now.toISOString())).toBe(true)
})

test('every application gets three valid documents, and generation resumes after an interruption', async () => {
  const count = async (where: string) =>
    (await context.database.query<{ count: number }>(`select count(*) as count from ${where}`))[0]
      ?.count ?? 0
  // One application in fifteen is enough.
  await context.database.query(
    `update registrations set erased_at = now() where id not in (
       select id from (select id, row_number() over (order by id) as place from registrations) n where place % 15 = 0)`,
  )
  let checkCount = 0
  await drawDemoDocuments(context, () => checkCount++ > 3)
  const complete =
    'registrations where file_cv_url is not null and file_diploma_url is not null and file_id_card_url is not null'
  const before = await count(complete)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(12)
  // Excludes applications declined a year ago, whose documents have been deleted, and those with
  // verified grades, whose documents are no longer needed.
  const expiredCondition =
    "(status = 'declined' and submitted_at < '2026-06-01' or grades_checked_at is not null)"
  const retained = await count(`registrations where erased_at is null and not ${expiredCondition}`)
  expect(retained).toBeGreaterThan(40)
  expect(await drawDemoDocuments(context)).toBe(retained - before)
  expect(await count(complete)).toBe(retained)
  // One applicant has sent an attachment with a message.
  expect(await count("file where resource = 'application-messages'")).toBe(1)
  expect(await count('file where replaced_at is null')).toBe(retained * 3 + 1)
  const rows = await context.database.query<{ key: string; media_type: string; bytes: number }>(
    'select key, media_type, bytes from file',
  )
  for (const { key, media_type, bytes: size } of rows) {
    const stored = bytes.get(key) ?? new Uint8Array()
    expect(mediaTypes[detectFileKind(stored) ?? 'webp']).toBe(media_type)
    expect(stored.length).toBe(size)
  }
  expect(new Set(rows.map(({ media_type }) => media_type))).toEqual(
    new Set(['application/pdf', 'image/jpeg']),
  )
  expect(await drawDemoDocuments(context)).toBe(0)
})

test('a new demo shows administrators no alert, and failed emails appear in their list', async () => {
  const vitals = await readVitals(context)
  expect(toHealth(context, vitals).status).toBe('ready')
  expect(await readAlarms(context)).toEqual({})
  expect(
    await context.database.query("select count(*) as n from outbox_mail where state = 'dead'"),
  ).toEqual([{ n: 2 }])
  const [late] = await context.database.query<{ n: number }>(
    'select (select count(*) from finances where created_at > $1 or updated_at > $1) + (select count(*) from change where at > $1) as n',
    [now.toISOString()],
  )
  expect(late?.n).toBe(0)
})

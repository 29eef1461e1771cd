import type { Page } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialState } from '#resources/admission/application-state.ts'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { WirePublicStatus, WireSubmitted } from '#resources/admission/wire.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitMultipart,
  updateSettings,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let anyone: TestBrowser
let first: WireSubmitted
const [known, unknown] = [validCnp(401), validCnp(499)]
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site)
  for (const role of ['secretary', 'student', 'professor'] as const)
    await site.createAccount(role, { username: role })
  await updateSettings(site, { registrationOpen: true })
  anyone = site.browser()
  first = (await submitMultipart(anyone, applicationForm(401, programme))).data
})
afterAll(() => site.close())
beforeEach(async () => {
  await updateSettings(site, { publicStatus: 'minimal' })
  await site.resetRateLimits()
})

type Found = Page<WirePublicStatus>
const search = (cnp: unknown, browser = anyone) =>
  browser.call<Found>('POST', calls.statusSearch.path, { cnp })
const list = (query: string, browser = anyone) =>
  browser.call<Found>('GET', `/api/registrations/list?${query}`)
const setRow = (values: string) =>
  site.database.query(`update registrations set ${values} where reference_code = $1`, [
    first.reference,
  ])
const bodyOf = (text: string) => JSON.parse(text) as { data: Found }

const readStatus = () => ({
  reference: first.reference,
  specialization: expect.stringMatching(/^Programme/),
  names: null,
  status: 'submitted',
  submittedAt: first.submittedAt,
  updatedAt: expect.any(String),
  actionNeeded: false,
  dueAt: null,
  state: initialState(first.submittedAt),
})

describe('the status search by CNP (R-T11)', () => {
  test.each(['by the filter CNP of the list', 'by the status search'])(
    '%s returns only reference, programme, status and dates',
    async (method) => {
      const { status, data, headers } = method.includes('filter')
        ? await list(`filters[CNP]=${known}`)
        : await search(known)
      expect(status).toBe(200)
      expect(data).toEqual({
        totalCount: 1,
        page: 1,
        pageSize: method.includes('filter') ? 5 : 10,
        list: [readStatus()],
      })
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('has the same shape for a number with applications and one without', async () => {
    const [hit, miss] = [await search(known), await search(unknown)]
    expect([miss.status, miss.data]).toEqual([
      200,
      { totalCount: 0, page: 1, pageSize: 10, list: [] },
    ])
    expect({ ...bodyOf(hit.text), data: null }).toEqual({ ...bodyOf(miss.text), data: null })
    expect(Object.keys(hit.data)).toEqual(Object.keys(miss.data))
    const names = ({ headers }: typeof hit) =>
      Object.keys(headers)
        .filter((name) => name !== 'content-length')
        .sort()
    expect(names(hit)).toEqual(names(miss))
  })

  test('is delayed to the next multiple of 25 ms, so that the response time does not reveal whether there are applications', async () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const timer = vi.spyOn(globalThis, 'setTimeout')
    for (const cnp of [known, unknown]) {
      timer.mockClear()
      await search(cnp)
      expect(timer.mock.calls.map(([, ms]) => ms)).toContain(25)
    }
    time.mockRestore()
    timer.mockRestore()
  })

  test('returns what the applicant has been notified of, while a later transition is on hold', async () => {
    const laterTime = new Date(site.context.clock.now().getTime() + 60_000).toISOString()
    await setRow(
      `status = 'accepted', notified_status = 'submitted', notify_at = '${laterTime}', updated_at = '${laterTime}'`,
    )
    expect((await search(known)).data.list).toEqual([readStatus()])
    await setRow(
      `notify_at = '${new Date(site.context.clock.now().getTime() - 1000).toISOString()}'`,
    )
    expect((await search(known)).data.list[0]).toMatchObject({ status: 'accepted' })
    await setRow(`status = 'submitted', notified_status = null, notify_at = null`)
  })

  test("returns the programme's name in all its languages, even when it is no longer offered", async () => {
    const setProgramme = (values: string) =>
      site.database.query(`update specializations set ${values} where id = $1`, [
        programme.specializationId,
      ])
    await setProgramme(`name_translations = '{"fr":{"text":"Physique"}}', is_active = false`)
    expect((await search(known)).data.list).toEqual([
      { ...readStatus(), names: { fr: 'Physique' } },
    ])
    await setProgramme('name_translations = null, is_active = true')
  })

  test('returns the deadline by which the applicant has to answer', async () => {
    const due = '2027-02-01T12:00:00.000Z'
    await setRow(`status = 'update_requested', update_due_at = '${due}'`)
    expect((await search(known)).data.list[0]).toMatchObject({
      ...{ status: 'update_requested', actionNeeded: true, dueAt: due },
      state: {
        ...{ state: 'changesRequested', turn: 'applicant', params: { date: due } },
        sentence: 'application:changesRequested.sentence',
      },
    })
    await setRow(`status = 'submitted', update_due_at = null`)
  })
})

describe('the list for callers who are not staff', () => {
  test.each<[string, string, number, string]>([
    ['no filter', '', 401, 'session.required'],
    ['an empty CNP', 'filters[CNP]=', 401, 'session.required'],
    ['another filter', 'filters[status]=accepted', 401, 'session.required'],
    [
      'another filter in addition to the CNP',
      `filters[CNP]=${known}&filters[status]=accepted`,
      400,
      'filter.unknown',
    ],
    ['a search in addition to the CNP', `filters[CNP]=${known}&search=pop`, 400, 'filter.unknown'],
    ['a sort in addition to the CNP', `filters[CNP]=${known}&sort=lastName`, 400, 'filter.unknown'],
    ['a view in addition to the CNP', `filters[CNP]=${known}&view=waiting`, 400, 'filter.unknown'],
    ['two CNPs', `filters[CNP]=${known}&filters[CNP]=${unknown}`, 400, 'filter.unknown'],
    [
      'two spellings of the CNP',
      `filters[CNP]=${known}&filters[cnp]=${unknown}`,
      400,
      'filter.unknown',
    ],
    ['a page size above ten', `filters[CNP]=${known}&pageSize=11`, 400, 'input.invalid'],
    ['an invalid CNP', 'filters[CNP]=5050415129914', 400, 'input.invalid'],
    ['a part of a CNP', `filters[CNP]=${known.slice(0, 7)}`, 400, 'input.invalid'],
  ])('answers %s (%s) with %i %s', async (_, query, status, code) => {
    const answer = await list(query)
    expect([answer.status, answer.failure.code]).toEqual([status, code])
    expect(answer.text).not.toContain(known)
  })

  test('is the public one for a student and a professor', async () => {
    for (const role of ['student', 'professor']) {
      const browser = site.browser()
      await browser.signIn(role)
      expect((await list('', browser)).status).toBe(403)
      expect((await list(`filters[cnp]=${known}`, browser)).data.list).toEqual([readStatus()])
    }
  })

  test('is the full list for staff, with paging and filters, including the CNP (R-C08)', async () => {
    const secretary = site.browser()
    await secretary.signIn('secretary')
    const all = await list('pageNumber=1&pageSize=5', secretary)
    expect(all.data).toMatchObject({
      totalCount: 1,
      page: 1,
      pageSize: 5,
      list: [{ referenceCode: first.reference, lastName: 'Pop' }],
    })
    expect((await list('filters[status]=accepted', secretary)).data.totalCount).toBe(0)
    for (const spelling of ['CNP', 'cnp'])
      expect((await list(`filters[${spelling}]=${known}`, secretary)).data.totalCount).toBe(1)
    expect(all.text).not.toContain(known)
  })
})

describe('the setting publicStatus', () => {
  test('code: a search by CNP always returns the same empty list', async () => {
    await updateSettings(site, { publicStatus: 'code' })
    const [hit, miss] = [await search(known), await search(unknown)]
    expect([hit.status, hit.text]).toEqual([200, miss.text])
    expect(hit.data.list).toEqual([])
    expect((await list(`filters[CNP]=${known}`)).data).toMatchObject({ totalCount: 0, list: [] })
  })

  test('off: the search is refused for every CNP', async () => {
    await updateSettings(site, { publicStatus: 'off' })
    for (const cnp of [known, unknown])
      expect([(await search(cnp)).status, (await search(cnp)).failure.code]).toEqual([
        403,
        'status.off',
      ])
    expect((await list(`filters[CNP]=${known}`)).failure.code).toBe('status.off')
  })
})

test('one address can search ten times a minute, hit or miss, and sixty times an hour', async () => {
  const statuses = []
  for (let i = 0; i < 12; i += 1) statuses.push((await search(i % 2 ? known : unknown)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect((await search(known, site.browser({ ip: '198.51.100.4' }))).status).toBe(200)
})

test('one number can be searched twenty times an hour in total; the access code still opens the application', async () => {
  const durations = []
  for (let i = 0; i < 21; i += 1)
    durations.push((await search(known, site.browser({ ip: `203.0.113.${i}` }))).status)
  expect(durations).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await search(unknown)).status).toBe(200)
  const open = { reference: first.reference, accessCode: first.accessCode }
  expect((await site.browser().call('POST', calls.openApplication.path, open)).status).toBe(200)
})

describe('the lookup throttle', () => {
  const many = (count: number, cnpOf: (i: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        search(cnpOf(i), site.browser({ ip: `203.0.113.${i}` })),
      ),
    )
  const config = async () =>
    (await anyone.call<{ publicStatus: string }>('GET', calls.publicConfig.path)).data.publicStatus

  test('stays off while most lookups find an application', async () => {
    const sequences = Array.from({ length: 3 }, (_, i) => 402 + i)
    for (const number of sequences)
      await submitMultipart(anyone, applicationForm(number, programme))
    // Twenty searches for each number, and forty without a result.
    const found = [known, ...sequences.map((number) => validCnp(number))]
    await many(120, (i) => (i < 80 ? String(found[i % 4]) : validCnp(500 + i)))
    expect((await search(unknown)).status).toBe(200)
    expect(await config()).toBe('minimal')
  })

  test('turns on for half an hour when more than half of a hundred lookups a minute find nothing, and an email reports it', async () => {
    await site.createAccount('admin', { username: 'watchful' })
    await many(101, (i) => validCnp(500 + i))
    // Only this address now has to enter the access code. All others can still search.
    const walker = site.browser({ ip: '203.0.113.7' })
    for (let i = 0; i < 2; i += 1)
      expect((await search(validCnp(700 + i), walker)).status).toBe(200)
    for (const cnp of [known, unknown]) {
      const answer = await search(cnp, walker)
      expect([answer.status, answer.failure.code]).toEqual([429, 'status.limited'])
    }
    const applicant = site.browser({ ip: '198.51.100.20' })
    for (let i = 0; i < 8; i += 1) expect((await search(known, applicant)).data.totalCount).toBe(1)
    for (let i = 0; i < 3; i += 1)
      expect((await search(unknown, site.browser({ ip: '198.51.100.21' }))).status).toBe(200)
    expect(await config()).toBe('minimal')
    const changes = await site.database.query(
      "select u.email from outbox_mail m join users u on u.id = m.user_id where m.kind = 'statusLimited'",
    )
    expect(changes).toEqual([{ email: 'watchful@univ.ro' }])
    expect(
      await site.database.query("select 1 from security_event where kind = 'statusLimited'"),
    ).toHaveLength(1)
    const open = { reference: first.reference, accessCode: first.accessCode }
    expect((await site.browser().call('POST', calls.openApplication.path, open)).status).toBe(200)
    site.wait(30 * 60_000 + 1)
    expect((await search(known)).data.totalCount).toBe(1)
    expect(await config()).toBe('minimal')
  })
})

test.each([
  [{}],
  [{ cnp: 5050415129915 }],
  [{ cnp: '5050415129914' }],
  [{ cnp: known, status: 'accepted' }],
])('a search with %j is refused, and the refusal does not repeat the input', async (body) => {
  const { status, text } = await anyone.call('POST', calls.statusSearch.path, body)
  expect(status).toBe(400)
  expect(text).not.toMatch(/\d{13}/)
})

test('a CNP does not reveal whether a fee is paid: the texts are the same before and after the payment', async () => {
  const { data } = await submitMultipart(anyone, applicationForm(487, programme))
  const [row] = await site.database.query<{ id: string }>(
    'select id from registrations where reference_code = $1',
    [data.reference],
  )
  const secretary = site.browser()
  await secretary.signIn('secretary')
  const book = async (entry: object) => {
    const bookedOn = data.submittedAt.slice(0, 10)
    const fee = {
      registrationId: row?.id,
      kind: 'application',
      amount: 200,
      description: 'Taxă de înscriere',
      bookedOn,
    }
    expect(
      (await secretary.call('POST', '/api/finances/create', { ...fee, ...entry })).status,
    ).toBe(201)
  }
  const getState = async () => (await search(validCnp(487))).data.list[0]?.state
  await book({ direction: 'charge' })
  const state = await getState()
  await book({ direction: 'payment', method: 'cash', receiptNumber: 'CH-1' })
  expect(state).toMatchObject({
    ...{ state: 'received', turn: 'staff', params: {}, dates: [] },
    sentence: 'application:received.sentenceUndisclosed',
  })
  expect(await getState()).toEqual(state)
})

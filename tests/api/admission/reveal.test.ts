import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { columnNameOf } from '@matricola/server/database/names.ts'
import { logRecordAccess } from '@matricola/server/records/reading/access-log.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { rateLimits as engineLimits } from '@matricola/server/session/rate-limits.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { documentField } from '#resources/application-documents.ts'
import { universityRateLimits } from '#server/limits.ts'
import { applicantCnp, seedApplications } from '#tests/support/seed-applications.ts'
import { createMissingId } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const cnp = applicantCnp(64_000)
let site: SessionApp
let secretary: TestBrowser
let admin: TestBrowser
let id: string
let other: string
/** The current document and the one that it replaced. */
let current: string
let replacedId: string

beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  for (const role of ['admin', 'secretary', 'professor', 'student'] as const)
    await site.createAccount(role, { username: `one.${role}` })
  ;[secretary, admin] = [site.browser(), site.browser()]
  await secretary.signIn('one.secretary')
  await admin.signIn('one.admin')
  const make = async (path: string, body: object) =>
    (await admin.call<WireRecord>('POST', `/api/${path}/create`, body)).data.id
  const departmentProfileId = await make('department-profiles', { name: 'Litere' })
  const programme = {
    name: 'Filologie',
    code: 'FIL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const values = {
    departmentProfileId,
    specializationId: await make('specializations', programme),
    status: 'under_review',
  }
  ;[id = ''] = await seedApplications(site.context, 1, { ...values, cnp, serialNumber: 'CJ654321' })
  ;[other = ''] = await seedApplications(site.context, 1, values)
  replacedId = await document('replaced.pdf', true)
  current = await document('current.pdf', false)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.resetRateLimits()
  await site.database.query('delete from access_log')
})

async function document(
  name: string,
  isReplaced: boolean,
  documentName: 'fileCV' | 'fileIdCard' = 'fileCV',
): Promise<string> {
  const { context, database } = site
  const bytes = Buffer.from(`%PDF-1.4 ${name}`)
  const file = await stageNewFile(context, {
    bytes,
    original: bytes,
    kind: 'pdf',
    name,
    ownerId: id,
  })
  const at = context.clock.now()
  const field = documentField(documentName)
  if (!isReplaced)
    await database.query(`update registrations set ${columnNameOf(field)} = $2 where id = $1`, [
      id,
      file,
    ])
  await database.query(
    `update file set owner_id = null, claimed_at = $3, resource = 'registrations', record_id = $2, field = $4, replaced_at = $5 where id = $1`,
    [file, id, at, field, isReplaced ? at : null],
  )
  return file
}

const reveal = (browser: TestBrowser, applicationId = id) =>
  browser.call('POST', `/api/registrations/${applicationId}/reveal`)
const open = (browser: TestBrowser, applicationId = id) =>
  browser.call<WireRegistration>('GET', `/api/registrations/${applicationId}`)
const viewers = async (applicationId = id) =>
  (
    await admin.call<Page<WireAccessLogEntry>>(
      'GET',
      `/api/registrations/${applicationId}/viewers?pageSize=10`,
    )
  ).data
const logged = () =>
  site.database.query<{
    kind: string
    file_id: string | null
    user_name: string
    user_role: string
    record_id: string
  }>('select kind, file_id, user_name, user_role, record_id from access_log order by at, id')

/**
 * Entries in the access log, except list reads. These are logged after the response, so an entry
 * from an earlier test may arrive late.
 */
const listReads = async () => (await logged()).filter(({ kind }) => kind !== 'listed')

describe('the numbers of an application', () => {
  test('are masked wherever they are shown, with the last three characters visible', async () => {
    const list = await secretary.call<Page<WireRecord>>(
      'GET',
      `/api/registrations/list?filters[cnp]=${cnp}`,
    )
    const history = await secretary.call('GET', `/api/registrations/${id}/history`)
    const single = await open(secretary)
    for (const record of [single.data, list.data.list[0]])
      expect(record).toMatchObject({ cnp: `••••••••••${cnp.slice(-3)}`, serialNumber: '•••••321' })
    for (const { text } of [list, history, single]) {
      expect(text).not.toContain(cnp)
      expect(text).not.toContain('654321')
    }
  })

  test('are found only by the complete CNP, never by a part of it', async () => {
    const found = async (value: string) =>
      (
        await secretary.call<Page<WireRecord>>(
          'GET',
          `/api/registrations/list?filters[cnp]=${value}`,
        )
      ).data
    expect((await found(cnp)).list.map((record) => record.id)).toEqual([id])
    for (const part of [cnp.slice(0, 12), cnp.slice(-4), '5', `${cnp.slice(0, 6)}%25`]) {
      const answer = await secretary.call<Page<WireRecord>>(
        'GET',
        `/api/registrations/list?filters[cnp]=${part}`,
      )
      expect([part, answer.status === 200 ? answer.data.totalCount : answer.status]).not.toEqual([
        part,
        1,
      ])
    }
    const searched = async (text: string) =>
      (
        await secretary.call<Page<WireRecord>>('GET', `/api/registrations/list?search=${text}`)
      ).data.list.map((record) => record.id)
    expect(await searched(cnp)).toEqual([id])
    for (const part of [cnp.slice(0, 12), cnp.slice(-4), cnp.slice(1)])
      expect(await searched(part)).toEqual([])
  })

  test('are revealed to staff on request, and the reveal is logged first', async () => {
    expect((await reveal(secretary)).data).toEqual({
      cnp,
      foreignIdNumber: null,
      serialNumber: 'CJ654321',
    })
    expect(await listReads()).toMatchObject([
      { kind: 'revealed', user_name: 'Ion Secretary', user_role: 'secretary', record_id: id },
    ])
    const events = await site.database.query(
      `select details from security_event where kind = 'numbersRevealed'`,
    )
    expect(events).toEqual([{ details: { registration: id } }])
  })

  test('are revealed to no other role, and a missing application returns the same error as an existing one', async () => {
    expect((await reveal(site.browser())).failure.code).toBe('session.required')
    for (const role of ['professor', 'student']) {
      const browser = site.browser()
      await browser.signIn(`one.${role}`)
      expect((await reveal(browser)).failure.code).toBe('access.denied')
    }
    for (const id of [createMissingId(), 'no-id', createMissingId()])
      expect((await reveal(secretary, id)).failure).toMatchObject({ code: 'record.missing' })
    expect(await listReads()).toEqual([])
  })

  test('can be revealed a hundred times an hour per user', async () => {
    const { bucket, max } = universityRateLimits.reveal
    expect(max).toBe(100)
    await reveal(secretary)
    await site.database.query(`update rate_limit set count = $1 where key like '${bucket}:%'`, [
      max - 1,
    ])
    expect((await reveal(secretary)).status).toBe(200)
    const refusal = await reveal(secretary)
    expect([refusal.status, refusal.failure.code]).toEqual([429, 'requests.tooMany'])
    expect(refusal.text).not.toContain(cnp)
    expect((await reveal(admin)).status).toBe(200)
    expect(await listReads()).toHaveLength(3)
  })
})

describe('the numbers of many applications', () => {
  test('require reauthentication within the last five minutes after twenty reveals in an hour', async () => {
    const reader = site.browser()
    await reader.signIn('one.secretary')
    site.wait(6 * 60_000)
    for (let n = 0; n < 20; n++) expect((await reveal(reader)).status).toBe(200)
    const refusal = await reveal(reader)
    expect([refusal.status, refusal.failure.code]).toEqual([403, 'reauthentication.required'])
    expect(refusal.text).not.toContain(cnp)
    await reader.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
    expect((await reveal(reader)).status).toBe(200)
    expect(await listReads()).toHaveLength(21)
  })
})

describe('the access log of an application', () => {
  test('records every kind of access: the record, current and earlier documents, the numbers and the history', async () => {
    const reads = [
      ['opened', null, () => open(secretary)],
      ['file', current, () => secretary.call('GET', `/api/files/${current}`)],
      ['file', replacedId, () => secretary.call('GET', `/api/files/${replacedId}`)],
      ['revealed', null, () => reveal(secretary)],
      ['opened', null, () => open(admin)],
      ['opened', null, () => admin.call('GET', `/api/registrations/${id}/history`)],
    ] as const
    for (const [, , view] of reads) {
      expect((await view()).status).toBe(200)
      site.wait(1000)
    }
    expect((await logged()).map(({ kind, file_id }) => [kind, file_id])).toEqual(
      reads.map(([kind, file]) => [kind, file]),
    )
    const { list, totalCount } = await viewers()
    expect(totalCount).toBe(reads.length)
    expect(list.map(({ name, kind }) => [name, kind])).toEqual([
      ['Ion Admin', 'opened'],
      ['Ion Admin', 'opened'],
      ['Ion Secretary', 'revealed'],
      ['Ion Secretary', 'file'],
      ['Ion Secretary', 'file'],
      ['Ion Secretary', 'opened'],
    ])
    expect(await viewers(other)).toMatchObject({ totalCount: 0, list: [] })
  })

  test('records nothing for refused callers', async () => {
    const professor = site.browser()
    await professor.signIn('one.professor')
    for (const read of [
      open(professor),
      reveal(professor),
      professor.call('GET', `/api/files/${current}`),
      open(secretary, createMissingId()),
    ])
      expect([403, 404]).toContain((await read).status)
    expect(await logged()).toEqual([])
  })

  test('is visible only to admins, page by page', async () => {
    for (let i = 0; i < 7; i += 1) {
      await logRecordAccess(
        site.database,
        { id: null, name: `Look ${i}`, role: null },
        site.context.clock.now(),
        {
          resource: 'registrations',
          recordId: id,
          kind: 'opened',
        },
      )
      site.wait(1000)
    }
    const page = await admin.call<Page<WireAccessLogEntry>>(
      'GET',
      `/api/registrations/${id}/viewers?pageNumber=2&pageSize=5`,
    )
    expect(page.data).toMatchObject({ totalCount: 7, page: 2, pageSize: 5 })
    expect(page.data.list.map(({ name }) => name)).toEqual(['Look 1', 'Look 0'])
    expect((await secretary.call('GET', `/api/registrations/${id}/viewers`)).failure.code).toBe(
      'access.denied',
    )
    expect(
      (await admin.call('GET', `/api/registrations/${createMissingId()}/viewers`)).failure.code,
    ).toBe('record.missing')
    expect((await admin.call('GET', `/api/registrations/${id}/viewers?search=x`)).status).toBe(400)
  })

  test('limits a user to three hundred documents an hour', async () => {
    const { bucket, max } = engineLimits.documents
    expect(max).toBe(300)
    const read = () => secretary.call('GET', `/api/files/${current}`)
    await read()
    await site.database.query(`update rate_limit set count = $1 where key like '${bucket}:%'`, [
      max - 1,
    ])
    expect((await read()).status).toBe(200)
    expect((await read()).failure.code).toBe('requests.tooMany')
    expect(await logged()).toHaveLength(2)
  })
})

describe('the numbers of an application whose identity card the user has loaded', () => {
  test.each(['', '?ahead=true'])('are revealed beyond the hourly limits%s', async (query) => {
    const card = await document('card.pdf', false, 'fileIdCard')
    const [reader, colleague] = [site.browser(), site.browser()]
    await reader.signIn('one.secretary')
    await colleague.signIn('one.admin')
    site.wait(6 * 60_000)
    const useUpLimits = async () => {
      await reveal(reader, other)
      for (const { bucket, max } of [
        universityRateLimits.revealFreely,
        universityRateLimits.reveal,
      ])
        await site.database.query(`update rate_limit set count = $1 where key like '${bucket}:%'`, [
          max,
        ])
    }
    await useUpLimits()
    const refused = async (applicationId?: string) => (await reveal(reader, applicationId)).failure
    expect(await refused()).toMatchObject({ code: 'requests.tooMany' })
    // Another user's access does not count, nor does access to another document.
    for (const [browser, file] of [
      [colleague, card],
      [reader, current],
    ] as const)
      expect((await browser.call('GET', `/api/files/${file}`)).status).toBe(200)
    expect(await refused()).toMatchObject({ code: 'requests.tooMany' })
    expect((await reader.call('GET', `/api/files/${card}${query}`)).status).toBe(200)
    expect((await reveal(reader)).data).toMatchObject({ cnp })
    expect((await listReads()).at(-1)).toMatchObject({ kind: 'revealed', record_id: id })
    expect(await refused(other)).toMatchObject({ code: 'requests.tooMany' })
    // The new card is not loaded yet.
    await document('another card.pdf', false, 'fileIdCard')
    expect(await refused()).toMatchObject({ code: 'requests.tooMany' })
  })
})

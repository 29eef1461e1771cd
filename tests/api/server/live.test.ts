import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type EventStreamClient, openEventStream } from '@matricola/testing/event-stream.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { academicYear2026, createMissingId } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

describe.each(engines)('live updates of the university on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let student: TestBrowser
  let department: WireRecord
  const ids: { [name: string]: string } = {}
  const listeners: EventStreamClient[] = []

  async function signedIn(name: string) {
    const browser = site.browser()
    expect((await browser.signIn(name)).status).toBe(200)
    return browser
  }
  const listening = async (browser: TestBrowser) => {
    const listener = await openEventStream(site.app, browser)
    listeners.push(listener)
    return listener
  }
  const rename = async (name: string) => {
    const answer = await admin.call<WireRecord>('PATCH', '/api/department-profiles/update', {
      id: department.id,
      version: department.version,
      name,
    })
    expect(answer.status).toBe(200)
    department = answer.data
    return department
  }
  const isChange =
    (id: string, version?: number) =>
    (event: LiveEvent): boolean =>
      event.type === 'change' &&
      event.id === id &&
      (version === undefined || event.version === version)

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    for (const [role, name] of [
      ['admin', 'ana'],
      ['student', 'radu'],
    ] as const)
      ids[name] = await site.createAccount(role, { username: name })
    admin = await signedIn('ana')
    department = (
      await admin.call<WireRecord>('POST', '/api/department-profiles/create', {
        name: 'Informatics',
      })
    ).data
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    student = await signedIn('radu')
  })
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close()
  })

  test('about a record within a scope are sent to the users in that scope', async () => {
    const create = async (path: string, values: object) => {
      const answer = await admin.call<WireRecord>('POST', `/api/${path}/create`, values)
      expect([path, answer.status]).toEqual([path, 201])
      return answer.data.id
    }
    const [leads, doesNot] = [
      await site.createAccount('professor', { username: 'leads' }),
      await site.createAccount('professor', { username: 'other' }),
    ]
    const professor = (lastName: string, userId: string) =>
      create('professors', {
        lastName,
        firstName: 'Ion',
        email: `${lastName}@univ.ro`,
        departmentProfileId: department.id,
        userId,
      })
    const [leadProfessorId] = [await professor('Popa', leads), await professor('Rusu', doesNot)]
    const specializationId = await create('specializations', {
      ...{
        name: 'Mathematics',
        code: 'MAT',
        departmentProfileId: department.id,
        yearsOfStudy: 3,
        totalCredits: 180,
      },
    })
    const courseId = await create('courses', {
      name: 'Algebra',
      code: 'MAT-1',
      specializationId,
      year: 1,
      semester: 1,
      credits: 5,
    })
    const [ownListener, others] = [
      await listening(await signedIn('leads')),
      await listening(await signedIn('other')),
    ]
    const academicYearId = await create('academic-years', academicYear2026)
    const id = await create('university-classes', {
      ...{
        name: 'Algebra G1',
        courseId,
        academicYearId,
        semester: 1,
        leadProfessorId,
        groupName: 'G1',
      },
    })
    expect(await ownListener.next(isChange(id))).toMatchObject({
      resource: 'university-classes',
      action: 'create',
      by: null,
    })
    const { version } = await rename('After the class')
    await others.next(isChange(department.id, version))
    expect(others.events.filter(isChange(id))).toEqual([])
  })

  test('report the number of unread messages when one arrives', async () => {
    const listener = await listening(student)
    await listener.next((event) => event.type === 'unread')
    const sent = await admin.call('POST', '/api/messages/create', {
      recipientId: ids.radu,
      subject: 'Hello',
      body: 'Come by',
    })
    expect(sent.status).toBe(201)
    expect(
      await listener.next((event) => event.type === 'unread' && event.messages > 0),
    ).toMatchObject({ type: 'unread', messages: 1 })
  })

  test('about presence are not available for records that no user of the role can read', async () => {
    const note = { resource: 'registrations', id: createMissingId(), isOpen: true }
    expect((await student.call('POST', '/api/live/presence', note)).status).toBe(403)
  })
})

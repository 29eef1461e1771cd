import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildServer } from '@matricola/server/app/build-server.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { type EventStreamClient, openEventStream } from '@matricola/testing/event-stream.ts'
import { createGate } from '@matricola/testing/gate.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { academicYear2026, createMissingId } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('live updates on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let secretary: TestBrowser
  let student: TestBrowser
  let other: TestBrowser
  let department: WireRecord
  const ids: { [name: string]: string } = {}
  const listeners: EventStreamClient[] = []

  async function signedIn(name: string) {
    const browser = site.browser()
    expect((await browser.signIn(name)).status).toBe(200)
    return browser
  }
  const listening = async (browser: TestBrowser, app = site.app, headers = {}) => {
    const listener = await openEventStream(app, browser, headers)
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
      ['secretary', 'office'],
      ['student', 'radu'],
      ['student', 'elena'],
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
    secretary = await signedIn('office')
    student = await signedIn('radu')
    other = await signedIn('elena')
  })
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close()
  })

  test('report a change and its author, but no values, to callers who can read the record', async () => {
    const listener = await listening(secretary)
    expect([listener.status, listener.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect([
      listener.headers.get('cache-control'),
      listener.headers.get('x-accel-buffering'),
    ]).toEqual(['no-store, no-transform', 'no'])
    const { version } = await rename('Informatics and more')
    expect(await listener.next(isChange(department.id, version))).toEqual({
      type: 'change',
      resource: 'departments',
      id: department.id,
      version,
      action: 'update',
      by: 'Ion Admin',
    })
    expect(JSON.stringify(listener.events)).not.toContain('Informatics and more')
  })

  test('mark the changes that the user made', async () => {
    const [ownListener, colleague] = [await listening(admin), await listening(secretary)]
    const { version } = await rename('Informatics once more')
    expect(await ownListener.next(isChange(department.id, version))).toMatchObject({ isOwn: true })
    expect(await colleague.next(isChange(department.id, version))).not.toHaveProperty('isOwn')
  })

  test('about a record are not sent to users who cannot read it', async () => {
    const [radu, elena] = [await listening(student), await listening(other)]
    const admission = await admin.call<WireRecord>('POST', '/api/admission-sessions/create', {
      academicYear: '2026-2027',
      name: 'Autumn',
    })
    expect(admission.status).toBe(201)
    const ownUpdate = await student.call<WireRecord>('PATCH', '/api/authentication/users/update', {
      id: ids.radu,
      version: (await student.call<WireRecord>('GET', `/api/authentication/users/${ids.radu}`)).data
        .version,
      description: 'About me',
    })
    expect(ownUpdate.status).toBe(200)
    // Without a name: only staff can see who made a change.
    expect(await radu.next(isChange(ids.radu ?? ''))).toMatchObject({
      resource: 'users',
      action: 'update',
      by: null,
    })
    const mine = await other.call<WireRecord>('PATCH', '/api/authentication/users/update', {
      id: ids.elena,
      version: (await other.call<WireRecord>('GET', `/api/authentication/users/${ids.elena}`)).data
        .version,
      description: 'About me too',
    })
    expect(mine.status).toBe(200)
    await elena.next(isChange(ids.elena ?? ''))
    const allEvents = [...radu.events, ...elena.events]
    expect(allEvents.filter(isChange(admission.data.id))).toEqual([])
    expect(elena.events.filter(isChange(ids.radu ?? ''))).toEqual([])
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

  test('reach listeners of another process on the same database', async () => {
    const second = buildServer(testedApp, site.context)
    try {
      const listener = await listening(secretary, second)
      const { version } = await rename('Changed elsewhere')
      await listener.next(isChange(department.id, version))
    } finally {
      for (const each of listeners) each.close()
      await second.close()
    }
  })

  test('continue after the last change that the listener knows', async () => {
    const first = await listening(secretary)
    const { version: known } = await rename('Before the gap')
    await first.next(isChange(department.id, known))
    const lastId = first.lastId()
    first.close()
    const { version: missedVersion } = await rename('In the gap')
    const reconnected = await listening(secretary, site.app, { 'last-event-id': lastId })
    await reconnected.next(isChange(department.id, missedVersion))
    expect(reconnected.events.some(({ type }) => type === 'reset')).toBe(false)
  })

  test('report when missed changes are no longer available', async () => {
    const listener = await listening(secretary, site.app, { 'last-event-id': createMissingId() })
    expect(await listener.next(({ type }) => type === 'reset')).toEqual({ type: 'reset' })
  })

  test('report a change that became visible late only once', async () => {
    const listener = await listening(secretary)
    const { version } = await rename('On time')
    await listener.next(isChange(department.id, version))
    const id = createMissingId()
    const tenSecondsAgo = new Date(site.context.clock.now().getTime() - 10_000)
    await site.database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at) values ($1, 'departments', $2, 7, 'update', 'Late', $3)`,
      [uuidv7(tenSecondsAgo), id, tenSecondsAgo.toISOString()],
    )
    await listener.next(isChange(id))
    const { version: laterVersion } = await rename('After it')
    await listener.next(isChange(department.id, laterVersion))
    expect(listener.events.filter(isChange(id))).toHaveLength(1)
  })

  test('name no records after very many changes', async () => {
    const listener = await listening(secretary)
    // A check for changes made by jobs reaches back three seconds. On a busy machine, this many
    // rows take longer.
    site.freezeClock()
    const now = site.context.clock.now()
    await site.database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at, job_id)
       select gen_random_uuid(), 'departments', gen_random_uuid(), 2, 'update', 'Job', $1::timestamptz, gen_random_uuid() from generate_series(1, 3000)`,
      [now.toISOString()],
    )
    expect(await listener.next(({ type }) => type === 'many')).toEqual({
      type: 'many',
      resource: 'departments',
    })
    expect(listener.events.filter(({ type }) => type === 'change').length).toBeLessThan(200)
  })

  test('end when the session ends, in this process and in another', async () => {
    const second = buildServer(testedApp, site.context)
    try {
      const firstListener = await listening(secretary)
      const secondListener = await listening(secretary, second)
      expect((await secretary.call('DELETE', '/api/authentication/revoke-auth')).status).toBe(200)
      await Promise.all([firstListener.ended, secondListener.ended])
      for (const { events } of [firstListener, secondListener])
        expect(events.at(-1)).toEqual({ type: 'signedOut' })
    } finally {
      await second.close()
    }
  })

  test('end when the account is deactivated', async () => {
    const listener = await listening(other)
    const { version } = (
      await admin.call<WireRecord>('GET', `/api/authentication/users/${ids.elena}`)
    ).data
    const off = await admin.call<WireRecord>(
      'POST',
      `/api/authentication/users/${ids.elena}/actions/deactivate`,
      { version },
    )
    expect(off.status).toBe(200)
    await listener.ended
    expect(listener.events.at(-1)).toEqual({ type: 'signedOut' })
    const on = await admin.call('POST', `/api/authentication/users/${ids.elena}/actions/activate`, {
      version: off.data.version,
    })
    expect(on.status).toBe(200)
  })

  test('are refused beyond a number of streams per session, without ending the existing ones', async () => {
    const open = await Promise.all(Array.from({ length: 8 }, () => listening(student)))
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await listening(student)).status).toBe(429)
    expect((await listening(other)).status).toBe(200)
  })

  test('are refused to anonymous callers and to other sites', async () => {
    expect((await listening(site.browser())).status).toBe(401)
    expect((await listening(secretary, site.app, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
  })

  test('do not delay shutdown', async () => {
    const second = buildServer(testedApp, site.context)
    const listener = await listening(secretary, second)
    await second.close()
    await listener.ended
  })

  test('report the progress of jobs to their own users only', async () => {
    const [mine, others] = [await listening(admin), await listening(secretary)]
    const id = uuidv7()
    const now = site.context.clock.now().toISOString()
    await site.database.query(
      `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at)
       values ($1, 'edit', 'courses', 'running', $2, 'Ion Admin', 'admin', 'en', '{}', 10, '{}', $3)`,
      [id, ids.ana, now],
    )
    const isJob = (state: string) => (event: LiveEvent) =>
      event.type === 'job' && event.id === id && event.state === state
    expect(await mine.next(isJob('running'))).toEqual({
      type: 'job',
      id,
      state: 'running',
      done: 0,
      total: 10,
    })
    await site.database.query(`update job set state = 'done', done = 10 where id = $1`, [id])
    expect(await mine.next(isJob('done'))).toMatchObject({ done: 10 })
    expect(others.events.some(({ type }) => type === 'job')).toBe(false)
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

  describe('about presence', () => {
    const note = (
      browser: TestBrowser,
      isOpen: boolean,
      id = department.id,
      resource = 'departments',
    ) => browser.call('POST', '/api/live/presence', { resource, id, isOpen })
    const isPresence = (count: number) => (event: LiveEvent) =>
      event.type === 'presence' && event.id === department.id && event.people.length === count

    test('are sent to users who can change such records, including those who arrive later, until the page is left', async () => {
      const [listener, stranger] = [await listening(secretary), await listening(student)]
      expect((await note(admin, true)).status).toBe(200)
      const presence = {
        type: 'presence',
        resource: 'departments',
        id: department.id,
        people: [{ id: ids.ana, name: 'Ion Admin' }],
      }
      expect(await listener.next(isPresence(1))).toEqual(presence)
      const laterListener = await listening(secretary)
      expect(await laterListener.next(isPresence(1))).toEqual(presence)
      expect((await note(admin, false)).status).toBe(200)
      await listener.next(isPresence(0))
      expect(stranger.events.some(({ type }) => type === 'presence')).toBe(false)
    })

    test('are sent promptly to a user who arrives during a slow query', async () => {
      const { database } = site
      const now = performance.now.bind(performance)
      let pendingQueries = 0
      const time = vi.spyOn(performance, 'now').mockImplementation(() => now() + pendingQueries)
      const originalQuery = database.query
      const [read, finished] = [createGate(), createGate()]
      let isFirst = true
      const slow = vi.spyOn(database, 'query').mockImplementation(async (text, values) => {
        const rows = await originalQuery.call(database, text, values)
        if (!isFirst || !text.includes('from presence')) return rows
        isFirst = false
        read.open()
        await finished.opened
        return rows
      })
      const listener = await listening(secretary)
      await read.opened
      await note(admin, true)
      // Unless a client waits for the next check, the server pauses nine times as long as a check
      // took, so this test would never end.
      pendingQueries = 3_600_000
      finished.open()
      await listener.next(isPresence(1))
      slow.mockRestore()
      time.mockRestore()
      await note(admin, false)
    })

    test('do not reveal to students which staff have their record open', async () => {
      const [listener, owner] = [await listening(admin), await listening(student)]
      expect((await note(admin, true, ids.radu, 'users')).status).toBe(200)
      const isOpen = (event: LiveEvent) =>
        event.type === 'presence' && event.id === ids.radu && event.people.length === 1
      await listener.next(isOpen)
      // The same check would have notified every client that receives any update.
      await rename('Informatics, Physics and Chemistry')
      await owner.next(isChange(department.id, department.version))
      expect(owner.events.filter(({ type }) => type === 'presence')).toEqual([])
      await note(admin, false, ids.radu, 'users')
    })

    test('expire when a page has been silent for a minute', async () => {
      await note(admin, true)
      const listener = await listening(secretary)
      await listener.next(isPresence(1))
      site.wait(61_000)
      await listener.next(isPresence(0))
    })

    test('are accepted only for records that the user can read', async () => {
      expect((await note(student, true, createMissingId(), 'registrations')).status).toBe(403)
      expect((await note(student, true, ids.elena, 'users')).status).toBe(404)
      expect((await note(admin, true, createMissingId())).status).toBe(404)
      expect((await note(admin, true, department.id, 'nothing')).status).toBe(400)
    })
  })
})

import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type EventStreamClient, openEventStream } from '@matricola/testing/event-stream.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { library, libraryEngines, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import { uuidv7 } from '../../../database/uuid.ts'

describe.each(libraryEngines)('live updates on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let librarian: TestBrowser
  let reader: TestBrowser
  let other: TestBrowser
  let branch: WireRecord
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
    const answer = await admin.call<WireRecord>('PATCH', '/api/branches/update', {
      id: branch.id,
      version: branch.version,
      name,
    })
    expect(answer.status).toBe(200)
    branch = answer.data
    return branch
  }
  const isChange =
    (id: string, version?: number) =>
    (event: LiveEvent): boolean =>
      event.type === 'change' &&
      event.id === id &&
      (version === undefined || event.version === version)

  beforeAll(async () => {
    site = await startLibrarySessions({}, open)
    for (const [role, name] of [
      ['admin', 'ana'],
      ['librarian', 'office'],
      ['reader', 'radu'],
      ['reader', 'elena'],
    ] as const)
      ids[name] = await site.createAccount(role, { username: name })
    admin = await signedIn('ana')
    branch = (
      await admin.call<WireRecord>('POST', '/api/branches/create', {
        name: 'Informatics',
      })
    ).data
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    librarian = await signedIn('office')
    reader = await signedIn('radu')
    other = await signedIn('elena')
  })
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close()
  })

  test('report a change and its author, but no values, to callers who can read the record', async () => {
    const listener = await listening(librarian)
    expect([listener.status, listener.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect([
      listener.headers.get('cache-control'),
      listener.headers.get('x-accel-buffering'),
    ]).toEqual(['no-store, no-transform', 'no'])
    const { version } = await rename('Informatics and more')
    expect(await listener.next(isChange(branch.id, version))).toEqual({
      type: 'change',
      resource: 'branches',
      id: branch.id,
      version,
      action: 'update',
      by: 'Ion Admin',
    })
    expect(JSON.stringify(listener.events)).not.toContain('Informatics and more')
  })

  test('mark the changes that the user made', async () => {
    const [ownListener, colleague] = [await listening(admin), await listening(librarian)]
    const { version } = await rename('Informatics once more')
    expect(await ownListener.next(isChange(branch.id, version))).toMatchObject({ isOwn: true })
    expect(await colleague.next(isChange(branch.id, version))).not.toHaveProperty('isOwn')
  })

  test('about a record are not sent to users who cannot read it', async () => {
    const [radu, elena] = [await listening(reader), await listening(other)]
    const hidden = await admin.call<WireRecord>('POST', '/api/branches/create', {
      name: 'Hidden',
      isActive: false,
    })
    expect(hidden.status).toBe(201)
    const ownUpdate = await reader.call<WireRecord>('PATCH', '/api/authentication/users/update', {
      id: ids.radu,
      version: (await reader.call<WireRecord>('GET', `/api/authentication/users/${ids.radu}`)).data
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
    expect(allEvents.filter(isChange(hidden.data.id))).toEqual([])
    expect(elena.events.filter(isChange(ids.radu ?? ''))).toEqual([])
  })

  test('about a record that only some users may read are sent to those', async () => {
    const [ownListener, others] = [await listening(reader), await listening(other)]
    const answer = await admin.call<WireRecord>('POST', '/api/members/create', {
      ...{ lastName: 'Popa', firstName: 'Ion', cardNumber: 'M-1', userId: ids.radu },
    })
    expect(answer.status).toBe(201)
    const { id } = answer.data
    expect(await ownListener.next(isChange(id))).toMatchObject({
      resource: 'members',
      action: 'create',
      by: null,
    })
    const { version } = await rename('After the member')
    await others.next(isChange(branch.id, version))
    expect(others.events.filter(isChange(id))).toEqual([])
  })

  test('reach listeners of another process on the same database', async () => {
    const second = buildServer(library, site.context)
    try {
      const listener = await listening(librarian, second)
      const { version } = await rename('Changed elsewhere')
      await listener.next(isChange(branch.id, version))
    } finally {
      for (const each of listeners) each.close()
      await second.close()
    }
  })

  test('continue after the last change that the listener knows', async () => {
    const first = await listening(librarian)
    const { version: known } = await rename('Before the gap')
    await first.next(isChange(branch.id, known))
    const lastId = first.lastId()
    first.close()
    const { version: missedVersion } = await rename('In the gap')
    const reconnected = await listening(librarian, site.app, { 'last-event-id': lastId })
    await reconnected.next(isChange(branch.id, missedVersion))
    expect(reconnected.events.some(({ type }) => type === 'reset')).toBe(false)
  })

  test('report when missed changes are no longer available', async () => {
    const listener = await listening(librarian, site.app, { 'last-event-id': randomUUID() })
    expect(await listener.next(({ type }) => type === 'reset')).toEqual({ type: 'reset' })
  })

  test('report a change that became visible late only once', async () => {
    const listener = await listening(librarian)
    const { version } = await rename('On time')
    await listener.next(isChange(branch.id, version))
    const id = randomUUID()
    const tenSecondsAgo = new Date(site.context.clock.now().getTime() - 10_000)
    await site.database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at) values ($1, 'branches', $2, 7, 'update', 'Late', $3)`,
      [uuidv7(tenSecondsAgo), id, tenSecondsAgo.toISOString()],
    )
    await listener.next(isChange(id))
    const { version: laterVersion } = await rename('After it')
    await listener.next(isChange(branch.id, laterVersion))
    expect(listener.events.filter(isChange(id))).toHaveLength(1)
  })

  test('name no records after very many changes', async () => {
    const listener = await listening(librarian)
    // A check for changes made by jobs reaches back three seconds. On a busy machine, this many
    // rows take longer.
    site.freezeClock()
    const now = site.context.clock.now()
    await site.database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at, job_id)
       select gen_random_uuid(), 'branches', gen_random_uuid(), 2, 'update', 'Job', $1::timestamptz, gen_random_uuid() from generate_series(1, 3000)`,
      [now.toISOString()],
    )
    expect(await listener.next(({ type }) => type === 'many')).toEqual({
      type: 'many',
      resource: 'branches',
    })
    expect(listener.events.filter(({ type }) => type === 'change').length).toBeLessThan(200)
  })

  test('end when the session ends, in this process and in another', async () => {
    const second = buildServer(library, site.context)
    try {
      const firstListener = await listening(librarian)
      const secondListener = await listening(librarian, second)
      expect((await librarian.call('DELETE', '/api/authentication/revoke-auth')).status).toBe(200)
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
    const open = await Promise.all(Array.from({ length: 8 }, () => listening(reader)))
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await listening(reader)).status).toBe(429)
    expect((await listening(other)).status).toBe(200)
  })

  test('are refused to anonymous callers and to other sites', async () => {
    expect((await listening(site.browser())).status).toBe(401)
    expect((await listening(librarian, site.app, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
  })

  test('do not delay shutdown', async () => {
    const second = buildServer(library, site.context)
    const listener = await listening(librarian, second)
    await second.close()
    await listener.ended
  })

  test('report the progress of jobs to their own users only', async () => {
    const [mine, others] = [await listening(admin), await listening(librarian)]
    const id = uuidv7()
    const now = site.context.clock.now().toISOString()
    await site.database.query(
      `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at)
       values ($1, 'edit', 'books', 'running', $2, 'Ion Admin', 'admin', 'en', '{}', 10, '{}', $3)`,
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

  test('report the number of unread notifications when one arrives', async () => {
    const listener = await listening(reader)
    await listener.next((event) => event.type === 'unread')
    const book = await admin.call<WireRecord>('POST', '/api/books/create', {
      title: 'Ion',
      isbn: '9780000000001',
    })
    const sent = await admin.call('POST', '/api/loans/create', {
      bookId: book.data.id,
      readerId: ids.radu,
      dueOn: '2026-12-01',
    })
    expect(sent.status).toBe(201)
    expect(
      await listener.next((event) => event.type === 'unread' && event.notifications > 0),
    ).toMatchObject({ type: 'unread', notifications: 1 })
  })

  describe('about presence', () => {
    const note = (browser: TestBrowser, isOpen: boolean, id = branch.id, resource = 'branches') =>
      browser.call('POST', '/api/live/presence', { resource, id, isOpen })
    const isPresence = (count: number) => (event: LiveEvent) =>
      event.type === 'presence' && event.id === branch.id && event.people.length === count

    test('are sent to users who can change such records, including those who arrive later, until the page is left', async () => {
      const [listener, stranger] = [await listening(librarian), await listening(reader)]
      expect((await note(admin, true)).status).toBe(200)
      const presence = {
        type: 'presence',
        resource: 'branches',
        id: branch.id,
        people: [{ id: ids.ana, name: 'Ion Admin' }],
      }
      expect(await listener.next(isPresence(1))).toEqual(presence)
      const laterListener = await listening(librarian)
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
      const listener = await listening(librarian)
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

    test('do not reveal to readers which staff have their record open', async () => {
      const [listener, owner] = [await listening(admin), await listening(reader)]
      expect((await note(admin, true, ids.radu, 'users')).status).toBe(200)
      const isOpen = (event: LiveEvent) =>
        event.type === 'presence' && event.id === ids.radu && event.people.length === 1
      await listener.next(isOpen)
      // The same check would have notified every client that receives any update.
      await rename('Informatics, Physics and Chemistry')
      await owner.next(isChange(branch.id, branch.version))
      expect(owner.events.filter(({ type }) => type === 'presence')).toEqual([])
      await note(admin, false, ids.radu, 'users')
    })

    test('expire when a page has been silent for a minute', async () => {
      await note(admin, true)
      const listener = await listening(librarian)
      await listener.next(isPresence(1))
      site.wait(61_000)
      await listener.next(isPresence(0))
    })

    test('are accepted only for records that the user can read', async () => {
      expect((await note(reader, true, ids.elena, 'users')).status).toBe(404)
      expect((await note(admin, true, randomUUID())).status).toBe(404)
      expect((await note(admin, true, branch.id, 'nothing')).status).toBe(400)
    })
  })
})

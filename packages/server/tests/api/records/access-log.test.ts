/** Every call that returns personal records logs the access. */

import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'
import type { Database } from '../../../database/database.ts'
import { recordsOf } from '../../../records/store.ts'

describe.each(libraryEngines)("the access log of people's records on $engine", ({ open }) => {
  let site: TestApp
  let admin: Caller
  let librarian: Caller
  let ana: Caller
  let members: string[]
  let isOffline = false
  let statements: string[] = []
  beforeAll(async () => {
    site = await startLibraryApp(async () => failing(await open()), {
      clock: { now: () => new Date('2026-09-01T08:00:00.000Z') },
    })
    const founder = createCaller('admin')
    const create = async (path: string, values: object) =>
      (await site.call<WireRecord>(founder, 'POST', `/api/${path}`, values)).data.id
    const account = async (role: Role, name: string): Promise<Caller> => {
      const username = name.toLowerCase().replace(' ', '.')
      const values = { name, username, email: `${username}@biblioteca.ro`, role }
      return { ...createCaller(role, await create('authentication/register', values)), name }
    }
    const member = (lastName: string, firstName: string, userId: string | null) =>
      create('members/create', {
        lastName,
        firstName,
        cardNumber: `M-${lastName.toUpperCase()}`,
        userId,
      })
    admin = await account('admin', 'Ada Admin')
    librarian = await account('librarian', 'Sanda Rus')
    ana = await account('reader', 'Ana Pop')
    ana = { ...ana, personId: await member('Pop', 'Ana', ana.id) }
    members = [String(ana.personId), await member('Rus', 'Ioana', null)]
  })
  afterAll(() => site.close())
  const query = <R extends object>(text: string) => site.context.database.query<R>(text)
  beforeEach(async () => {
    await recordsOf(site.context).accessLogger.flush()
    await query('delete from access_log')
  })

  /** A database that fails to write the access log while `isOffline`. */
  const failing = (database: Database): Database => ({
    engine: database.engine,
    vitals: database.vitals,
    query: (text, values) => {
      statements.push(text)
      return isOffline && /insert into access_log/i.test(text)
        ? Promise.reject(new Error('away'))
        : database.query(text, values)
    },
    transaction: (work, options) => database.transaction(work, options),
    close: () => database.close(),
  })
  const get = <T = Page<WireRecord>>(caller: Caller, path: string) =>
    site.call<T>(caller, 'GET', `/api/${path}`)
  const listReads = async () => {
    await recordsOf(site.context).accessLogger.flush()
    return await query<{
      kind: string
      resource: string
      user_name: string
      record_ids: string[] | null
    }>('select kind, resource, user_name, record_ids from access_log order by at, id')
  }
  const idsIn = ({ list }: Page<WireRecord>) => list.map(({ id }) => id)

  test.each([
    ['members', 'members?pageSize=1&sort=lastName'],
    ['members', 'members?search=pop'],
    ['members', 'members?asOf=2026-09-01T08:00:00.000Z'],
  ])(
    'has one row for a page of %s, with the ids of the returned records: %s',
    async (resource, path) => {
      const { data } = await get(librarian, path)
      expect(data.list.length).toBeGreaterThan(0)
      expect(await listReads()).toEqual([
        { kind: 'listed', resource, user_name: 'Sanda Rus', record_ids: idsIn(data) },
      ])
    },
  )

  test('records the results of a search, and no records that were not returned', async () => {
    await get(librarian, 'members?search=nobody')
    expect(await listReads()).toEqual([])
    await get<unknown>(librarian, 'search?q=rus')
    expect(await listReads()).toMatchObject([
      { kind: 'listed', resource: 'members', record_ids: [members[1]] },
    ])
  })

  test('covers opened records, past states, histories and files', async () => {
    const [id] = members
    const paths = ['', '?asOf=2026-09-01T08:00:00.000Z', '/history']
    for (const way of paths) expect((await get(librarian, `members/${id}${way}`)).status).toBe(200)
    expect((await get(admin, 'members/export')).status).toBe(200)
    const page = await get<Page<WireAccessLogEntry>>(admin, `members/${id}/viewers`)
    const by = (name: string) =>
      page.data.list.filter((one) => one.name === name).map(({ kind }) => kind)
    expect(by('Sanda Rus')).toEqual(paths.map(() => 'opened'))
    expect(by(admin.name)).toEqual(['exported'])
    expect((await get(librarian, `members/${id}/viewers`)).status).toBe(403)
  })

  test('has one row for a file with any number of records', async () => {
    expect((await get(admin, 'members/export?sort=lastName')).status).toBe(200)
    expect(await listReads()).toEqual([
      {
        kind: 'exported',
        resource: 'members',
        user_name: admin.name,
        record_ids: members,
      },
    ])
  })

  test('shows the caller as a viewer of each record on the page, and of no other', async () => {
    const { data } = await get(librarian, 'members?pageSize=1')
    const ids = idsIn(data)
    for (const id of members) {
      const { data: viewers } = await get<Page<WireAccessLogEntry>>(admin, `members/${id}/viewers`)
      expect(viewers.list.map(({ name, kind }) => [name, kind])).toEqual(
        ids.includes(id) ? [['Sanda Rus', 'listed']] : [],
      )
    }
  })

  test('records each access to an existing record once, before the response; simultaneous accesses share a statement', async () => {
    await get(librarian, `members/${members[1]}`)
    await query('delete from access_log')
    statements = []
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, i) => get(librarian, `members/${members[i % 2]}`)),
    )
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const notes = statements.filter((text) => /insert into access_log/i.test(text))
    expect(notes.length).toBeGreaterThan(0)
    expect(notes.length).toBeLessThan(8)
    const entries = await listReads()
    expect(entries).toHaveLength(8)
    expect(entries[0]).toMatchObject({
      kind: 'opened',
      resource: 'members',
      user_name: 'Sanda Rus',
    })
    expect((await get(librarian, 'members/01920000-0000-7000-8000-000000000000')).status).toBe(404)
    expect(await listReads()).toHaveLength(8)
  })

  test('omits users who read their own record', async () => {
    expect(idsIn((await get(ana, 'members')).data)).toEqual([ana.personId])
    expect((await get(ana, `members/${ana.personId}`)).status).toBe(200)
    expect(await listReads()).toEqual([])
  })

  test('retries a failed entry until it is stored, and a record is returned only after that', async () => {
    isOffline = true
    expect((await get(librarian, 'members')).status).toBe(200)
    expect(await listReads()).toEqual([])
    expect((await get(librarian, `members/${members[0]}`)).status).toBe(500)
    isOffline = false
    expect((await listReads()).map(({ kind }) => kind)).toEqual(['listed'])
  })
})

import { randomUUID } from 'node:crypto'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const admin = createCaller('admin')

describe.each(libraryEngines)('reading the past on $engine', ({ open }) => {
  let api: TestApp
  let now = Date.parse('2026-09-01T08:00:00.000Z')
  let branches: string[]
  const tick = (ms = 1000) => {
    now += ms
    return new Date(now).toISOString()
  }
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const update = (path: string, body: object) =>
    api.call<WireRecord>(admin, 'PATCH', `/api/${path}/update`, body)
  const list = async (path: string, query: string, caller = admin) =>
    (await api.call<Page<WireRecord>>(caller, 'GET', `/api/${path}?pageSize=100&${query}`)).data
  const single = (path: string, id: string, query: string, caller = admin) =>
    api.call<WireRecord>(caller, 'GET', `/api/${path}/${id}?${query}`)
  const withoutActions = (page: Page<WireRecord>) => ({
    ...page,
    list: page.list.map((record) => ({ ...record, _can: [] })),
  })

  beforeAll(async () => {
    api = await startLibraryApp(open, { clock: { now: () => new Date(now) } })
    branches = [
      (await create('branches', { name: 'Romanian' })).id,
      (await create('branches', { name: 'English' })).id,
    ]
  })
  afterAll(() => api.close())

  const words = ['Algebră', 'analiză', 'Știința datelor', 'Ământ', 'Zoologie', 'logică']
  const changes = fc.record(
    {
      title: fc.constantFrom(...words),
      author: fc.constantFrom('A', 'b', null),
      pages: fc.integer({ min: 1, max: 30 }),
      edition: fc.constantFrom(1, 2),
      branch: fc.constantFrom(0, 1),
      genre: fc.constantFrom('novel', 'poetry', 'science'),
    },
    { requiredKeys: [] },
  )
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.record({ what: fc.constant('create' as const), changes }) },
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant('update' as const), which: fc.nat(), changes }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constantFrom('activate' as const, 'deactivate' as const),
        which: fc.nat(),
      }),
    },
  )
  const queries = fc.array(
    fc.constantFrom(
      'sort=title',
      'sort=-pages,title',
      'sort=branchId,-author',
      'sort=-updatedAt',
      'search=ana',
      'search=stiinta',
      'filters[title]=log',
      'filters[edition]=2&sort=-title',
      'filters[isActive]=false',
      'filters[genre]=poetry',
      'pageSize=2&pageNumber=2&sort=pages',
    ),
    { minLength: 1, maxLength: 4 },
  )
  /** Sets a page size that holds the whole list, unless the query has one. */
  const withPageSize = (query: string) =>
    query.includes('pageSize') ? query : `pageSize=100&${query}`
  const books = async (query: string) =>
    (await api.call<Page<WireRecord>>(admin, 'GET', `/api/books?${query}`)).data

  test('a past list can be exported to a file with the same content, named and logged as of that day', async () => {
    const exported = async (query: string, caller = admin) =>
      api.app.inject({
        method: 'GET',
        url: `/api/books/export?format=json&${query}`,
        headers: { 'x-test-caller': caller.id },
      })
    const body = { branchId: branches[0] }
    const { id } = await create('books', {
      ...body,
      title: 'Istoria fișierelor',
      isbn: '9780000000001',
    })
    await create('books', {
      ...body,
      title: 'Istoria listelor',
      isbn: '9780000000002',
      author: 'X',
    })
    const at = tick()
    tick()
    await update('books', {
      id,
      title: 'Geografia fișierelor',
      author: 'Y',
      branchId: branches[1],
    })
    await create('books', { ...body, title: 'Istoria altora', isbn: '9780000000003' })
    const query = 'search=istoria&sort=-title&filters[branchId]='.concat(branches[0] ?? '')
    const past = (await books(`${query}&asOf=${at}&pageSize=100`)).list
    expect(past.map(({ title }) => title)).toEqual(['Istoria listelor', 'Istoria fișierelor'])
    const file = await exported(`${query}&asOf=${at}&columns=title,author,branchId`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="books-2026-09-01.json"')
    const rows = JSON.parse(file.body) as WireRecord[]
    expect(rows).toMatchObject(
      past.map(({ id, title, author, branchId }) => ({ id, title, author, branchId })),
    )
    const [logEntry] = await api.context.database.query<{ details: object }>(
      `select details from security_event where kind = 'exported' order by at desc, id desc limit 1`,
    )
    expect(logEntry?.details).toMatchObject({ resource: 'books', rows: 2, asOf: at })
    const refusal = await exported(`selection=${id}&asOf=${at}`)
    expect([refusal.statusCode, JSON.parse(refusal.body).code]).toEqual([400, 'filter.unknown'])
  })

  test('a list as of any moment is filtered, searched, sorted and counted as it was then', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        queries,
        async (steps, listQueries) => {
          const ids: string[] = (await books('pageSize=100')).list.map(({ id }) => id)
          const snapshots: { at: string; query: string; page: Page<WireRecord> }[] = []
          for (const one of steps) {
            tick()
            if (one.what === 'create') {
              const { branch = 0, ...values } = one.changes
              const body = { title: 'Nou', ...values, isbn: String(9790000000000 + ++count) }
              ids.push((await create('books', { ...body, branchId: branches[branch] })).id)
            } else if (ids.length > 0) {
              const id = ids[one.which % ids.length] ?? ''
              if (one.what === 'update') {
                const { branch, ...values } = one.changes
                await update('books', {
                  id,
                  ...values,
                  ...(branch !== undefined && {
                    branchId: branches[branch],
                  }),
                })
              } else await api.call(admin, 'POST', `/api/books/${id}/actions/${one.what}`)
            }
            const at = tick()
            for (const query of listQueries)
              snapshots.push({
                at,
                query: withPageSize(query),
                page: await books(withPageSize(query)),
              })
          }
          tick()
          for (const { at, query, page } of snapshots)
            expect([at, query, await books(`${query}&asOf=${at}`)]).toEqual([
              at,
              query,
              withoutActions(page),
            ])
        },
      ),
      { numRuns: 6, seed: 20_261_121 },
    )
  })

  test("views and computed values work, and a day stands for its end in the university's time zone", async () => {
    const id = (
      await create('books', {
        title: 'Istorie',
        isbn: '9780000000004',
        branchId: branches[0],
        pages: 5,
      })
    ).id
    // 23:30 in Bucharest, then half past midnight on the next day.
    now = Date.parse('2026-12-10T21:30:00.000Z')
    await update('books', { id, pages: 6 })
    now = Date.parse('2026-12-10T22:30:00.000Z')
    await update('books', { id, pages: 7, title: 'Istorie veche' })
    now = Date.parse('2026-12-12T12:00:00.000Z')
    const pagesAt = async (asOf: string) => (await single('books', id, `asOf=${asOf}`)).data.pages
    expect([
      await pagesAt('2026-12-09'),
      await pagesAt('2026-12-10'),
      await pagesAt('2026-12-11'),
    ]).toEqual([5, 6, 7])
    const { data } = await single('books', id, 'asOf=2026-12-10')
    expect(data).toMatchObject({
      title: 'Istorie',
      _title: 'Istorie',
      version: 2,
      updatedAt: '2026-12-10T21:30:00.000Z',
      _can: [],
    })
    expect((await list('books', 'search=veche&asOf=2026-12-10')).totalCount).toBe(0)
    expect((await list('books', 'search=istorie&asOf=2026-12-10')).list[0]?.timesLent).toBe(0)
    expect((await single('books', id, '')).data.pages).toBe(7)
  })

  test('other database bookkeeping does not affect the past, with any query plan', async () => {
    await api.context.database.query(`insert into meta (key, value) values ('planted', '0.1.0')`)
    // Without statistics the planner uses the index; with them it reads the whole table.
    await api.context.database.query('analyze meta')
    const { list: all } = await list('books', `asOf=${tick()}`)
    expect(all.length).toBeGreaterThan(0)
  })

  test('a record does not exist before its creation, and an unknown id is reported as missing', async () => {
    const before = tick()
    tick()
    const { id } = await create('branches', { name: 'Later' })
    expect((await single('branches', id, `asOf=${before}`)).failure.code).toBe('record.missing')
    expect((await list('branches', `search=later&asOf=${before}`)).totalCount).toBe(0)
    expect((await list('branches', `search=later&asOf=${tick()}`)).totalCount).toBe(1)
    expect((await single('branches', randomUUID(), `asOf=${before}`)).failure.code).toBe(
      'record.missing',
    )
    expect((await list('branches', 'asOf=1999-01-01')).list).toEqual([])
  })

  test('encrypted values are masked, and filters use their current content', async () => {
    const member = await create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: 'M-1',
      personalNumber: '5050415120700',
      branchId: branches[0],
      email: 'ana.pop@univ.ro',
    })
    const at = tick()
    tick()
    await update('members', { id: member.id, lastName: 'Popescu' })
    const { data } = await single('members', member.id, `asOf=${at}`)
    expect(data).toEqual({ ...member, _can: [] })
    expect(
      (await list('members', `filters[personalNumber]=5050415120700&asOf=${at}`)).list.map(
        ({ lastName }) => lastName,
      ),
    ).toEqual(['Pop'])
  })

  test('value counts are those of that day', async () => {
    const body = {
      title: 'Fizică',
      isbn: '9780000000005',
      branchId: branches[0],
      edition: 3,
      genre: 'poetry',
    }
    const { id } = await create('books', body)
    const at = tick()
    tick()
    await update('books', { id, edition: 2, genre: 'science' })
    const counts = async (query: string, caller = admin) =>
      await api.call<WireFacets>(caller, 'GET', `/api/books/facets?search=fizica&${query}`)
    const [past, now] = [(await counts(`asOf=${at}`)).data, (await counts('')).data]
    expect([past.edition, past.genre]).toEqual([
      [{ value: '3', count: 1 }],
      [{ value: 'poetry', count: 1 }],
    ])
    expect([now.edition, now.genre]).toEqual([
      [{ value: '2', count: 1 }],
      [{ value: 'science', count: 1 }],
    ])
    expect((await counts(`asOf=${at}&filters[genre]=poetry`)).data.edition).toEqual([
      { value: '3', count: 1 },
    ])
    expect((await counts(`asOf=${at}`, createCaller('reader'))).failure.code).toBe('access.denied')
  })

  test('the past is available to roles that can read the history of every record', async () => {
    const at = tick()
    expect(
      (await list('books', `asOf=${at}`, createCaller('librarian'))).totalCount,
    ).toBeGreaterThan(0)
    for (const role of ['reader'] as const) {
      const answer = await api.call(createCaller(role), 'GET', `/api/books?asOf=${at}`)
      expect([role, answer.failure.code]).toEqual([role, 'access.denied'])
      expect(
        (await single('books', randomUUID(), `asOf=${at}`, createCaller(role))).failure.code,
      ).toBe('access.denied')
    }
    for (const [asOf, code] of [
      ['yesterday', 'date.notIso'],
      ['15.03.2026', 'date.notIso'],
      ['2026-02-30', 'date.unreal'],
      ['2026-01-01T25:00:00Z', 'dateTime.unreal'],
    ])
      expect([
        asOf,
        (await api.call(admin, 'GET', `/api/books?asOf=${asOf}`)).failure.fields,
      ]).toEqual([asOf, { asOf: [{ code }] }])
  })

  test('a query across too many changes is refused', async () => {
    const { database } = api.context
    const at = tick()
    tick()
    await database.query(
      `insert into branches (id, version, created_at, updated_at, name, name_key, is_active, search_text)
       select gen_random_uuid(), 2, $1, $1, 'D' || n, 'd' || n, true, 'd' || n from generate_series(1, 20001) n`,
      [at],
    )
    await database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at, before, after)
       select gen_random_uuid(), 'branches', id, 2, 'update', 'x', $1, '{"office": null}', '{"office": null}' from branches where name like 'D%' and search_text like 'd%'`,
      [tick()],
    )
    expect((await api.call(admin, 'GET', `/api/branches?asOf=${at}`)).failure.code).toBe(
      'asOf.tooFar',
    )
    await database.query(
      `delete from change where record_id = (select record_id from change where action = 'update' and actor_name = 'x' limit 1)`,
    )
    expect((await list('branches', `asOf=${at}`)).totalCount).toBeGreaterThan(20_000)
  })
})

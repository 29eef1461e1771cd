import { randomUUID } from 'node:crypto'
import * as viewCalls from '@matricola/schema/calls/saved-views.ts'
import type { Page, WireRecord, WireViewCounts } from '@matricola/schema/wire/wire.ts'
import { type LibraryApp, libraryEngines, startLibrary } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'

describe.each(libraryEngines)('saved views on $engine', ({ open }) => {
  let api: LibraryApp
  beforeAll(async () => {
    api = await startLibrary(open)
  })
  afterAll(() => api.close())

  const save = (caller: Caller, view: object) =>
    api.call<WireRecord>(caller, 'POST', '/api/saved-views/create', view)
  const change = (caller: Caller, view: object) =>
    api.call<WireRecord>(caller, 'PATCH', '/api/saved-views/update', view)
  const listNames = async (reader: Caller, list: string) =>
    (
      await api.call<Page<WireRecord>>(
        reader,
        'GET',
        `/api/saved-views?pageSize=100&filters[list]=${list}&filters[isActive]=true`,
      )
    ).data.list
  const refusal = async (answer: Promise<{ status: number; failure: { fields?: object } }>) => {
    const { status, failure } = await answer
    return [status, failure.fields]
  }

  test('a view belongs to the caller, even if the call names another owner', async () => {
    const { status, data } = await save(api.librarian, {
      list: 'books',
      name: 'Anul I',
      address: 'filters%5Bedition%5D=1&sort=-title',
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ownerId: api.librarian.id,
      isShared: false,
      isActive: true,
      columns: null,
    })
    const otherOwner = save(api.librarian, {
      list: 'books',
      name: 'Altul',
      ownerId: api.admin.id,
    })
    expect(await refusal(otherOwner)).toEqual([400, { ownerId: [{ code: 'field.notWritable' }] }])
    expect((await listNames(api.admin, 'books')).map(({ name }) => name)).not.toContain('Anul I')
    expect((await change(api.admin, { id: data.id, name: 'Al meu' })).status).toBe(404)
  })

  test('only administrators can share a view, which users of the list can see but not change', async () => {
    const rejected = save(api.librarian, {
      list: 'books',
      name: 'Pentru toți',
      isShared: true,
    })
    expect(await refusal(rejected)).toEqual([400, { isShared: [{ code: 'field.notWritable' }] }])
    const { data } = await save(api.admin, {
      list: 'branches',
      name: 'Anul II',
      address: 'filters[isActive]=false',
      isShared: true,
    })
    expect((await listNames(api.librarian, 'branches')).map(({ id }) => id)).toContain(data.id)
    expect(
      (await listNames(api.librarian, 'branches')).find(({ id }) => id === data.id)?._can,
    ).toEqual([])
    expect((await change(api.librarian, { id: data.id, name: 'Altfel' })).status).toBe(403)
    // Readers have no list of branches, so they must not receive its filters.
    expect((await listNames(api.reader, 'branches')).map(({ id }) => id)).not.toContain(data.id)
    expect((await change(api.admin, { id: data.id, isActive: false })).status).toBe(200)
    expect((await api.call(api.librarian, 'GET', `/api/saved-views/${data.id}`)).status).toBe(404)
    expect((await api.call(api.admin, 'GET', `/api/saved-views/${data.id}`)).status).toBe(200)
  })

  test.each([
    ['a filter on a field that cannot be filtered', 'filters[searchText]=x'],
    ['a value that the field cannot have', 'filters[edition]=zece'],
    ['a view that is not declared', 'view=nothing'],
    ['an unknown sort order', 'sort=nothing'],
    ['a repeated parameter', 'search=a&search=b'],
    ['an unknown parameter', 'next=https%3A%2F%2Fexample.com'],
    ['a page size beyond the limit', 'pageSize=1000'],
  ])('a query with %s is refused', async (_, address) => {
    expect(await refusal(save(api.admin, { list: 'books', name: 'x', address }))).toEqual([
      400,
      { address: [{ code: 'view.unknown' }] },
    ])
  })

  test('a list that does not exist has no views', async () => {
    for (const [caller, list] of [
      [api.admin, 'nothing'],
      [api.admin, 'settings'],
    ] as const)
      expect(await refusal(save(caller, { list, name: 'x' }))).toEqual([
        400,
        { list: [{ code: 'view.unknown' }] },
      ])
  })

  test('columns are limited to those that the user can read', async () => {
    const view = { list: 'branches', name: 'Scurt', columns: 'name,phone' }
    expect((await save(api.librarian, view)).status).toBe(201)
    const widths = await save(api.librarian, {
      ...view,
      name: 'Lat',
      columns: 'name:wide,phone:narrow',
    })
    expect([widths.status, widths.data.columns]).toEqual([201, 'name:wide,phone:narrow'])
    expect(
      await refusal(save(api.librarian, { ...view, name: 'Mare', columns: 'name:huge' })),
    ).toEqual([400, { columns: [{ code: 'view.unknown' }] }])
    const unread = { list: 'members', name: 'Contact', columns: 'lastName,email' }
    expect((await save(api.admin, unread)).status).toBe(201)
    expect(await refusal(save(api.reader, unread))).toEqual([
      400,
      { columns: [{ code: 'view.unknown' }] },
    ])
  })

  test('no view stores a filter on an encrypted field', async () => {
    const address = 'filters[personalNumber]=5050415129919'
    expect(await refusal(save(api.admin, { list: 'members', name: 'x', address }))).toEqual([
      400,
      { address: [{ code: 'view.secret' }] },
    ])
    const [storedView] = await api.context.database.query(
      "select id from saved_views where address like '%5050415129919%'",
    )
    expect(storedView).toBeUndefined()
  })

  test('a user keeps at most thirty views of a list, and can remove one to add another', async () => {
    const createdIds: string[] = []
    for (let i = 1; i <= 30; i++)
      createdIds.push(
        (await save(api.reader, { list: 'books', name: `Vedere ${i}` })).data?.id ?? '',
      )
    const full = [400, { name: [{ code: 'view.tooMany', params: { max: 30 } }] }]
    expect(await refusal(save(api.reader, { list: 'books', name: 'Una prea mult' }))).toEqual(full)
    expect((await change(api.reader, { id: createdIds[0], isActive: false })).status).toBe(200)
    expect((await save(api.reader, { list: 'books', name: 'Alta' })).status).toBe(201)
    expect(await refusal(change(api.reader, { id: createdIds[0], isActive: true }))).toEqual(full)
  })

  describe('counts', () => {
    const counts = (caller: Caller | null, query: string) =>
      api.call<WireViewCounts>(caller, 'GET', `${viewCalls.getViewCounts.path}?${query}`)

    test('contain the number of records in each view for the caller', async () => {
      for (const [at, category] of ['adult', 'child'].entries())
        await api.create('members', {
          ...{ lastName: 'Pop', firstName: 'Ana', cardNumber: `M-${at}`, category },
        })
      for (const [at, genre] of ['novel', 'poetry', 'poetry'].entries())
        await api.create('books', { title: 'Ion', isbn: `978000000000${at}`, genre })
      const { data: first } = await save(api.admin, {
        list: 'members',
        name: 'G1',
        address: 'filters[category]=child',
        isShared: true,
      })
      const { data: office } = await counts(api.librarian, 'list=members')
      expect(office.declared['']).toBe(2)
      expect(office.saved[first.id]).toBe(1)
      const { data: books } = await counts(api.admin, 'list=books')
      expect(books.declared).toEqual({ '': 3, poems: 2 })
      for (const [view, count] of Object.entries(books.declared)) {
        const { data } = await api.call<Page<WireRecord>>(
          api.admin,
          'GET',
          `/api/books?view=${view}`,
        )
        expect([view, count]).toEqual([view, data.totalCount])
      }
    })

    test('leave out a view that the user can no longer query', async () => {
      const { data } = await save(api.admin, {
        list: 'branches',
        name: 'Toate',
        isShared: true,
      })
      expect((await counts(api.librarian, 'list=branches')).data.saved).toHaveProperty(data.id)
      await api.context.database.query(
        "update saved_views set address = 'filters[searchText]=x' where id = $1",
        [data.id],
      )
      expect((await counts(api.librarian, 'list=branches')).data.saved).not.toHaveProperty(data.id)
    })

    test('leave out a declared view that uses fields that the role cannot read', async () => {
      expect(Object.keys((await counts(api.librarian, 'list=members')).data.declared)).toContain(
        'children',
      )
      expect(Object.keys((await counts(api.reader, 'list=members')).data.declared)).not.toContain(
        'children',
      )
    })

    test('are refused for a list that does not exist and to anonymous callers', async () => {
      expect((await counts(api.admin, '')).status).toBe(400)
      expect((await counts(api.admin, 'list=settings')).status).toBe(400)
      expect((await counts(api.admin, `list=members&id=${randomUUID()}`)).failure.code).toBe(
        'filter.unknown',
      )
      expect((await counts(null, 'list=members')).status).toBe(401)
    })
  })
})

import type { WireMenu } from '@matricola/schema/wire/menu.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type LibraryApp, libraryEngines, startLibrary } from '@matricola/testing/library/app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../../caller.ts'
import { recordsOf } from '../../../records/store.ts'

describe.each(libraryEngines)('the menu on $engine', ({ open }) => {
  let api: LibraryApp
  beforeAll(async () => {
    api = await startLibrary(open)
  })
  afterAll(() => api.close())
  afterEach(() => vi.restoreAllMocks())

  const menuFor = async (caller: Caller) =>
    (await api.call<WireMenu>(caller, 'GET', '/api/menu')).data
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(api.admin, 'POST', `/api/${path}/create`, body)).data

  test('is empty without records, and only for signed-in users', async () => {
    expect(await menuFor(api.admin)).toEqual({ used: [], waits: {} })
    expect((await api.app.inject({ url: '/api/menu' })).statusCode).toBe(401)
  })

  test('counts what waits in a section through its views, and adds the numbers', async () => {
    await create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: 'C-1',
      category: 'child',
    })
    expect((await menuFor(api.admin)).waits).toEqual({
      lending: {
        count: 1,
        tone: 'neutral',
        parts: [{ entry: 'members', view: 'children', count: 1 }],
      },
    })
    const book = await create('books', { title: 'Ion', isbn: '9780000000001' })
    for (const dueOn of ['2020-01-01', '2020-01-02', '2099-01-01'])
      await create('loans', { bookId: book.id, readerId: api.librarian.id, dueOn })
    expect((await menuFor(api.librarian)).waits.lending).toEqual({
      count: 3,
      tone: 'danger',
      parts: [
        { entry: 'members', view: 'children', count: 1 },
        { entry: 'loans', view: 'late', count: 2 },
      ],
    })
  })

  test('shows an entry once it is used', async () => {
    expect((await menuFor(api.librarian)).used).toEqual([])
    const branch = await create('branches', { name: 'Centru' })
    await create('orders', {
      name: 'Romane',
      branchId: branch.id,
      copies: 1,
      pricePerCopy: 60,
      total: 60,
    })
    expect((await menuFor(api.librarian)).used).toEqual(['orders'])
  })

  test('gives up a count after two seconds and keeps the others', async () => {
    const records = recordsOf(api.context)
    const { count } = records
    vi.spyOn(records, 'count').mockImplementation((permit, query) =>
      permit.resource.name === 'loans' ? new Promise(() => {}) : count(permit, query),
    )
    const startedAt = Date.now()
    expect((await menuFor(api.admin)).waits.lending).toEqual({
      count: null,
      tone: 'danger',
      parts: [
        { entry: 'members', view: 'children', count: 1 },
        { entry: 'loans', view: 'late', count: null },
      ],
    })
    expect(Date.now() - startedAt).toBeLessThan(4000)
  })
})

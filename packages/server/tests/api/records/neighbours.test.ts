import { randomUUID } from 'node:crypto'
import type { WireNeighbours } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { type LibraryApp, libraryEngines, startLibrary } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsOf } from '../../../records/store.ts'

describe.each(libraryEngines)('the neighbours of a record on $engine', ({ open }) => {
  let api: LibraryApp
  let inactive: string
  const getNeighbours = (role: 'admin' | 'reader', id: string, query: string) =>
    api.call<WireNeighbours>(api[role], 'GET', `/api/books/${id}/neighbours?${query}`)

  beforeAll(async () => {
    api = await startLibrary(open)
    const { id } = await api.create('branches', { name: 'Other' })
    const book = { title: 'A book', pages: 5 }
    const branches = [await api.create('branches', { name: 'Own' }), null]
    for (const [at, branch] of branches.entries())
      await api.create('books', { ...book, isbn: `978000000000${at}`, branchId: branch?.id })
    inactive = (
      await api.create('books', { ...book, isbn: '9780000000009', branchId: id, isActive: false })
    ).id
    // Many equal values, so that the id determines the order. Some values are null.
    await api.context.database.query(
      `insert into books (id, title, title_key, isbn, branch_id, edition, copies, pages, search_text)
       select gen_random_uuid(), 'Same ' || i % 3, 'same ' || i % 3, (9781000000000 + i)::text, $1, 1 + i % 2, nullif(i % 4, 0), 5, 'same'
       from generate_series(1, 30) i`,
      [id],
    )
    recordsOf(api.context).invalidateTotals('books')
  })
  afterAll(() => api.close())

  test.each([
    '',
    'sort=-title',
    'sort=edition,-title',
    'sort=branchId,-edition',
    'sort=-branchId',
    'sort=copies',
    'sort=-createdAt',
    'filters[title]=same&sort=edition',
    'search=book&filters[isActive]=true',
  ])('every record in the list %s has the same neighbours as in the list', async (query) => {
    const { data } = await api.call<Page<WireRecord>>(
      api.admin,
      'GET',
      `/api/books?${query}&pageSize=100`,
    )
    const ids = data.list.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    for (const [i, id] of ids.entries())
      expect((await getNeighbours('admin', id, query)).data).toEqual({
        position: i + 1,
        total: ids.length,
        previous: ids[i - 1] ?? null,
        next: ids[i + 1] ?? null,
      })
  })

  test('a record that is not in the list, or that the role cannot read, has no neighbours', async () => {
    expect((await getNeighbours('admin', inactive, '')).status).toBe(200)
    for (const answer of [
      await getNeighbours('admin', inactive, 'filters[isActive]=true'),
      await getNeighbours('reader', inactive, ''),
      await getNeighbours('admin', randomUUID(), ''),
    ])
      expect([answer.status, answer.failure.code]).toEqual([404, 'record.missing'])
  })
})

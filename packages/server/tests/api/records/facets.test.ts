import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  type LibraryApp,
  library,
  libraryEngines,
  startLibrary,
} from '@matricola/testing/library/app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorize } from '../../../policy/permit.ts'
import { createListQuery } from '../../../records/reading/parse-list-query.ts'
import { recordsOf } from '../../../records/store.ts'

const editions = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
/**
 * Book lists with a search and random filters, on fields with value counts and on other fields.
 */
const queries = fc
  .record(
    {
      'filters[genre]': fc.constantFrom('novel', 'poetry', 'poetry,science'),
      'filters[edition]': fc.oneof(
        editions.map((list) => list.join(',')),
        fc.constantFrom('2..4', '..3', '9'),
      ),
      'filters[copies]': fc.constantFrom('1', '2'),
      'filters[pages]': fc.constantFrom('5..20', '7'),
      'filters[isActive]': fc.constantFrom('true', 'false'),
      search: fc.constantFrom('book', 'count 1', 'nothing'),
    },
    { requiredKeys: [] },
  )
  .map(
    (given) =>
      Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as Record<string, string>,
  )

describe.each(libraryEngines)('value counts on $engine', ({ open }) => {
  let api: LibraryApp
  let [own, other, ion] = [] as unknown as [WireRecord, WireRecord, WireRecord]
  const facets = async (
    role: 'admin' | 'librarian' | 'reader',
    path: string,
    query: Record<string, string> = {},
  ) =>
    (
      await api.call<WireFacets>(
        api[role],
        'GET',
        `/api/${path}/facets?${new URLSearchParams(query)}`,
      )
    ).data
  const total = async (role: 'admin' | 'reader', path: string, query: Record<string, string>) =>
    (
      await api.call<Page<WireRecord>>(
        api[role],
        'GET',
        `/api/${path}?${new URLSearchParams(query)}`,
      )
    ).data.totalCount

  beforeAll(async () => {
    api = await startLibrary(open)
    own = await api.create('branches', { name: 'Own' })
    other = await api.create('branches', { name: 'Other' })
    await api.create('branches', { name: 'Inactive', isActive: false })
    ion = await api.create('books', { title: 'Book of Ion', isbn: '9780000000001', edition: 1 })
    for (const [at, branchId] of [own.id, own.id, other.id].entries())
      await api.create('members', {
        ...{ lastName: 'Pop', firstName: 'Ana', cardNumber: `M-${at}`, branchId },
        ...(at === 0 && { userId: api.reader.id }),
      })
    await api.context.database.query(
      `insert into books (id, title, title_key, isbn, branch_id, edition, copies, pages, genre, is_active, search_text)
       select gen_random_uuid(), 'Count ' || i, 'count ' || i, (9781000000000 + i)::text, $1, 1 + i * 7 % 6, 1 + i % 2, 1 + i % 30,
         (array['novel', 'poetry', 'science'])[1 + i * 5 % 3], i % 4 <> 0, 'count ' || i from generate_series(1, 120) i`,
      [own.id],
    )
    recordsOf(api.context).invalidateTotals('books')
  })
  afterAll(() => api.close())

  test('each count is the total of the list when filtered by that value in addition to any other filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom('admin' as const, 'reader' as const),
        async (query, role) => {
          const counts = await facets(role, 'books', query)
          expect(Object.keys(counts)).toEqual(['genre', 'edition', 'isActive'])
          for (const [field, values] of Object.entries(counts)) {
            for (const { value, count } of values)
              expect([
                role,
                query,
                field,
                value,
                await total(role, 'books', { ...query, [`filters[${field}]`]: value }),
              ]).toEqual([role, query, field, value, count])
            const { [`filters[${field}]`]: _own, ...others } = query
            expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(
              await total(role, 'books', others),
            )
            expect(values.map(({ count }) => count)).toEqual(
              values.map(({ count }) => count).toSorted((a, b) => b - a),
            )
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('values of records that a role cannot read are not counted', async () => {
    const active = (counts: WireFacets) =>
      counts.isActive?.map(({ value, count }) => [value, count])
    expect(active(await facets('admin', 'branches'))).toEqual([
      ['true', 2],
      ['false', 1],
    ])
    expect(active(await facets('reader', 'branches'))).toEqual([['true', 2]])
    // A reader can read one member.
    expect((await facets('reader', 'members')).status).toEqual([{ value: 'active', count: 1 }])
  })

  test('a field that a role cannot read is not counted', async () => {
    expect(Object.keys(await facets('reader', 'members'))).toEqual(['status'])
    expect(Object.keys(await facets('librarian', 'members'))).toEqual(['category', 'status'])
    const refusal = await api.call(api.reader, 'GET', '/api/members/facets?filters[category]=child')
    expect(refusal.failure.code).toBe('filter.unknown')
  })

  test('a write is counted immediately', async () => {
    const second = (counts: WireFacets) =>
      counts.edition?.find(({ value }) => value === '2')?.count ?? 0
    const before = await facets('admin', 'books')
    const changed = await api.call(api.admin, 'PATCH', '/api/books/update', {
      id: ion.id,
      edition: 2,
    })
    expect(changed.status).toBe(200)
    expect(second(await facets('admin', 'books'))).toBe(second(before) + 1)
  })

  test('references are counted with their titles, most frequent first, if the role can read them', async () => {
    const counts = async (name: string, fields: readonly string[]) => {
      const resource = library.registry.get(name)
      const counting = { ...resource, list: { ...resource.list, facets: fields } }
      const permit = { ...authorize(api.admin, resource, 'read'), resource: counting }
      return recordsOf(api.context).facets(permit, createListQuery(counting))
    }
    expect(await counts('members', ['branchId', 'userId'])).toEqual({
      branchId: [
        { value: own.id, title: 'Own', count: 2 },
        { value: other.id, title: 'Other', count: 1 },
      ],
      userId: [{ value: api.reader.id, title: 'Some reader', count: 1 }],
    })
    expect(await counts('branches', ['managerId'])).toEqual({ managerId: [] })
  })
})

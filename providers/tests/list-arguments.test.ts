import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { CrudFilter } from '@refinedev/core'
import { describe, expect, test } from 'vitest'
import { toListArguments, toListParams } from '../data.ts'

const query = {
  ...emptyListQuery,
  pageNumber: 2,
  pageSize: 20,
  sort: ['-year', 'name'],
  filters: { year: '1..3', name: ' ' },
  search: ' algebra ',
  view: 'current',
}

describe('the parameters of a list', () => {
  test('are those of its query, without filters that have no value (R-L03)', () => {
    expect(toListParams({ resource: 'courses', ...toListArguments(query, '2026-10-01') })).toEqual([
      ['pageNumber', '2'],
      ['pageSize', '20'],
      ['filters[year]', '1..3'],
      ['sort', '-year,name'],
      ['search', 'algebra'],
      ['view', 'current'],
      ['asOf', '2026-10-01'],
    ])
  })

  test('are the first page of the default size if a hook of Refine passes nothing (R-L01)', () => {
    expect(toListParams({ resource: 'courses' })).toEqual([
      ['pageNumber', '1'],
      ['pageSize', '5'],
    ])
  })

  test('keep a field that is called like a part of the query apart from that part', () => {
    const filters: CrudFilter[] = [{ field: 'view', operator: 'eq', value: 'north' }]
    expect(
      toListParams({ resource: 'rooms', filters, meta: { list: { view: 'current' } } }),
    ).toEqual([
      ['pageNumber', '1'],
      ['pageSize', '5'],
      ['filters[view]', 'north'],
      ['view', 'current'],
    ])
  })

  test.each([
    ['eq', 'a', 'a'],
    ['in', ['a', 'b'], 'a,b'],
    ['nin', ['a', 'b'], '!a,b'],
    ['ina', ['a', 'b'], 'all:a,b'],
    ['gte', 3, '3..'],
    ['lte', 3, '..3'],
    ['between', [1, 3], '1..3'],
    ['null', true, '(none)'],
    ['nnull', true, '(some)'],
  ] as const)('have the API’s value for Refine’s operator %s', (operator, value, expected) => {
    const filters: CrudFilter[] = [{ field: 'year', operator, value }]
    expect(toListParams({ resource: 'courses', filters })).toContainEqual([
      'filters[year]',
      expected,
    ])
  })

  test('refuse operators that the API does not have, instead of listing other records', () => {
    const filters: CrudFilter[] = [{ field: 'name', operator: 'startswith', value: 'A' }]
    expect(() => toListParams({ resource: 'courses', filters })).toThrow(
      'filter operator "startswith" (field "name")',
    )
    expect(() =>
      toListParams({ resource: 'courses', filters: [{ operator: 'or', value: [] }] }),
    ).toThrow('filter "or"')
  })
})

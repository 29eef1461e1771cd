/**
 * Checks that the server accepts exactly the options that a form offers for a reference, for every
 * type of condition.
 */

import { builtInField as field } from '@matricola/schema/field.ts'
import { type OptionsWhere, optionFilter } from '@matricola/schema/options-where.ts'
import { asAnyResource, joinRegistry } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { type LibraryApp, libraryEngines, startLibrary } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorize } from '../../../policy/permit.ts'
import { Totals } from '../../../records/reading/totals.ts'
import { referenceIssues } from '../../../records/writing/references.ts'

const visits = (optionsWhere: OptionsWhere) =>
  asAnyResource(
    defineResource({
      name: 'visits',
      path: 'visits',
      icon: 'flag',
      title: [],
      fields: {
        bookId: field.reference('books', { optionsWhere }),
        from: field.date({ optional: true }),
        least: field.integer({ min: 1, max: 6, optional: true }),
      },
      sections: {},
      list: { columns: [], sort: [] },
      access: { admin: { create: true } },
    }),
  )

describe.each(libraryEngines)('options on $engine', ({ open }) => {
  let site: LibraryApp
  const ids: string[] = []
  beforeAll(async () => {
    site = await startLibrary(open, { clock: { now: () => new Date('2026-10-05T09:00:00Z') } })
    const books = [
      { publishedOn: '2020-10-01', edition: 1 },
      { publishedOn: '2024-02-29', edition: 2 },
      { publishedOn: '2026-10-01', edition: 2 },
      { publishedOn: null, edition: 1, genre: 'poetry' },
    ]
    for (const [at, parts] of books.entries())
      ids.push(
        (await site.create('books', { title: 'Ion', isbn: `978000000000${at}`, ...parts })).id,
      )
  })
  afterAll(() => site.close())

  /**
   * Positions of the books that the form would offer, and of those that the server would accept.
   */
  async function chosen(
    optionsWhere: OptionsWhere,
    record: { readonly [field: string]: unknown } = {},
  ) {
    const filters = Object.entries(optionsWhere).map(([name, value]) => {
      const filter = optionFilter(value, record)
      return 'text' in filter ? `filters[${name}]=${encodeURIComponent(filter.text)}` : null
    })
    const query = filters.includes(null) ? null : filters.join('&')
    const offered =
      query === null
        ? []
        : (await site.call<Page<WireRecord>>(site.admin, 'GET', `/api/books?pageSize=50&${query}`))
            .data.list
    const { database, clock, keys } = site.context
    const source = { database, clock, keys, totals: new Totals(clock) }
    const writes = ids.map((bookId) => ({
      changed: { bookId },
      before: null,
      record: { from: null, least: null, ...record, bookId },
    }))
    const issues = await referenceIssues(
      source,
      authorize(site.admin, joinRegistry(site.context.registry, visits(optionsWhere)), 'create'),
      writes,
    )
    const accepted = issues.flatMap((issue, index) =>
      Object.keys(issue).length === 0 ? [index] : [],
    )
    const refusals = issues.flatMap((issue) =>
      Object.values(issue)
        .flat()
        .map(({ code }) => code),
    )
    expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? ['reference.notAllowed'] : []))
    return { offered: offered.map(({ id }) => ids.indexOf(id)).toSorted(), accepted }
  }

  test.each<
    [
      said: string,
      where: OptionsWhere,
      record: { readonly [field: string]: unknown },
      places: readonly number[],
    ]
  >([
    ['one required value', { edition: 2 }, {}, [1, 2]],
    ['one of several values', { genre: { in: ['poetry', 'science'] } }, {}, [3]],
    ['any value except one', { genre: { ne: 'poetry' } }, {}, [0, 1, 2]],
    [
      'a minimum from a field of the record',
      { edition: { gte: { value: 'least' } } },
      { least: 2 },
      [1, 2],
    ],
    [
      'a latest day from a field of the record',
      { publishedOn: { lte: { value: 'from' } } },
      { from: '2024-02-29' },
      [0, 1],
    ],
    ['a latest day from an empty field', { publishedOn: { lte: { value: 'from' } } }, {}, []],
    [
      'days between a date and today',
      { publishedOn: { gte: '2021-01-01', lte: { date: 'today' } }, edition: 2 },
      {},
      [1, 2],
    ],
  ])(
    'limited to %s are the same in the form and on the server',
    async (_, where, record, places) => {
      expect(await chosen(where, record)).toEqual({ offered: places, accepted: places })
    },
  )
})

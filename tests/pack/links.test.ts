/**
 * Fields that refer to several records: stored with their record, logged, filtered, changed in
 * bulk, and visible as far as each caller's permissions reach.
 */

import { evaluate, fieldsRead, type Predicate } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { Parameters } from '@matricola/server/sql/parameters.ts'
import { predicateSql } from '@matricola/server/sql/predicate-sql.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { withReauthentication } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { specimens } from './resources/specimens.ts'

describe.each(engines)('links to many records on $engine', ({ open }) => {
  let site: StudyApp
  let [a1, a2, b1, b2] = [] as unknown as [string, string, string, string]
  beforeAll(async () => {
    site = await startStudyApp(open)
    const id = (code: string) => String(site.courses[code])
    ;[a1, a2, b1, b2] = [id('A1'), id('A2'), id('B1'), id('B2')]
  })
  afterAll(() => site.close())
  const sorted = (...ids: string[]) => [...ids].sort()
  const call = <T = WireRecord>(method: string, path: string, body?: object, caller = site.admin) =>
    site.call<T>(caller, method, `/api/${path}`, body)
  const book = async (courses: readonly string[] | null) =>
    (await call('POST', 'books/create', { name: `Book ${Math.random()}`, copies: 1, courses })).data
  const change = (record: WireRecord, courses: unknown, caller = site.admin) =>
    call('PATCH', 'books/update', { id: record.id, version: record.version, courses }, caller)
  const historyOf = async (path: string, caller = site.admin) =>
    (await call<Page<WireChange>>('GET', `${path}/history`, undefined, caller)).data.list
  const pairs = async (table: string, id: string) =>
    (
      await site.context.database.query<{ id: string }>(
        `SELECT linked_id AS id FROM ${table} WHERE record_id = $1::uuid ORDER BY 1`,
        [id],
      )
    ).map((row) => row.id)
  const bookPairs = (id: string) => pairs('books_courses_links', id)

  test('are stored regardless of their order, with their titles and pairs, and an empty list is stored as null', async () => {
    const createdBook = await book([a2, a1])
    expect(createdBook.courses).toEqual(sorted(a1, a2))
    expect(createdBook._titles).toMatchObject({ [a1]: 'Cursul A1', [a2]: 'Cursul A2' })
    expect(await bookPairs(createdBook.id)).toEqual(sorted(a1, a2))
    expect((await change(createdBook, [a1, a2])).data.version).toBe(1)
    const reduced = (await change(createdBook, [b1, a2])).data
    expect([reduced.courses, await bookPairs(createdBook.id)]).toEqual([
      sorted(a2, b1),
      sorted(a2, b1),
    ])
    expect((await change(reduced, [])).data.courses).toBe(null)
    expect(await bookPairs(createdBook.id)).toEqual([])
    expect((await book(null)).courses).toBe(null)
  })

  test('are refused if unknown, duplicate, too many or not allowed, or sent with a stale version', async () => {
    const createdBook = await book([a1])
    const codes = async (courses: unknown) =>
      (await change(createdBook, courses)).failure.fields?.courses
    expect(await codes([a2, createdBook.id])).toEqual([{ code: 'reference.unknown' }])
    expect(await codes([a2, a2])).toEqual([{ code: 'set.repeated' }])
    expect(await codes([a1, a2, b1, b2])).toEqual([{ code: 'links.tooMany', params: { max: 3 } }])
    expect(await codes(a1)).toEqual([{ code: 'type.wrong' }])
    const { version } = (await call('GET', `courses/${b2}`)).data
    const deactivated = (
      await call('PATCH', 'courses/update', { id: b2, version, isActive: false })
    ).data
    expect(await codes([a1, b2])).toEqual([{ code: 'reference.notAllowed' }])
    const created = await call('POST', 'books/create', {
      name: 'Refused',
      copies: 1,
      courses: [b2],
    })
    expect(created.failure.fields).toEqual({ courses: [{ code: 'reference.notAllowed' }] })
    await call('PATCH', 'courses/update', { id: b2, version: deactivated.version, isActive: true })
    await change(createdBook, [a2])
    expect((await change(createdBook, [b1])).failure.code).toBe('record.stale')
    expect(await bookPairs(createdBook.id)).toEqual([a2])
  })

  test('stay when a linked record is later deactivated and another one is added', async () => {
    const createdBook = await book([a1])
    const { version } = (await call('GET', `courses/${a1}`)).data
    const deactivated = (
      await call('PATCH', 'courses/update', { id: a1, version, isActive: false })
    ).data
    expect((await change(createdBook, [a1, a2])).data.courses).toEqual(sorted(a1, a2))
    await call('PATCH', 'courses/update', { id: a1, version: deactivated.version, isActive: true })
  })

  test('are shown in the history by name, restored to a version, and read as of a moment', async () => {
    const createdBook = await book([a1, a2])
    const at = new Date(createdBook.createdAt).toISOString()
    site.wait(60_000)
    const changed = (await change(createdBook, [a2, b1])).data
    const [last] = await historyOf(`books/${createdBook.id}`)
    expect(last?.changes).toEqual([
      {
        field: 'courses',
        before: sorted(a1, a2),
        after: sorted(a2, b1),
        titles: { [a1]: 'Cursul A1', [a2]: 'Cursul A2', [b1]: 'Cursul B1' },
      },
    ])
    const past = (await call('GET', `books/${createdBook.id}?asOf=${at}`)).data
    expect([past.courses, past._titles[a1]]).toEqual([sorted(a1, a2), 'Cursul A1'])
    const list = (
      await call<Page<WireRecord>>('GET', `books?asOf=${at}&filters[courses]=${a1}&pageSize=50`)
    ).data.list
    expect(list.map(({ id }) => id)).toContain(createdBook.id)
    const restored = (
      await call('POST', `books/${createdBook.id}/restore`, {
        version: 1,
        current: changed.version,
      })
    ).data
    expect([restored.courses, await bookPairs(createdBook.id)]).toEqual([
      sorted(a1, a2),
      sorted(a1, a2),
    ])
  })

  test('can be filtered by any, all or none of several records, and are counted individually', async () => {
    const make = async (code: string, links: readonly string[]) =>
      (await call('POST', 'specimens/create', { code, links })).data
    const [x, y] = [(await make('X', [])).id, (await make('Y', [])).id]
    for (const [code, links] of [
      ['F-X', [x]],
      ['F-XY', [x, y]],
      ['F-Y', [y]],
      ['F-0', []],
    ] as const)
      await make(code, links)
    const codes = async (value: string) =>
      (
        await call<Page<WireRecord>>(
          'GET',
          `specimens?filters[code]=F-&filters[links]=${value}&sort=code`,
        )
      ).data.list.map(({ code }) => code)
    expect(await codes(`${x},${y}`)).toEqual(['F-X', 'F-XY', 'F-Y'])
    expect(await codes(`all:${x},${y}`)).toEqual(['F-XY'])
    expect(await codes(`!${x}`)).toEqual(['F-0', 'F-Y'])
    expect([await codes('(none)'), (await codes('(some)')).length]).toEqual([['F-0'], 3])
    expect((await call('GET', 'specimens?filters[links]=all:x')).status).toBe(400)
    const { links = [] } = (await call<WireFacets>('GET', 'specimens/facets?filters[code]=F-')).data
    expect(links).toEqual(
      [
        { value: x, title: 'X', count: 2 },
        { value: y, title: 'Y', count: 2 },
      ].sort((one, other) => (one.value < other.value ? -1 : 1)),
    )
  })

  test('are added, removed and replaced in bulk, by the same rules, and can be undone', async () => {
    const calls = bulkCalls(site)
    const specimen = async (code: string, links: readonly string[]) =>
      (await call('POST', 'specimens/create', { code, links })).data
    const [p, q] = [await specimen('P', []), await specimen('Q', [])]
    const [one, two] = [await specimen('BULK-1', [p.id]), await specimen('BULK-2', [])]
    const linksOf = async () =>
      Promise.all(
        [one, two].map(async ({ id }) => (await call('GET', `specimens/${id}`)).data.links),
      )
    const edit = (operator: 'add' | 'remove' | 'set', value: unknown) =>
      calls.done(
        site.admin,
        'specimens',
        { ids: [one.id, two.id] },
        { edit: [{ field: 'links', operator, value }] },
      )
    const added = await edit('add', [q.id])
    expect(added.items.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(await linksOf()).toEqual([sorted(p.id, q.id), [q.id]])
    expect(await pairs('specimens_links_links', one.id)).toEqual(sorted(p.id, q.id))
    const undo = await call<{ id: string }>('POST', `jobs/${added.job.id}/undo`)
    await runJobs(site.context)
    await call('POST', `jobs/${undo.data.id}/start`, { expected: 2 })
    await runJobs(site.context)
    expect(await linksOf()).toEqual([[p.id], null])
    await edit('remove', [p.id])
    expect(await linksOf()).toEqual([null, null])
    await edit('set', [p.id])
    expect(await linksOf()).toEqual([[p.id], [p.id]])
    const unknown = await edit('add', [site.admin.id])
    expect(unknown.items.map(({ outcome, issues }) => [outcome, issues.links])).toEqual(
      Array(2).fill(['invalid', [{ code: 'reference.unknown' }]]),
    )
  })

  test('are tested individually in conditions of grants, views and actions, with the same result in SQL and for a single record', async () => {
    const make = async (code: string, links: readonly string[], overrides = {}) =>
      (await call('POST', 'specimens/create', { code, links, ...overrides })).data
    const [p, q] = [await make('H-P', []), await make('H-Q', [])]
    const all = [
      p,
      q,
      await make('H-1', [p.id], { set: ['small'], reference: p.id }),
      await make('H-2', [p.id, q.id], { reference: q.id }),
    ]
    const caller = { id: site.admin.id, role: 'admin', personId: q.id }
    const cases: readonly (readonly [Predicate, readonly string[]])[] = [
      [{ links: { has: p.id } }, ['H-1', 'H-2']],
      [{ links: { has: { user: 'personId' } } }, ['H-2']],
      [{ links: { has: { value: 'reference' } } }, ['H-1', 'H-2']],
      [{ not: { links: { has: q.id } } }, ['H-1', 'H-P', 'H-Q']],
      [{ links: { has: 'no id' } }, []],
      [{ set: { has: 'small' } }, ['H-1']],
      [{ not: { set: { has: 'large' } } }, ['H-1', 'H-2', 'H-P', 'H-Q']],
      [{ 'reference.links': { has: q.id } }, []],
    ]
    for (const [predicate, codes] of cases) {
      const parameters = new Parameters()
      const where = predicateSql(predicate, {
        resource: asAnyResource(specimens),
        row: 'r',
        caller,
        parameters,
      })
      const rows = await site.context.database.query<{ code: string }>(
        `SELECT r.code FROM specimens r WHERE r.code LIKE 'H-%' AND ${where} ORDER BY r.code`,
        parameters.values,
      )
      expect(
        rows.map(({ code }) => code),
        JSON.stringify(predicate),
      ).toEqual(codes)
      if (fieldsRead(predicate).some((name) => name.includes('.'))) continue
      const inMemory = all
        .filter((record) => evaluate(predicate, record, caller))
        .map(({ code }) => code)
      expect([...inMemory].sort(), JSON.stringify(predicate)).toEqual(codes)
    }
  })

  test('prevent deletion of the linked record, and are deleted with the record that holds them', async () => {
    const [named, naming] = [
      (await call('POST', 'specimens/create', { code: 'NAMED' })).data,
      (await call('POST', 'specimens/create', { code: 'NAMING' })).data,
    ]
    await call('PATCH', 'specimens/update', { id: naming.id, links: [named.id] })
    const remove = (id: string) =>
      site.context.database.query('DELETE FROM specimens WHERE id = $1::uuid', [id])
    await expect(remove(named.id)).rejects.toMatchObject({ code: '23503' })
    await remove(naming.id)
    await remove(named.id)
    expect(await pairs('specimens_links_links', naming.id)).toEqual([])
  })

  describe('to records that a user may not name', () => {
    let [large, seen, other, hidden, mine] = [] as unknown as WireRecord[]
    beforeAll(async () => {
      const make = async (code: string, values: object = {}) =>
        (await call('POST', 'specimens/create', { code, ...values })).data
      large = await make('LARGE', { choice: 'large', integer: 9 })
      ;[seen, other] = [
        await make('SEEN', { reference: large.id }),
        await make('OTHER', { reference: large.id }),
      ]
      hidden = await make('HIDDEN')
      mine = await make('MINE', { reference: large.id, links: [seen.id, hidden.id] })
    })
    const getSpecimen = async () =>
      (await call('GET', `specimens/${mine?.id}`, undefined, site.professor)).data
    const stored = async () => (await call('GET', `specimens/${mine?.id}`)).data.links
    const updateLinks = async (links: unknown) =>
      call('PATCH', 'specimens/update', { id: mine?.id, links }, site.professor)

    test('are never shown: not in records, lists, filters, counts, files or histories', async () => {
      expect(await getSpecimen()).toMatchObject({ links: [seen?.id] })
      const found = async (value: string) =>
        (
          await call<Page<WireRecord>>(
            'GET',
            `specimens?filters[links]=${value}`,
            undefined,
            site.professor,
          )
        ).data.totalCount
      expect([await found(String(seen?.id)), await found(String(hidden?.id))]).toEqual([1, 0])
      const facets = (await call<WireFacets>('GET', 'specimens/facets', undefined, site.professor))
        .data
      expect(facets.links?.map(({ value }) => value)).toEqual([seen?.id])
      const file = await call(
        'GET',
        'specimens/export?format=json&columns=code,links',
        undefined,
        withReauthentication(site.professor, site.now()),
      )
      expect(file.text).toContain(String(seen?.id))
      const rest = [
        JSON.stringify(await getSpecimen()),
        file.text,
        JSON.stringify(await historyOf(`specimens/${mine?.id}`, site.professor)),
      ]
      for (const text of rest) expect(text).not.toContain(hidden?.id)
    })

    test('are accepted by no call, whether or not the link exists already', async () => {
      expect((await updateLinks([seen?.id, hidden?.id])).failure.fields).toEqual({
        links: [{ code: 'reference.unknown' }],
      })
      expect((await updateLinks([seen?.id, large?.id])).failure.fields).toEqual({
        links: [{ code: 'reference.unknown' }],
      })
      const calls = bulkCalls(site)
      for (const value of [[hidden?.id], [large?.id]]) {
        const { items } = await calls.done(
          site.professor,
          'specimens',
          { ids: [String(mine?.id)] },
          { edit: [{ field: 'links', operator: 'add', value }] },
        )
        expect(items.map(({ outcome }) => outcome)).toEqual(['invalid'])
      }
    })

    test('stay when the user changes the others', async () => {
      expect((await updateLinks([other?.id])).data.links).toEqual([other?.id])
      expect(await stored()).toEqual(sorted(String(other?.id), String(hidden?.id)))
      const [last] = await historyOf(`specimens/${mine?.id}`, site.professor)
      expect(last?.changes).toMatchObject([
        { field: 'links', before: [seen?.id], after: [other?.id] },
      ])
      expect((await updateLinks([])).data.links).toBe(null)
      expect(await stored()).toEqual([hidden?.id])
      const version = (await getSpecimen()).version
      expect((await updateLinks([])).data.version).toBe(version)
      const restored = await call(
        'POST',
        `specimens/${mine?.id}/restore`,
        { version: 1, current: version },
        site.professor,
      )
      expect([restored.status, await stored()]).toEqual([
        200,
        sorted(String(seen?.id), String(hidden?.id)),
      ])
    })
  })

  test('are exported by their keys, and imported from them', async () => {
    const file = await call(
      'GET',
      'specimens/export?format=csv&form=import&columns=code,links&filters[code]=F-XY',
      undefined,
      withReauthentication(site.admin, site.now()),
    )
    expect(file.text).toMatch(/F-XY,("?)(X; Y|Y; X)\1/)
  })

  test('are described in the OpenAPI document as lists of ids', async () => {
    const document = JSON.parse(
      (await site.app.inject({ method: 'GET', url: '/api/openapi.json' })).body,
    )
    expect(JSON.stringify(document.components.schemas.books.properties.courses)).toContain(
      '"array"',
    )
  })
})

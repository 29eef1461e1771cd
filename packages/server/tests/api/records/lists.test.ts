import { daysAfter, endOfDay, today } from '@matricola/schema/values/dates.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../database/database.ts'

const admin = createCaller('admin')

/** The database, with list counts delayed until `opened` resolves. */
const countAfter = (database: Database, opened: Promise<void>): Database => ({
  ...database,
  async query(text, values) {
    if (text.startsWith('SELECT count(*) AS total')) await opened
    return database.query(text, values)
  },
})

describe.each(libraryEngines)('lists on $engine', ({ open }) => {
  let api: TestApp
  const ids: Record<string, string> = {}
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data.id
  const list = async (path: string, query: string) =>
    (await api.call<Page<WireRecord>>(admin, 'GET', `/api/${path}?${query}`)).data
  const names = async (path: string, query: string) =>
    (await list(path, `pageSize=100&${query}`)).list.map(({ _title }) => _title)
  const refusal = async (path: string, query: string) => {
    const { status, failure } = await api.call(admin, 'GET', `/api/${path}?${query}`)
    return [status, failure.code, Object.keys(failure.fields ?? {})[0]]
  }

  beforeAll(async () => {
    api = await startLibraryApp(open)
    ids.letters = await create('branches', { name: 'Litere', budget: 100 })
    ids.arts = await create('branches', { name: 'Arte', budget: 2_000.5 })
    for (const [lastName, branch, joinedOn, category, personalNumber] of [
      ['Șerban', 'letters', '2020-01-01', 'adult', '5050415120995'],
      ['Serafim', 'arts', '2021-06-30', 'senior', '5050415120996'],
      ['Suciu', 'letters', '2022-12-31', 'senior'],
      ['Țurcan', 'arts', '2023-02-01', 'child'],
      ['Ânghel', 'letters', null, 'institution'],
      ['Anton', 'arts', '2020-05-05', 'senior'],
      ['Ăbrudan', 'letters', '2019-09-09', 'adult'],
    ] as const)
      ids[lastName] = await create('members', {
        lastName,
        firstName: 'Ioana',
        cardNumber: `M-${Object.keys(ids).length}`,
        branchId: ids[branch],
        joinedOn,
        category,
        personalNumber,
      })
    for (let i = 1; i <= 12; i++)
      await create('books', {
        title: `Curs ${String(i).padStart(2, '0')}`,
        isbn: String(9780000000000 + i),
        branchId: ids.letters,
        edition: (i % 3) + 1,
        copies: (i % 2) + 1,
        pages: i,
        ...(i === 12 && { author: 'Ilie' }),
      })
  })
  afterAll(() => api.close())

  test('rows do not wait for a slow total if the call requests that', async () => {
    const { open: openGate, opened } = createGate()
    const slow = await startLibraryApp(async () => countAfter(await open(), opened), {
      clock: { now: () => new Date('2026-09-07T11:00:00Z') },
    })
    try {
      for (const name of ['Chimie', 'Drept', 'Fizică'])
        await slow.call(admin, 'POST', '/api/branches/create', { name })
      const path = '/api/branches?pageSize=2&sort=name'
      const early = await slow.call<Page<WireRecord>>(admin, 'GET', path, undefined, {
        headers: { prefer: 'total=later' },
      })
      expect(early.headers['preference-applied']).toBe('total=later')
      expect(early.data).toMatchObject({
        totalCount: 2,
        list: [{ name: 'Chimie' }, { name: 'Drept' }],
      })
      openGate()
      const exact = await slow.call<Page<WireRecord>>(admin, 'GET', path)
      expect(exact.data.totalCount).toBe(3)
      const known = await slow.call<Page<WireRecord>>(admin, 'GET', path, undefined, {
        headers: { prefer: 'total=later' },
      })
      expect(known.headers).not.toHaveProperty('preference-applied')
      expect(known.data.totalCount).toBe(3)
    } finally {
      await slow.close()
    }
  })

  test('a list without parameters returns five records from page 1 (R-L01) (R-L02)', async () => {
    const page = await list('books', '')
    expect(page).toMatchObject({ totalCount: 12, page: 1, pageSize: 5 })
    expect(page.list.map(({ _title }) => _title)).toEqual([
      'Curs 01',
      'Curs 02',
      'Curs 03',
      'Curs 04',
      'Curs 05',
    ])
  })

  test('pages are contiguous, and a page past the end is empty with the correct total (R-L02)', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list('books', `pageNumber=${page}&pageSize=5&sort=-copies`)),
    )
    const all = pages.flatMap((page) => page.list.map(({ id }) => id))
    expect(new Set(all).size).toBe(12)
    expect(all).toHaveLength(12)
    expect(pages[3]).toEqual({ totalCount: 12, page: 4, pageSize: 5, list: [] })
  })

  test.each([
    'pageNumber=0',
    'pageNumber=10001',
    'pageSize=0',
    'pageSize=101',
    'pageSize=x',
    'pageNumber=-1',
    'pageSize=1e1',
    'pageSize=',
  ])('a page outside the limits is refused: %s', async (query) => {
    expect(await refusal('books', query)).toEqual([400, 'input.invalid', query.split('=')[0]])
  })

  test.each([
    'filters[nothing]=1',
    'filters[]=x',
    'filters[na me]=x',
    'filters[__proto__]=x',
    'filters[constructor]=x',
    'filter[title]=x',
    'sort=nothing',
    'sort=title,title',
    'sort=description',
    'sort=__proto__',
    'view=nothing',
    'offset=5',
    'title=Curs',
    'filters[title]=a&filters[title]=b',
  ])('unknown parameters are refused, never ignored: %s (R-L03)', async (query) => {
    const [status, code] = await refusal('books', query)
    expect([status, code]).toEqual([400, 'filter.unknown'])
  })

  test.each([
    'filters[edition]=x',
    'filters[edition]=1..x',
    'filters[edition]=..',
    'filters[isActive]=yes',
    'filters[genre]=unknown',
    'filters[branchId]=1',
    "filters[edition]=1' or '1'='1",
    'filters[title]=%00',
    `filters[title]=${'x'.repeat(2000)}`,
  ])('an invalid value for the field is refused: %s', async (query) => {
    const [status, code, name] = await refusal('books', query)
    expect([status, code, name]).toEqual([400, 'input.invalid', query.split('=')[0]])
  })

  test('empty filters are ignored, and values are trimmed (R-L03)', async () => {
    expect((await list('books', 'filters[title]=&filters[edition]=%20%20')).totalCount).toBe(12)
    expect(await names('books', 'filters[title]=%20Curs 07%20')).toEqual(['Curs 07'])
  })

  test.each([
    ['serb', ['Șerban']],
    ['ŞERB', ['Șerban']],
    ['Șe', ['Serafim', 'Șerban']],
    ['an', ['Anton', 'Ăbrudan', 'Ânghel', 'Șerban', 'Țurcan']],
    ['%', []],
    ['_', []],
  ])(
    'a text filter finds values that contain the text, ignoring case and diacritics: %s',
    async (text, expected) => {
      const found = await names('members', `filters[lastName]=${encodeURIComponent(text)}`)
      expect(found).toEqual(expected.map((name) => `${name} Ioana`))
    },
  )

  test('filters on numbers accept one value, several values, and ranges that can be open', async () => {
    const found = async (value: string) =>
      (await list('books', `filters[pages]=${value}`)).totalCount
    expect(await Promise.all(['3', '3,5,99', '3..5', '..2', '11..', '5..3'].map(found))).toEqual([
      1, 2, 3, 2, 2, 0,
    ])
    expect(await names('branches', 'filters[budget]=100.5..')).toEqual(['Arte'])
  })

  test('filters on dates accept a day, several days, and ranges that can be open', async () => {
    const found = async (value: string) =>
      (await list('members', `filters[joinedOn]=${value}`)).totalCount
    expect(
      await Promise.all(
        [
          '2020-01-01',
          '2020-01-01..2021-06-30',
          '..2019-12-31',
          '2022-01-01..',
          '2020-01-01,2022-12-31',
        ].map(found),
      ),
    ).toEqual([1, 3, 1, 2, 2])
    expect(await refusal('members', 'filters[joinedOn]=2026-02-30')).toEqual([
      400,
      'input.invalid',
      'filters[joinedOn]',
    ])
  })

  test("filters on dates accept days relative to today, in the university's time zone", async () => {
    const day = (days: number) => daysAfter(today(new Date()), days)
    const hireDates = { Suciu: day(0), Serafim: day(-6), Anton: day(-7), Șerban: day(1) }
    for (const [lastName, at] of Object.entries(hireDates))
      await api.context.database.query('update members set joined_on = $1::date where id = $2', [
        at,
        ids[lastName],
      ])
    const found = async (value: string) =>
      (await names('members', `filters[joinedOn]=${value}`)).map((name) => name?.split(' ')[0])
    expect(await found('today')).toEqual(['Suciu'])
    expect(await found('last-7-days')).toEqual(['Serafim', 'Suciu'])
    expect(await found('last-8-days..yesterday')).toEqual(['Anton', 'Serafim'])
    expect(await found('today..')).toEqual(['Suciu', 'Șerban'])
    expect(await found('today,tomorrow')).toEqual(['Suciu', 'Șerban'])
    expect(await found('next-7-days')).toEqual(['Suciu', 'Șerban'])
    expect(await refusal('members', 'filters[joinedOn]=last-0-days')).toEqual([
      400,
      'input.invalid',
      'filters[joinedOn]',
    ])
    for (const [lastName, at] of Object.entries({
      Suciu: '2022-12-31',
      Serafim: '2021-06-30',
      Anton: '2020-05-05',
      Șerban: '2020-01-01',
    }))
      await api.context.database.query('update members set joined_on = $1::date where id = $2', [
        at,
        ids[lastName],
      ])
  })

  test("timestamps belong to a day in the university's time zone, which begins two or three hours before the UTC day", async () => {
    const [before] = await names('branches', 'filters[createdAt]=today')
    expect(before).toBeTruthy()
    const midnight = endOfDay(daysAfter(today(new Date()), -1)).getTime() + 1
    const at = async (instant: number, value: string) => {
      await api.context.database.query('update branches set created_at = $1 where id = $2', [
        new Date(instant),
        ids.arts,
      ])
      return (await names('branches', `filters[createdAt]=${value}`)).includes('Arte')
    }
    expect(await at(midnight, 'today')).toBe(true)
    expect(await at(midnight - 1, 'today')).toBe(false)
    expect(await at(midnight - 1, 'yesterday')).toBe(true)
  })

  test('every field can be filtered by whether it is empty, and choices and references can also be excluded', async () => {
    expect(await names('members', 'filters[joinedOn]=(none)')).toEqual(['Ânghel Ioana'])
    expect(await names('members', 'filters[joinedOn]=(some)')).toHaveLength(6)
    expect(await names('members', 'filters[category]=!adult,senior')).toEqual([
      'Ânghel Ioana',
      'Țurcan Ioana',
    ])
    expect(await names('members', `filters[branchId]=!${ids.arts}`)).toHaveLength(4)
    // A record without a value matches a negated filter.
    expect(await names('branches', `filters[managerId]=!${admin.id}`)).toEqual(['Arte', 'Litere'])
    expect((await list('members', 'filters[personalNumber]=(none)')).totalCount).toBe(5)
    expect((await list('members', 'filters[personalNumber]=(some)')).totalCount).toBe(2)
  })

  test('filters on choices, references and booleans accept one value or several', async () => {
    expect(await names('members', 'filters[category]=adult,child')).toEqual([
      'Ăbrudan Ioana',
      'Șerban Ioana',
      'Țurcan Ioana',
    ])
    expect((await list('members', `filters[branchId]=${ids.arts}`)).totalCount).toBe(3)
    expect((await list('members', `filters[branchId]=${ids.arts},${ids.letters}`)).totalCount).toBe(
      7,
    )
    expect((await list('books', 'filters[isActive]=false')).totalCount).toBe(0)
    expect((await list('books', 'filters[isActive]=true,false')).totalCount).toBe(12)
    expect((await list('members', 'filters[category]=,')).totalCount).toBe(0)
  })

  test('an encrypted number is found by the complete number, never by a part of it', async () => {
    expect(await names('members', `filters[personalNumber]=5050415120995`)).toEqual([
      'Șerban Ioana',
    ])
    expect((await list('members', 'filters[personalNumber]=505041512')).totalCount).toBe(0)
    const {
      list: [member],
    } = await list('members', `filters[personalNumber]=5050415120995`)
    expect(member?.personalNumber).toBe('••••••••••995')
  })

  test('texts are sorted by Romanian rules, ascending and descending', async () => {
    const sorted = ['Anton', 'Ăbrudan', 'Ânghel', 'Serafim', 'Suciu', 'Șerban', 'Țurcan'].map(
      (name) => `${name} Ioana`,
    )
    expect(await names('members', 'sort=lastName')).toEqual(sorted)
    expect(await names('members', 'sort=-lastName')).toEqual(sorted.toReversed())
  })

  test('references are sorted by the displayed title, which the response includes', async () => {
    const { list: found } = await list('members', 'sort=branchId,lastName&pageSize=100')
    expect(found.map(({ _titles }) => _titles.branchId)).toEqual([
      'Arte',
      'Arte',
      'Arte',
      'Litere',
      'Litere',
      'Litere',
      'Litere',
    ])
  })

  test('a search in a list without searchable fields is refused, instead of returning an empty list', async () => {
    const { status, failure } = await api.call(admin, 'GET', '/api/saved-views?search=ana')
    expect([status, failure.code, Object.keys(failure.fields ?? {})]).toEqual([
      400,
      'filter.unknown',
      ['search'],
    ])
    expect((await api.call(admin, 'GET', '/api/saved-views?search=')).status).toBe(200)
  })

  test('a search finds records that contain every word, with folded text', async () => {
    expect(await names('members', 'search=IOANA%20turcan')).toEqual(['Țurcan Ioana'])
    expect(await names('members', 'search=ioanaturcan')).toEqual([])
    expect(await names('books', 'search=curs%2000007')).toEqual(['Curs 07'])
  })

  test('many callers who open a list simultaneously share one count', async () => {
    const query = vi.spyOn(api.context.database, 'query')
    const pages = await Promise.all(
      Array.from({ length: 6 }, () =>
        list('books', 'pageSize=1&filters[edition]=1..6&filters[pages]=1..29'),
      ),
    )
    const counts = query.mock.calls.filter(([text]) => /select count\(\*\) as total/i.test(text))
    query.mockRestore()
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(
      new Set([pages[0]?.totalCount]),
    )
    expect(counts).toHaveLength(1)
  })

  test('a total is correct immediately after a write', async () => {
    expect((await list('books', 'pageSize=1')).totalCount).toBe(12)
    await create('books', { title: 'Încă unul', isbn: '9780000000099' })
    expect((await list('books', 'pageSize=1')).totalCount).toBe(13)
  })

  test("every row has its version and the caller's permissions", async () => {
    const {
      list: [row],
    } = await list('books', 'pageSize=1')
    expect(row).toMatchObject({ version: 1, _can: ['update', 'history', 'deactivate'] })
    const answer = await api.call<Page<WireRecord>>(
      createCaller('reader'),
      'GET',
      '/api/books?pageSize=1',
    )
    expect(answer.data.list[0]?._can).toEqual([])
  })

  test('the palette finds records of every resource, at most five of each', async () => {
    const { data } = await api.call<{ type: string; title: string }[]>(
      admin,
      'GET',
      '/api/search?q=i',
    )
    expect(data.filter(({ type }) => type === 'members')).toHaveLength(5)
    expect(data.find(({ type }) => type === 'books')).toMatchObject({
      title: 'Curs 12',
      subtitle: 'Ilie',
    })
    expect((await api.call(admin, 'GET', '/api/search?q=')).data).toEqual([])
    expect((await api.call(admin, 'GET', '/api/search?query=x')).failure.code).toBe(
      'filter.unknown',
    )
  })
})

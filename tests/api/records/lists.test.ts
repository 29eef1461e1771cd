import { daysAfter, endOfDay, today } from '@matricola/schema/values/dates.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { createGate } from '@matricola/testing/gate.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { validCnp } from '#tests/support/seed-university.ts'

const admin = createCaller('admin')

/** The database, with list counts delayed until `opened` resolves. */
const countAfter = (database: Database, opened: Promise<void>): Database => ({
  ...database,
  async query(text, values) {
    if (text.startsWith('SELECT count(*) AS total')) await opened
    return database.query(text, values)
  },
})

describe.each(engines)('lists on $engine', ({ open }) => {
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
    api = await startApp(open)
    ids.letters = await create('department-profiles', { name: 'Litere', budget: 100 })
    ids.arts = await create('department-profiles', { name: 'Arte', budget: 2_000.5 })
    for (const [lastName, department, hiredAt, academicTitle] of [
      ['Șerban', 'letters', '2020-01-01', 'full'],
      ['Serafim', 'arts', '2021-06-30', 'lecturer'],
      ['Suciu', 'letters', '2022-12-31', 'lecturer'],
      ['Țurcan', 'arts', '2023-02-01', 'associate'],
      ['Ânghel', 'letters', null, 'assistant'],
      ['Anton', 'arts', '2020-05-05', 'lecturer'],
      ['Ăbrudan', 'letters', '2019-09-09', 'full'],
    ] as const)
      ids[lastName] = await create('professors', {
        lastName,
        firstName: 'Ioana',
        departmentProfileId: ids[department],
        email: `p${Object.keys(ids).length}@univ.ro`,
        hiredAt,
        academicTitle,
      })
    ids.programme = await create('specializations', {
      name: 'Istorie',
      code: 'IST',
      departmentProfileId: ids.letters,
      yearsOfStudy: 3,
      totalCredits: 180,
    })
    for (const [lastName, sequence] of [
      ['Pop', 995],
      ['Rus', 996],
    ] as const)
      ids[lastName] = await create('students', {
        lastName,
        firstName: 'Dan',
        matriculationNumber: `M-${sequence}`,
        specializationId: ids.programme,
        academicYearOfEntry: '2026-2027',
        email: `${lastName.toLowerCase()}@univ.ro`,
        cnp: validCnp(sequence),
      })
    for (let i = 1; i <= 12; i++)
      await create('courses', {
        name: `Curs ${String(i).padStart(2, '0')}`,
        code: `C-${i}`,
        specializationId: ids.programme,
        year: (i % 3) + 1,
        semester: (i % 2) + 1,
        credits: i,
      })
  })
  afterAll(() => api.close())

  test('rows do not wait for a slow total if the call requests that', async () => {
    const { open: openGate, opened } = createGate()
    const slow = await startApp(async () => countAfter(await open(), opened), {
      clock: { now: () => new Date('2026-09-07T11:00:00Z') },
    })
    try {
      for (const name of ['Chimie', 'Drept', 'Fizică'])
        await slow.call(admin, 'POST', '/api/department-profiles/create', { name })
      const path = '/api/department-profiles?pageSize=2&sort=name'
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
    const page = await list('courses', '')
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
      [1, 2, 3, 4].map((page) => list('courses', `pageNumber=${page}&pageSize=5&sort=-semester`)),
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
    expect(await refusal('courses', query)).toEqual([400, 'input.invalid', query.split('=')[0]])
  })

  test.each([
    'filters[nothing]=1',
    'filters[]=x',
    'filters[na me]=x',
    'filters[__proto__]=x',
    'filters[constructor]=x',
    'filter[name]=x',
    'sort=nothing',
    'sort=name,name',
    'sort=description',
    'sort=__proto__',
    'view=nothing',
    'offset=5',
    'name=Curs',
    'filters[name]=a&filters[name]=b',
  ])('unknown parameters are refused, never ignored: %s (R-L03)', async (query) => {
    const [status, code] = await refusal('courses', query)
    expect([status, code]).toEqual([400, 'filter.unknown'])
  })

  test.each([
    'filters[year]=x',
    'filters[year]=1..x',
    'filters[year]=..',
    'filters[isActive]=yes',
    'filters[type]=unknown',
    'filters[specializationId]=1',
    "filters[year]=1' or '1'='1",
    'filters[name]=%00',
    `filters[name]=${'x'.repeat(2000)}`,
  ])('an invalid value for the field is refused: %s', async (query) => {
    const [status, code, name] = await refusal('courses', query)
    expect([status, code, name]).toEqual([400, 'input.invalid', query.split('=')[0]])
  })

  test('empty filters are ignored, and values are trimmed (R-L03)', async () => {
    expect((await list('courses', 'filters[name]=&filters[year]=%20%20')).totalCount).toBe(12)
    expect(await names('courses', 'filters[name]=%20Curs 07%20')).toEqual(['Curs 07'])
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
      const found = await names('professors', `filters[lastName]=${encodeURIComponent(text)}`)
      expect(found).toEqual(expected.map((name) => `${name} Ioana`))
    },
  )

  test('filters on numbers accept one value, several values, and ranges that can be open', async () => {
    const found = async (value: string) =>
      (await list('courses', `filters[credits]=${value}`)).totalCount
    expect(await Promise.all(['3', '3,5,99', '3..5', '..2', '11..', '5..3'].map(found))).toEqual([
      1, 2, 3, 2, 2, 0,
    ])
    expect(await names('department-profiles', 'filters[budget]=100.5..')).toEqual(['Arte'])
  })

  test('filters on dates accept a day, several days, and ranges that can be open', async () => {
    const found = async (value: string) =>
      (await list('professors', `filters[hiredAt]=${value}`)).totalCount
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
    expect(await refusal('professors', 'filters[hiredAt]=2026-02-30')).toEqual([
      400,
      'input.invalid',
      'filters[hiredAt]',
    ])
  })

  test("filters on dates accept days relative to today, in the university's time zone", async () => {
    const day = (days: number) => daysAfter(today(new Date()), days)
    const hireDates = { Suciu: day(0), Serafim: day(-6), Anton: day(-7), Șerban: day(1) }
    for (const [lastName, at] of Object.entries(hireDates))
      await api.context.database.query('update professors set hired_at = $1::date where id = $2', [
        at,
        ids[lastName],
      ])
    const found = async (value: string) =>
      (await names('professors', `filters[hiredAt]=${value}`)).map((name) => name?.split(' ')[0])
    expect(await found('today')).toEqual(['Suciu'])
    expect(await found('last-7-days')).toEqual(['Serafim', 'Suciu'])
    expect(await found('last-8-days..yesterday')).toEqual(['Anton', 'Serafim'])
    expect(await found('today..')).toEqual(['Suciu', 'Șerban'])
    expect(await found('today,tomorrow')).toEqual(['Suciu', 'Șerban'])
    expect(await found('next-7-days')).toEqual(['Suciu', 'Șerban'])
    expect(await refusal('professors', 'filters[hiredAt]=last-0-days')).toEqual([
      400,
      'input.invalid',
      'filters[hiredAt]',
    ])
    for (const [lastName, at] of Object.entries({
      Suciu: '2022-12-31',
      Serafim: '2021-06-30',
      Anton: '2020-05-05',
      Șerban: '2020-01-01',
    }))
      await api.context.database.query('update professors set hired_at = $1::date where id = $2', [
        at,
        ids[lastName],
      ])
  })

  test("timestamps belong to a day in the university's time zone, which begins two or three hours before the UTC day", async () => {
    const [before] = await names('department-profiles', 'filters[createdAt]=today')
    expect(before).toBeTruthy()
    const midnight = endOfDay(daysAfter(today(new Date()), -1)).getTime() + 1
    const at = async (instant: number, value: string) => {
      await api.context.database.query('update departments set created_at = $1 where id = $2', [
        new Date(instant),
        ids.arts,
      ])
      return (await names('department-profiles', `filters[createdAt]=${value}`)).includes('Arte')
    }
    expect(await at(midnight, 'today')).toBe(true)
    expect(await at(midnight - 1, 'today')).toBe(false)
    expect(await at(midnight - 1, 'yesterday')).toBe(true)
  })

  test('every field can be filtered by whether it is empty, and choices and references can also be excluded', async () => {
    expect(await names('professors', 'filters[hiredAt]=(none)')).toEqual(['Ânghel Ioana'])
    expect(await names('professors', 'filters[hiredAt]=(some)')).toHaveLength(6)
    expect(await names('professors', 'filters[academicTitle]=!full,lecturer')).toEqual([
      'Ânghel Ioana',
      'Țurcan Ioana',
    ])
    expect(await names('professors', `filters[departmentProfileId]=!${ids.arts}`)).toHaveLength(4)
    // A record without a value matches a negated filter.
    expect(await names('department-profiles', `filters[headOfDepartmentId]=!${ids.Anton}`)).toEqual(
      ['Arte', 'Litere'],
    )
    expect((await list('students', 'filters[cnp]=(none)')).totalCount).toBe(0)
    expect((await list('students', 'filters[cnp]=(some)')).totalCount).toBe(2)
  })

  test('filters on choices, references and booleans accept one value or several', async () => {
    expect(await names('professors', 'filters[academicTitle]=full,associate')).toEqual([
      'Ăbrudan Ioana',
      'Șerban Ioana',
      'Țurcan Ioana',
    ])
    expect((await list('professors', `filters[departmentProfileId]=${ids.arts}`)).totalCount).toBe(
      3,
    )
    expect(
      (await list('professors', `filters[departmentProfileId]=${ids.arts},${ids.letters}`))
        .totalCount,
    ).toBe(7)
    expect((await list('professors', 'filters[isActive]=false')).totalCount).toBe(0)
    expect((await list('professors', 'filters[isActive]=true,false')).totalCount).toBe(7)
    expect((await list('professors', 'filters[academicTitle]=,')).totalCount).toBe(0)
  })

  test('a CNP is found by the complete number, never by a part of it', async () => {
    expect(await names('students', `filters[cnp]=${validCnp(995)}`)).toEqual(['Pop Dan'])
    expect((await list('students', 'filters[cnp]=505041512')).totalCount).toBe(0)
    expect(await names('students', `search=${validCnp(996)}`)).toEqual(['Rus Dan'])
    const {
      list: [student],
    } = await list('students', `filters[cnp]=${validCnp(995)}`)
    expect(student?.cnp).toBe(`••••••••••${validCnp(995).slice(-3)}`)
  })

  test('texts are sorted by Romanian rules, ascending and descending', async () => {
    const sorted = ['Anton', 'Ăbrudan', 'Ânghel', 'Serafim', 'Suciu', 'Șerban', 'Țurcan'].map(
      (name) => `${name} Ioana`,
    )
    expect(await names('professors', 'sort=lastName')).toEqual(sorted)
    expect(await names('professors', 'sort=-lastName')).toEqual(sorted.toReversed())
  })

  test('references are sorted by the displayed title, which the response includes', async () => {
    const { list: found } = await list(
      'professors',
      'sort=departmentProfileId,lastName&pageSize=100',
    )
    expect(found.map(({ _titles }) => _titles.departmentProfileId)).toEqual([
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
    const { status, failure } = await api.call(admin, 'GET', '/api/class-enrolments?search=ana')
    expect([status, failure.code, Object.keys(failure.fields ?? {})]).toEqual([
      400,
      'filter.unknown',
      ['search'],
    ])
    expect((await api.call(admin, 'GET', '/api/class-enrolments?search=')).status).toBe(200)
  })

  test('a search finds records that contain every word, with folded text', async () => {
    expect(await names('professors', 'search=IOANA%20turcan')).toEqual(['Țurcan Ioana'])
    expect(await names('professors', 'search=ioanaturcan')).toEqual([])
    expect(await names('courses', 'search=curs%20c-7')).toEqual(['Curs 07'])
  })

  test('many callers who open a list simultaneously share one count', async () => {
    const query = vi.spyOn(api.context.database, 'query')
    const pages = await Promise.all(
      Array.from({ length: 6 }, () =>
        list('courses', 'pageSize=1&filters[year]=1..6&filters[credits]=1..29'),
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
    expect((await list('courses', 'pageSize=1')).totalCount).toBe(12)
    await create('courses', {
      name: 'Încă unul',
      code: 'X-1',
      specializationId: ids.programme,
      year: 1,
      semester: 1,
      credits: 5,
    })
    expect((await list('courses', 'pageSize=1')).totalCount).toBe(13)
  })

  test("every row has its version and the caller's permissions", async () => {
    const {
      list: [row],
    } = await list('courses', 'pageSize=1')
    expect(row).toMatchObject({ version: 1, _can: ['update', 'history', 'deactivate'] })
    const answer = await api.call<Page<WireRecord>>(
      createCaller('professor'),
      'GET',
      '/api/courses?pageSize=1',
    )
    expect(answer.data.list[0]?._can).toEqual([])
  })

  test('the palette finds records of every resource, at most five of each', async () => {
    const { data } = await api.call<{ type: string; title: string }[]>(
      admin,
      'GET',
      '/api/search?q=i',
    )
    expect(data.filter(({ type }) => type === 'professors')).toHaveLength(5)
    expect(data.find(({ type }) => type === 'specializations')).toMatchObject({
      title: 'Istorie',
      subtitle: 'IST',
    })
    expect((await api.call(admin, 'GET', '/api/search?q=')).data).toEqual([])
    expect((await api.call(admin, 'GET', '/api/search?query=x')).failure.code).toBe(
      'filter.unknown',
    )
  })
})

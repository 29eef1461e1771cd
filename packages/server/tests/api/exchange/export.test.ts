import { randomUUID } from 'node:crypto'
import { isEncrypted } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { exportFields } from '@matricola/schema/wire/exchange.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  type LibraryApp,
  library,
  libraryEngines,
  startLibrary,
} from '@matricola/testing/library/app.ts'
import { readWorkbook } from '@matricola/testing/parse-workbook.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headingOf } from '../../../exchange/labels.ts'

type Role = 'admin' | 'librarian' | 'reader'
const personalNumber = '5050415129931'

describe.each(libraryEngines)('exports on $engine', ({ open }) => {
  let api: LibraryApp
  let ion: string
  let volumes: { readonly own: string; readonly other: string; readonly inactive: string }
  let memberIds: readonly string[]
  const pathOf = (resource: string) => endpointsOf(library.registry.get(resource)).export.path
  const get = (
    role: Role,
    resource: string,
    query = '',
    headers: { [name: string]: string } = {},
  ) =>
    api.app.inject({
      method: 'GET',
      url: `${pathOf(resource)}?${query}`,
      headers: { 'x-test-caller': api[role].id, ...headers },
    })
  const csv = async (role: Role, resource: string, query = '') => {
    const answer = await get(role, resource, query)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    return parse(answer.body, { bom: true }) as string[][]
  }
  const names = (rows: readonly (readonly string[])[], column = 0) =>
    rows.slice(1).map((row) => row[column])

  beforeAll(async () => {
    api = await startLibrary(open)
    const create = async (path: string, values: object) => (await api.create(path, values)).id
    const centre = await create('branches', { name: 'Centru' })
    ion = await create('books', {
      title: 'Ion',
      isbn: '9780000000001',
      branchId: centre,
      pages: 400,
      publishedOn: '2005-04-15',
      author: '0740 555 444',
    })
    const mill = await create('books', { title: 'Moara cu noroc', isbn: '9780000000002' })
    const volume = { floor: 1, copies: 5 }
    volumes = {
      own: await create('volumes', {
        ...{ ...volume, name: 'Glasul pământului', code: 'V-1', bookId: ion, part: 1 },
      }),
      other: await create('volumes', {
        ...{ ...volume, name: 'Glasul iubirii', code: 'V-2', bookId: ion, part: 2 },
      }),
      inactive: await create('volumes', {
        ...{ ...volume, name: 'Adevărul', code: 'V-3', bookId: mill, part: 3, isActive: false },
      }),
    }
    await create('loans', { bookId: ion, readerId: api.reader.id, dueOn: '2026-10-20' })
    memberIds = [
      await create('members', {
        ...{ lastName: 'Pop', firstName: 'Ana', cardNumber: 'M-1', personalNumber },
      }),
      await create('members', { lastName: 'Rus', firstName: 'Dan', cardNumber: 'M-2' }),
    ]
    // `get` identifies callers by an earlier call.
    for (const role of ['librarian', 'reader'] as const)
      await api.call(api[role], 'GET', '/api/books')
  })
  // Removes the rate limit on exports.
  beforeEach(() => api.context.database.query('delete from rate_limit'))
  afterAll(() => api.close())

  test('a file contains the same records as the list in the same order, across all pages', async () => {
    for (const query of [
      '',
      'sort=-bookId,name',
      'search=glasul',
      'filters[isActive]=true&sort=-name',
      'filters[part]=1..2',
    ]) {
      const listed: string[] = []
      for (let pageNumber = 1; ; pageNumber++) {
        const page = await api.call<Page<WireRecord>>(
          api.admin,
          'GET',
          `/api/volumes?${query}&pageSize=2&pageNumber=${pageNumber}`,
        )
        listed.push(...page.data.list.map(({ id }) => id))
        if (page.data.list.length < 2) break
      }
      const rows = JSON.parse(
        (await get('admin', 'volumes', `${query}&format=json`)).body,
      ) as WireRecord[]
      expect([query, rows.map(({ id }) => id)]).toEqual([query, listed])
    }
  })

  test('columns are in the requested order, and headings and texts are in the requested language', async () => {
    const columns = ['isActive', 'name', 'bookId', 'binding']
    const read = async (query: string, headers = {}) =>
      // Romanian, French and German files use semicolons, because their numbers contain commas.
      parse(
        (await get('admin', 'volumes', `columns=${columns.join(',')}&sort=name&${query}`, headers))
          .body,
        { bom: true, delimiter: ';' },
      )
    const headings = (language: 'ro' | 'fr') =>
      columns.map((name) =>
        headingOf(library.registry.get('volumes'), name, { texts: api.context.texts, language }),
      )
    const romanian = await read('lng=ro', { 'accept-language': 'fr' })
    expect(romanian.slice(0, 2)).toEqual([
      headings('ro'),
      ['Nu', 'Adevărul', '9780000000002', 'Cartonată'],
    ])
    const french = await read('', { 'accept-language': 'fr' })
    expect(french.slice(0, 2)).toEqual([
      headings('fr'),
      ['Non', 'Adevărul', '9780000000002', 'Cartonné'],
    ])
  })

  test('a file is an attachment whose name contains the resource and the date, and no other site can request it', async () => {
    const answer = await get('admin', 'volumes', 'format=xlsx')
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest' }).format(
      api.context.clock.now(),
    )
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="volumes-${day}.xlsx"`)
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const foreign = await get('admin', 'volumes', '', { 'sec-fetch-site': 'cross-site' })
    expect([foreign.statusCode, JSON.parse(foreign.body).code]).toEqual([403, 'origin.foreign'])
  })

  test('a file for people has names instead of codes, and dates in the format of the pages', async () => {
    const named = (
      await get('librarian', 'volumes', 'form=people&lng=ro&columns=name,bookId&sort=name')
    ).body
    expect(named).toContain('Moara cu noroc')
    expect(named).not.toContain('97800')
    expect(
      (await get('librarian', 'volumes', 'form=import&columns=name,bookId&sort=name')).body,
    ).toContain('97800')
    const days = (await get('librarian', 'loans', 'form=people&lng=ro&columns=dueOn')).body
      .split('\r\n')
      .slice(1)
      .filter(Boolean)
    expect(days).toEqual(['20.10.2026'])
    const refusal = await get('librarian', 'volumes', 'form=robots')
    expect([refusal.statusCode, JSON.parse(refusal.body).fields]).toEqual([
      400,
      { form: [{ code: 'choice.unknown' }] },
    ])
  })

  test('a file name uses the words of its language', async () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest' }).format(
      api.context.clock.now(),
    )
    const called = async (language: string) =>
      (await get('librarian', 'books', `lng=${language}`)).headers['content-disposition']
    expect(await called('ro')).toBe(
      `attachment; filename="carti-${day}.csv"; filename*=UTF-8''c%C4%83r%C8%9Bi-${day}.csv`,
    )
    expect(await called('fr')).toBe(`attachment; filename="livres-${day}.csv"`)
  })

  test('encrypted numbers are left out unless requested, and are then masked', async () => {
    const plain = await get('admin', 'members')
    expect(plain.body).not.toContain('•')
    const members = library.registry.get('members')
    const secret = exportFields(members, 'admin').filter((name) =>
      isEncrypted(fieldOf(members, name)),
    )
    expect(secret).toContain('personalNumber')
    for (const format of ['csv', 'json']) {
      const { body } = await get('admin', 'members', `format=${format}&columns=${secret.join(',')}`)
      expect(body).toContain('•'.repeat(10) + personalNumber.slice(-3))
      expect(body).not.toContain(personalNumber)
    }
  })

  test('each export is logged with its user and the records that it contains', async () => {
    const { database } = api.context
    await database.query('delete from access_log')
    const rows = await csv('admin', 'members', 'columns=cardNumber')
    const logEntries = await database.query<{
      kind: string
      user_id: string
      record_ids: readonly string[]
    }>('select kind, user_id, record_ids from access_log')
    expect(logEntries.flatMap(({ record_ids: ids }) => ids).sort()).toEqual([...memberIds].sort())
    expect(new Set(logEntries.map(({ kind, user_id: userId }) => `${kind} ${userId}`))).toEqual(
      new Set([`exported ${api.admin.id}`]),
    )
    const [event] = await database.query<{ user_id: string; details: object }>(
      `select user_id, details from security_event where kind = 'exported' order by at desc limit 1`,
    )
    expect(event).toEqual({
      user_id: api.admin.id,
      details: {
        resource: 'members',
        rows: rows.length - 1,
        format: 'csv',
        columns: 'cardNumber',
      },
    })
  })

  test('a cell that could be a formula is escaped in every format except JSON, and the characters of all scripts are kept', async () => {
    const texts = [
      '=1+1',
      "=HYPERLINK('x')",
      '+Plus',
      '-Minus',
      '@At',
      ' \u00A0=Spaces',
      'Ștefan „Țară”; "quoted", два 北京 🎓',
      'two\nlines',
    ]
    for (const [i, shelf] of texts.entries())
      await api.call(api.admin, 'POST', '/api/volumes/create', {
        name: `Formula ${i}`,
        code: `FORMULA-${i}`,
        bookId: ion,
        part: 3,
        floor: 1,
        copies: 5,
        shelf,
      })
    const query = 'filters[name]=formula&sort=name&columns=shelf'
    const tidy = (text: string) => text.trim()
    const written = texts.map(tidy).map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text))
    expect(names(await csv('admin', 'volumes', query))).toEqual(written)
    const workbook = readWorkbook(
      (await get('admin', 'volumes', `${query}&format=xlsx`)).rawPayload,
    )
    expect(workbook.rows.slice(1).map((row) => row.A?.value)).toEqual(written)
    const json = JSON.parse((await get('admin', 'volumes', `${query}&format=json`)).body) as {
      shelf: string
    }[]
    expect(json.map(({ shelf }) => shelf)).toEqual(texts.map(tidy))
  })

  test('a workbook has real numbers and dates, a frozen heading row, and wide enough columns', async () => {
    const query = 'format=xlsx&columns=isbn,pages,publishedOn,branchId,author&sort=title'
    const workbook = readWorkbook((await get('admin', 'books', query)).rawPayload)
    expect(workbook).toMatchObject({ sheetName: 'Books', isHeadingFrozen: true })
    expect(workbook.widths).toHaveLength(5)
    expect(Object.values(workbook.rows[0] ?? {}).map(({ value }) => value)).toEqual([
      'ISBN',
      'Pages',
      'Published on',
      'Branch',
      'Author',
    ])
    // 15 April 2005 is serial date 38457 in a spreadsheet, and format 14 is a date.
    expect(workbook.rows[1]).toEqual({
      A: { value: '9780000000001', isNumber: false, format: 49 },
      B: { value: '400', isNumber: true, format: 0 },
      C: { value: '38457', isNumber: true, format: 14 },
      D: { value: 'Centru', isNumber: false, format: 49 },
      E: { value: '0740 555 444', isNumber: false, format: 49 },
    })
  })

  test('a selection is exported in its own order, but only to its creator and only while it is valid', async () => {
    const { database, clock } = api.context
    const ids = [volumes.own, volumes.inactive, volumes.other]
    const keep = async (until: number) => {
      const id = randomUUID()
      await database.query(
        'insert into selection (id, resource, actor_id, total, created_at, expires_at) values ($1, $2, $3, 3, $4, $5)',
        [id, 'volumes', api.librarian.id, clock.now(), new Date(clock.now().getTime() + until)],
      )
      for (const [position, record] of ids.entries())
        await database.query('insert into selection_row values ($1, $2, $3, 1)', [
          id,
          position,
          record,
        ])
      return id
    }
    const selection = await keep(60_000)
    const rows = JSON.parse(
      (await get('librarian', 'volumes', `format=json&selection=${selection}`)).body,
    ) as WireRecord[]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    for (const [role, resource, id] of [
      ['admin', 'volumes', selection],
      ['librarian', 'books', selection],
      ['librarian', 'volumes', await keep(-1000)],
      ['librarian', 'volumes', randomUUID()],
    ] as const) {
      const answer = await get(role, resource, `selection=${id}`)
      expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([404, 'selection.gone'])
    }
  })

  test.each([
    ['format=pdf', 'input.invalid'],
    ['columns=title,title', 'input.invalid'],
    ['columns=nothing', 'filter.unknown'],
    ['columns=loans', 'filter.unknown'],
    ['selection=1', 'input.invalid'],
    ['filters[nothing]=1', 'filter.unknown'],
    ['sort=description', 'filter.unknown'],
    [`selection=${randomUUID()}&search=x`, 'filter.unknown'],
  ])('the query %s is refused', async (query, code) => {
    const answer = await get('admin', 'books', query)
    expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([400, code])
  })

  test('a HEAD request creates no file', async () => {
    const count = async () =>
      (await api.context.database.query(`select 1 from security_event where kind = 'exported'`))
        .length
    const before = await count()
    const answer = await api.app.inject({
      method: 'HEAD',
      url: pathOf('volumes'),
      headers: { 'x-test-caller': api.admin.id },
    })
    expect([answer.statusCode, await count()]).toEqual([200, before])
  })
})

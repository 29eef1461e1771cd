import { isEncrypted } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { exportFields } from '@matricola/schema/wire/exchange.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { headingOf } from '@matricola/server/exchange/labels.ts'
import { readWorkbook } from '@matricola/testing/parse-workbook.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allResources, getResource } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { expectedAccess } from '#tests/resources/access.expected.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
  validCnp,
} from '#tests/support/seed-university.ts'

const exported = allResources.filter((resource) =>
  Object.values(resource.access).some((access) => access.export),
)
const cases = exported.flatMap((resource) =>
  roles.map((role): [string, Role] => [resource.name, role]),
)

describe.each(engines)('exports on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const pathOf = (resource: string) => endpointsOf(getResource(resource)).export.path
  const get = (
    role: Role,
    resource: string,
    query = '',
    headers: { [name: string]: string } = {},
  ) =>
    api.app.inject({
      method: 'GET',
      url: `${pathOf(resource)}?${query}`,
      headers: { 'x-test-caller': university[role].id, ...headers },
    })
  const csv = async (role: Role, resource: string, query = '') => {
    const answer = await get(role, resource, query)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    return parse(answer.body, { bom: true }) as string[][]
  }
  const names = (rows: readonly (readonly string[])[], column = 0) =>
    rows.slice(1).map((row) => row[column])

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
    for (const role of roles) await api.call(university[role], 'GET', '/api/courses')
  })
  // Removes the rate limit on exports.
  beforeEach(() => api.context.database.query('delete from rate_limit'))
  afterAll(() => api.close())

  test.each(cases)('%s for a %s: only the rows that the role can read', async (name, role) => {
    const resource = getResource(name)
    const answer = await get(role, name)
    if (!resource.access[role]?.export) return expect(answer.statusCode).toBe(403)
    const { reads, hidden } = expectedAccess[name]?.[role] ?? { reads: [], hidden: [] }
    const columns = exportFields(resource, role)
    for (const field of hidden) expect(columns).not.toContain(field)
    const rows = JSON.parse(
      (await get(role, name, `format=json&columns=${columns.join(',')}`)).body,
    ) as WireRecord[]
    const seeded = university.seeded.filter(
      (one) => one.resource === name && rows.some(({ id }) => id === one.id),
    )
    expect(seeded.map(({ label }) => label).sort()).toEqual([...(reads ?? [])].sort())
    expect(Object.keys(rows[0] ?? {}).filter((key) => key !== '_keys')).toEqual(['id', ...columns])
    for (const field of hidden) {
      const refusal = await get(role, name, `columns=${field}`)
      expect([refusal.statusCode, JSON.parse(refusal.body).code]).toEqual([400, 'filter.unknown'])
    }
  })

  test('a file contains the same records as the list in the same order, across all pages', async () => {
    for (const query of [
      '',
      'sort=-specializationId,name',
      'search=canary+course',
      'filters[isActive]=true&sort=-name',
      'filters[year]=1..2',
    ]) {
      const listed: string[] = []
      for (let pageNumber = 1; ; pageNumber++) {
        const page = await api.call<Page<WireRecord>>(
          university.admin,
          'GET',
          `/api/courses?${query}&pageSize=2&pageNumber=${pageNumber}`,
        )
        listed.push(...page.data.list.map(({ id }) => id))
        if (page.data.list.length < 2) break
      }
      const rows = JSON.parse(
        (await get('admin', 'courses', `${query}&format=json`)).body,
      ) as WireRecord[]
      expect([query, rows.map(({ id }) => id)]).toEqual([query, listed])
    }
  })

  test('columns are in the requested order, and headings and texts are in the requested language', async () => {
    const columns = ['isActive', 'name', 'specializationId', 'type']
    const read = async (query: string, headers = {}) =>
      // Romanian, French and German files use semicolons, because their numbers contain commas.
      parse(
        (await get('admin', 'courses', `columns=${columns.join(',')}&sort=name&${query}`, headers))
          .body,
        { bom: true, delimiter: ';' },
      )
    const headings = (language: 'ro' | 'fr') =>
      columns.map((name) =>
        headingOf(getResource('courses'), name, { texts: api.context.texts, language }),
      )
    const romanian = await read('lng=ro', { 'accept-language': 'fr' })
    expect(romanian.slice(0, 2)).toEqual([
      headings('ro'),
      ['Nu', 'Canary Course inactive', 'CANARY-S-OT', 'Obligatorie'],
    ])
    const french = await read('', { 'accept-language': 'fr' })
    expect(french.slice(0, 2)).toEqual([
      headings('fr'),
      ['Non', 'Canary Course inactive', 'CANARY-S-OT', 'Obligatoire'],
    ])
  })

  test('a file is an attachment whose name contains the resource and the date, and no other site can request it', async () => {
    const answer = await get('admin', 'courses', 'format=xlsx')
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest' }).format(
      api.context.clock.now(),
    )
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="courses-${day}.xlsx"`)
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const foreign = await get('admin', 'courses', '', { 'sec-fetch-site': 'cross-site' })
    expect([foreign.statusCode, JSON.parse(foreign.body).code]).toEqual([403, 'origin.foreign'])
  })

  test('a file for people has names instead of codes, and dates and times in the format of the pages', async () => {
    const named = (
      await get(
        'secretary',
        'courses',
        'form=people&lng=ro&columns=name,specializationId&sort=name',
      )
    ).body
    expect(named).toContain('Canary Specialization')
    expect(named).not.toContain('CANARY-S-')
    expect(
      (await get('secretary', 'courses', 'form=import&columns=name,specializationId&sort=name'))
        .body,
    ).toContain('CANARY-S-')
    const moments = (
      await get('secretary', 'registrations', 'form=people&lng=ro&columns=submittedAt')
    ).body
      .split('\r\n')
      .slice(1)
      .filter(Boolean)
    expect(moments.length).toBeGreaterThan(0)
    for (const moment of moments) expect(moment).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
    const refusal = await get('secretary', 'courses', 'form=robots')
    expect([refusal.statusCode, JSON.parse(refusal.body).fields]).toEqual([
      400,
      { form: [{ code: 'choice.unknown' }] },
    ])
  })

  test("a secretary's file names the reviewers, whose accounts only admins can read", async () => {
    const id = university.idOf('registrations', 'own')
    await api.context.database.query('update registrations set assigned_to_id = $1 where id = $2', [
      university.idOf('users', 'admin'),
      id,
    ])
    const query = `columns=assignedToId&filters[assignedToId]=${university.idOf('users', 'admin')}`
    const exported = await csv('secretary', 'registrations', `form=people&lng=en&${query}`)
    expect(exported).toEqual([['Reviewer'], ['Canary User admin']])
    const imported = (await get('secretary', 'registrations', `form=import&${query}`)).body
    expect(imported).not.toMatch(/canary/i)
  })

  test('a file name uses the words of its language', async () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest' }).format(
      api.context.clock.now(),
    )
    const called = async (language: string) =>
      (await get('secretary', 'registrations', `lng=${language}`)).headers['content-disposition']
    expect(await called('ro')).toBe(
      `attachment; filename="inscrieri-${day}.csv"; filename*=UTF-8''%C3%AEnscrieri-${day}.csv`,
    )
    expect(await called('de')).toBe(`attachment; filename="bewerbungen-${day}.csv"`)
  })

  test('numbers of identity documents are left out unless requested, and are then masked', async () => {
    const plain = await get('admin', 'registrations')
    expect(plain.body).not.toContain('•')
    const registrations = getResource('registrations')
    const secret = exportFields(registrations, 'admin').filter((name) =>
      isEncrypted(fieldOf(registrations, name)),
    )
    expect(secret).toContain('cnp')
    for (const format of ['csv', 'json']) {
      const { body } = await get(
        'admin',
        'registrations',
        `format=${format}&columns=${secret.join(',')}`,
      )
      expect(body).toContain('•'.repeat(10) + validCnp(993).slice(-3))
      expect(body).not.toContain(validCnp(993))
    }
  })

  test('each export is logged with its user and the applications that it contains', async () => {
    const { database } = api.context
    await database.query('delete from access_log')
    const rows = await csv('secretary', 'registrations', 'columns=referenceCode')
    const logEntries = await database.query<{
      kind: string
      user_id: string
      record_ids: readonly string[]
    }>('select kind, user_id, record_ids from access_log')
    expect(logEntries.flatMap(({ record_ids: ids }) => ids).sort()).toEqual(
      university.seeded
        .filter(({ resource }) => resource === 'registrations')
        .map(({ id }) => id)
        .sort(),
    )
    expect(new Set(logEntries.map(({ kind, user_id: userId }) => `${kind} ${userId}`))).toEqual(
      new Set([`exported ${university.secretary.id}`]),
    )
    const [event] = await database.query<{ user_id: string; details: object }>(
      `select user_id, details from security_event where kind = 'exported' order by at desc limit 1`,
    )
    expect(event).toEqual({
      user_id: university.secretary.id,
      details: {
        resource: 'registrations',
        rows: rows.length - 1,
        format: 'csv',
        columns: 'referenceCode',
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
    for (const [i, module] of texts.entries())
      await api.call(university.admin, 'POST', '/api/courses/create', {
        name: `Formula ${i}`,
        code: `FORMULA-${i}`,
        specializationId: university.idOf('specializations', 'own'),
        year: 3,
        semester: 1,
        credits: 5,
        module,
      })
    const query = 'filters[name]=formula&sort=name&columns=module'
    const tidy = (text: string) => text.trim()
    const written = texts.map(tidy).map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text))
    expect(names(await csv('admin', 'courses', query))).toEqual(written)
    const workbook = readWorkbook(
      (await get('admin', 'courses', `${query}&format=xlsx`)).rawPayload,
    )
    expect(workbook.rows.slice(1).map((row) => row.A?.value)).toEqual(written)
    const json = JSON.parse((await get('admin', 'courses', `${query}&format=json`)).body) as {
      module: string
    }[]
    expect(json.map(({ module }) => module)).toEqual(texts.map(tidy))
  })

  test('a workbook has real numbers and dates, a frozen heading row, and wide enough columns', async () => {
    const query =
      'format=xlsx&columns=matriculationNumber,studyYear,birthDate,specializationId,phone&sort=lastName'
    const workbook = readWorkbook((await get('admin', 'students', query)).rawPayload)
    expect(workbook).toMatchObject({ sheetName: 'Students', isHeadingFrozen: true })
    expect(workbook.widths).toHaveLength(5)
    expect(Object.values(workbook.rows[0] ?? {}).map(({ value }) => value)).toEqual([
      'Matriculation number',
      'Year of study',
      'Birth date',
      'Specialization',
      'Phone number',
    ])
    // 15 April 2005 is serial date 38457 in a spreadsheet, and format 14 is a date.
    expect(workbook.rows[1]).toEqual({
      A: { value: 'CANARY-M-OTHER', isNumber: false, format: 49 },
      B: { value: '1', isNumber: true, format: 0 },
      C: { value: '38457', isNumber: true, format: 14 },
      D: { value: 'CANARY-S-OT', isNumber: false, format: 49 },
      E: { value: '0740 555 444', isNumber: false, format: 49 },
    })
  })

  test('a selection is exported in its own order, but only to its creator and only while it is valid', async () => {
    const { database, clock } = api.context
    const ids = ['own', 'inactive', 'other'].map((label) =>
      university.idOf('courses', label as 'own'),
    )
    const keep = async (until: number) => {
      const id = createMissingId()
      await database.query(
        'insert into selection (id, resource, actor_id, total, created_at, expires_at) values ($1, $2, $3, 3, $4, $5)',
        [
          id,
          'courses',
          university.secretary.id,
          clock.now(),
          new Date(clock.now().getTime() + until),
        ],
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
      (await get('secretary', 'courses', `format=json&selection=${selection}`)).body,
    ) as WireRecord[]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    for (const [role, resource, id] of [
      ['admin', 'courses', selection],
      ['secretary', 'students', selection],
      ['secretary', 'courses', await keep(-1000)],
      ['secretary', 'courses', createMissingId()],
    ] as const) {
      const answer = await get(role, resource, `selection=${id}`)
      expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([404, 'selection.gone'])
    }
  })

  test.each([
    ['format=pdf', 'input.invalid'],
    ['columns=name,name', 'input.invalid'],
    ['columns=nothing', 'filter.unknown'],
    ['columns=classes', 'filter.unknown'],
    ['selection=1', 'input.invalid'],
    ['filters[nothing]=1', 'filter.unknown'],
    ['sort=description', 'filter.unknown'],
    [`selection=${createMissingId()}&search=x`, 'filter.unknown'],
  ])('the query %s is refused', async (query, code) => {
    const answer = await get('admin', 'courses', query)
    expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([400, code])
  })

  test('a HEAD request creates no file', async () => {
    const count = async () =>
      (await api.context.database.query(`select 1 from security_event where kind = 'exported'`))
        .length
    const before = await count()
    const answer = await api.app.inject({
      method: 'HEAD',
      url: pathOf('courses'),
      headers: { 'x-test-caller': university.admin.id },
    })
    expect([answer.statusCode, await count()]).toEqual([200, before])
  })
})

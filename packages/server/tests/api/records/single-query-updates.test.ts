import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'

const admin = createCaller('admin')

describe.each(libraryEngines)('an update that needs no separate read, on $engine', ({ open }) => {
  let api: TestApp
  let statements: string[] = []
  let transactions = 0
  let book: WireRecord
  const counting = (database: Database): Database => ({
    ...database,
    query: (text, values) => {
      statements.push(text)
      return database.query(text, values)
    },
    transaction: (work, options) => {
      transactions += 1
      return database.transaction(work, options)
    },
  })
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const update = (path: string, body: object) =>
    api.call<WireRecord>(admin, 'PATCH', `/api/${path}/update`, body)
  const history = async (path: string, id: string) =>
    (await api.call<Page<WireChange>>(admin, 'GET', `/api/${path}/${id}/history?pageSize=25`)).data
      .list

  beforeAll(async () => {
    api = await startLibraryApp(async () => counting(await open()))
    const { id: branchId } = await create('branches', { name: 'Centru' })
    book = await create('books', { title: 'Logică', isbn: '9780000000001', branchId })
  })
  beforeEach(() => {
    statements = []
    transactions = 0
  })
  afterAll(() => api.close())

  test('uses one database query, and its history has the previous value', async () => {
    const before = book.version
    const { status, data } = await update('books', {
      id: book.id,
      version: before,
      description: 'Propoziții',
    })
    expect(status).toBe(200)
    expect([statements.length, transactions]).toEqual([1, 0])
    expect(data).toMatchObject({
      version: before + 1,
      description: 'Propoziții',
      _title: book._title,
      _can: book._can,
    })
    const repeated = await update('books', {
      id: book.id,
      version: data.version,
      description: 'Predicate',
      reason: undefined,
    })
    expect(repeated.data.version).toBe(before + 2)
    const [last] = await history('books', book.id)
    expect(last).toMatchObject({
      version: before + 2,
      action: 'update',
      actor: { name: admin.name },
    })
    expect(last?.changes).toEqual([
      expect.objectContaining({ field: 'description', before: 'Propoziții', after: 'Predicate' }),
    ])
    book = repeated.data
  })

  test('also uses one query without a version, and changes the current record', async () => {
    const { status, data } = await update('books', {
      id: book.id,
      description: 'Fără versiune',
    })
    expect([status, data.version]).toEqual([200, book.version + 1])
    expect([statements.length, transactions]).toEqual([1, 0])
    const [last] = await history('books', book.id)
    expect(last).toMatchObject({
      version: book.version + 1,
      action: 'update',
      actor: { name: admin.name },
    })
    expect(last?.changes).toEqual([
      expect.objectContaining({
        field: 'description',
        before: 'Predicate',
        after: 'Fără versiune',
      }),
    ])
    book = data
  })

  test('without a version loses none of several simultaneous changes', async () => {
    const fields = [
      { pages: 10 },
      { edition: 6 },
      { copies: 2 },
      { pages: 20 },
      { edition: 7 },
      { description: 'Predicate' },
    ]
    const answers = await Promise.all(
      fields.map((values) => update('books', { id: book.id, ...values })),
    )
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
    const versions = answers.map(({ data }) => data.version).sort((a, b) => a - b)
    expect(versions).toEqual(fields.map((_, at) => book.version + at + 1))
    const changes = (await history('books', book.id))
      .filter(({ version }) => version > book.version)
      .reverse()
    expect(changes.map(({ version }) => version)).toEqual(versions)
    // The old value in each change is the new value of the previous change.
    const currentValues = new Map<string, unknown>(Object.entries(book))
    for (const { changes: told } of changes)
      for (const { field, before, after } of told) {
        expect(before).toEqual(currentValues.get(field))
        currentValues.set(field, after)
      }
    book = (await api.call<WireRecord>(admin, 'GET', `/api/books/${book.id}`)).data
    expect(book).toMatchObject({
      copies: 2,
      description: 'Predicate',
      pages: currentValues.get('pages'),
      edition: currentValues.get('edition'),
    })
  })

  test('of a missing record is refused, with and without a version', async () => {
    const id = '01a00000-0000-7000-8000-000000000000'
    for (const version of [1, undefined]) {
      const { status, failure } = await update('books', { id, version, description: 'Nimic' })
      expect([status, failure.code]).toEqual([404, 'record.missing'])
    }
  })

  test('of an outdated version is refused, returns the current record and changes nothing', async () => {
    const { status, failure } = await update('books', {
      id: book.id,
      version: book.version - 1,
      description: 'Altceva',
    })
    expect(status).toBe(409)
    expect(failure).toMatchObject({
      code: 'record.stale',
      current: { version: book.version, description: 'Predicate' },
    })
  })

  test('to the stored value creates no new version, and the history omits the field when another one changes', async () => {
    const same = await update('books', {
      id: book.id,
      version: book.version,
      description: book.description,
    })
    expect(same.data.version).toBe(book.version)
    const { data } = await update('books', {
      id: book.id,
      version: book.version,
      description: book.description,
      pages: 28,
    })
    expect(data).toMatchObject({ version: book.version + 1, pages: 28 })
    const [last] = await history('books', book.id)
    expect(last?.changes.map(({ field }) => field)).toEqual(['pages'])
    book = data
  })

  test('is validated with the whole record when a rule or the search reads the changed field', async () => {
    const member = await create('members', {
      ...{ lastName: 'Rus', firstName: 'Ion', cardNumber: 'M-2', bornOn: '2005-04-15' },
    })
    const { status, failure } = await update('members', {
      id: member.id,
      version: member.version,
      joinedOn: '2005-04-14',
    })
    expect([status, failure.fields]).toEqual([
      400,
      { joinedOn: [{ code: 'members.rules.joinedAfterBirth' }] },
    ])
    const renamed = await update('books', {
      id: book.id,
      version: book.version,
      title: 'Logică matematică',
    })
    expect(renamed.data.title).toBe('Logică matematică')
    const found = await api.call<Page<WireRecord>>(admin, 'GET', '/api/books?search=matematica')
    expect(found.data.list.map(({ id }) => id)).toEqual([book.id])
  })
})

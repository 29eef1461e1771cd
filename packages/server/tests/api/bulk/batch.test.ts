import { randomUUID } from 'node:crypto'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { library, libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'
import type { Database, Queries } from '../../../database/database.ts'
import { authorize } from '../../../policy/permit.ts'
import type { Batch, BatchRow } from '../../../records/batch/types.ts'
import { recordsOf } from '../../../records/store.ts'
import { openSession } from '../../../session/sessions.ts'

const admin = createCaller('admin')

describe.each(libraryEngines)('a batch of writes on $engine', ({ open }) => {
  let api: TestApp
  let branch: string
  let bookId: string
  let count = 0
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const get = async (path: string, id: string) =>
    (await api.call<WireRecord>(admin, 'GET', `/api/${path}/${id}`)).data
  const book = (body: object = {}) =>
    create('books', {
      title: `Book ${++count}`,
      isbn: `97800000${String(count).padStart(5, '0')}`,
      branchId: branch,
      parts: 3,
      ...body,
    })
  const volume = (body: object = {}) =>
    create('volumes', {
      name: 'Algebra',
      code: `C-${++count}`,
      bookId,
      part: 1,
      floor: 1,
      copies: 5,
      ...body,
    })
  const volumes = library.registry.get('volumes')
  const row = (
    position: number,
    id: string | null,
    values: object,
    overrides: Partial<BatchRow> = {},
  ): BatchRow => ({
    position,
    id,
    version: null,
    valuesFor: () => ({ ...values }),
    ...overrides,
  })
  const run = (
    rows: readonly BatchRow[],
    overrides: Partial<Batch> = {},
    caller: Caller = admin,
    resource = volumes,
  ) =>
    recordsOf(api.context).batch({
      permit: authorize(caller, resource, 'update'),
      action: 'update',
      jobId: null,
      commit: true,
      rows,
      ...overrides,
    })
  /** A record store on the same database. Logs its statements, so that tests can count them. */
  function createCountingDatabase() {
    const queries: string[] = []
    const recordQueries = (within: Queries): Queries => ({
      query: (text, values) => {
        queries.push(text)
        return within.query(text, values)
      },
    })
    const { database } = api.context
    const recordingDatabase: Database = {
      ...database,
      ...recordQueries(database),
      transaction: (work, options) =>
        database.transaction((within) => work(recordQueries(within)), options),
    }
    return { queries, records: recordsOf({ ...api.context, database: recordingDatabase }) }
  }
  const changesOf = (id: string) =>
    api.context.database.query<{
      version: number
      action: string
      job_id: string | null
      before: unknown
      after: unknown
    }>(
      'select version, action, job_id, before, after from change where record_id = $1 order by version',
      [id],
    )

  beforeAll(async () => {
    api = await startLibraryApp(open)
    branch = (await create('branches', { name: 'Litere' })).id
    bookId = (await book()).id
  })
  afterAll(() => api.close())

  test('returns a separate outcome for each row, and continues after a rejected row', async () => {
    const [good, same, late, old] = [
      await volume(),
      await volume({ copies: 7 }),
      await volume(),
      await volume(),
    ]
    const inactive = await book({ isActive: false })
    const results = await run([
      row(1, good.id, { copies: 7 }),
      row(2, same.id, { copies: 7 }),
      row(3, late.id, { part: 4 }),
      row(4, old.id, { copies: 7 }, { version: 9 }),
      row(5, randomUUID(), { copies: 7 }),
      row(6, old.id, { bookId: inactive.id }),
      row(7, late.id, { bookId: randomUUID() }),
    ])
    expect(results.map(({ position, outcome, issues }) => [position, outcome, issues])).toEqual([
      [1, 'done', {}],
      [2, 'same', {}],
      [3, 'invalid', { part: [{ code: 'number.tooLarge', params: { max: 3 } }] }],
      [4, 'stale', {}],
      [5, 'denied', { _: [{ code: 'record.missing' }] }],
      [6, 'invalid', { bookId: [{ code: 'reference.notAllowed' }] }],
      [7, 'invalid', { bookId: [{ code: 'reference.unknown' }] }],
    ])
    expect(await get('volumes', good.id)).toMatchObject({ copies: 7, version: 2 })
    for (const { id } of [same, late, old]) expect((await get('volumes', id)).version).toBe(1)
  })

  test('reports the outcomes of a dry run without storing anything', async () => {
    const known = await volume()
    const [takenVolume, other] = [await volume(), await volume()]
    const rows = [
      row(1, known.id, { copies: 9 }),
      row(2, null, {
        name: 'Logic',
        code: 'LOG',
        bookId,
        part: 1,
        floor: 2,
        copies: 4,
      }),
      row(3, other.id, { code: takenVolume.code }),
    ]
    const results = await run(rows, { commit: false })
    expect(
      results.map(({ outcome, isNew, baseVersion, newVersion }) => [
        outcome,
        isNew,
        baseVersion,
        newVersion,
      ]),
    ).toEqual([
      ['ready', false, 1, null],
      ['ready', true, null, null],
      ['invalid', false, 1, null],
    ])
    expect(results[0]?.changes).toEqual({ copies: [5, 9] })
    expect(results[2]?.issues).toEqual({
      bookId: [{ code: 'value.taken' }],
      code: [{ code: 'value.taken' }],
    })
    expect((await get('volumes', known.id)).version).toBe(1)
    expect(await api.context.database.query("select 1 from volumes where code = 'LOG'")).toEqual([])
  })

  test('reports duplicate unique values in a dry run and in a real run', async () => {
    const [heldVolume, renamedVolume] = [await volume(), await volume()]
    const createRow = (position: number, code: unknown) =>
      row(position, null, {
        name: 'Logic',
        code,
        bookId,
        part: 1,
        floor: 2,
        copies: 4,
      })
    const duplicateCode = `TW-${++count}`
    const rows = [
      createRow(1, heldVolume.code),
      createRow(2, duplicateCode),
      createRow(3, `F-${++count}`),
      createRow(4, duplicateCode),
      // One row changes a record's code, and the next row uses the old code for a new record.
      row(5, renamedVolume.id, { code: `G-${++count}` }),
      createRow(6, renamedVolume.code),
    ]
    const summarize = (results: Awaited<ReturnType<typeof run>>) =>
      results.map(({ position, outcome, issues }) => [position, outcome, issues])
    const takenIssues = {
      bookId: [{ code: 'value.taken' }],
      code: [{ code: 'value.taken' }],
    }
    const expected = (stored: string) => [
      [1, 'invalid', takenIssues],
      [2, stored, {}],
      [3, stored, {}],
      [4, 'invalid', takenIssues],
      [5, stored, {}],
      [6, stored, {}],
    ]
    expect(summarize(await run(rows, { commit: false }))).toEqual(expected('ready'))
    expect(summarize(await run(rows))).toEqual(expected('done'))
  })

  test('queries the database once per rule, however many rows there are', async () => {
    const before = await api.context.database.query('select id from volumes')
    const { queries, records } = createCountingDatabase()
    const rows = [1, 2, 3, 4].map((part, i) =>
      row(i, null, {
        name: 'Logic',
        code: `ONE-${part}`,
        bookId,
        part,
        floor: 2,
        copies: 4,
      }),
    )
    const results = await records.batch({
      permit: authorize(admin, volumes, 'update'),
      action: 'update',
      jobId: null,
      commit: false,
      rows,
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['ready', 'ready', 'ready', 'invalid'])
    expect(queries.filter((text) => text.includes('id, parts from books')).length).toBe(1)
    expect(queries.filter((text) => /insert into volumes/i.test(text))).toEqual([])
    expect(await api.context.database.query('select id from volumes')).toEqual(before)
  })

  test('applies both changes in order when two rows name the same record', async () => {
    const { id } = await volume()
    const results = await run([
      row(1, id, { copies: 9 }),
      row(2, id, { floor: 2 }),
      row(3, id, { copies: 9 }),
    ])
    expect(results.map(({ outcome, newVersion }) => [outcome, newVersion])).toEqual([
      ['done', 2],
      ['done', 3],
      ['same', null],
    ])
  })

  test('records the job, the old value and the new value in the history', async () => {
    const { id } = await volume()
    const jobId = randomUUID()
    await run([row(1, id, { name: 'Analiză', copies: 9 })], { jobId })
    const [, creation] = await changesOf(id)
    expect(creation).toMatchObject({ version: 2, action: 'update', job_id: jobId })
    expect(creation).toMatchObject({
      before: { name: 'Algebra', copies: 5 },
      after: { name: 'Analiză', copies: 9 },
    })
    const found = await api.call<{ totalCount: number }>(
      admin,
      'GET',
      `/api/volumes?search=analiza`,
    )
    expect(found.data.totalCount).toBeGreaterThan(0)
  })

  test('sets the defaults of new records, and validates them in the same way as individual writes', async () => {
    const jobId = randomUUID()
    const given = {
      name: 'Topology',
      code: `T-${++count}`,
      bookId,
      part: 1,
      floor: 1,
      copies: 5,
    }
    const [created, bad] = await run(
      [row(1, null, given), row(2, null, { ...given, name: undefined, readers: 1 })],
      { jobId },
    )
    expect(created).toMatchObject({ outcome: 'done', isNew: true, newVersion: 1 })
    expect(created?.changes.binding).toEqual([null, 'hardcover'])
    expect(await get('volumes', String(created?.id))).toMatchObject({
      binding: 'hardcover',
      isActive: true,
    })
    expect(await changesOf(String(created?.id))).toMatchObject([
      { action: 'create', job_id: jobId },
    ])
    expect(bad).toMatchObject({
      outcome: 'invalid',
      issues: { name: [{ code: 'required' }], readers: [{ code: 'field.unknown' }] },
    })
  })

  test('deletes created records that no other record refers to, and records the deletion in the history', async () => {
    const [free, used] = [await book(), await book()]
    await volume({ bookId: used.id })
    const removal = { removes: true } as const
    const books = library.registry.get('books')
    const rows = [row(1, free.id, {}, removal), row(2, used.id, {}, removal)]
    const dryRun = await run(rows, { action: 'undo', commit: false }, admin, books)
    expect(dryRun.map(({ outcome }) => outcome)).toEqual(['ready', 'kept'])
    const results = await run(rows, { action: 'undo' }, admin, books)
    expect(results.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['done', {}],
      ['kept', { _: [{ code: 'record.referenced' }] }],
    ])
    expect((await api.call(admin, 'GET', `/api/books/${free.id}`)).status).toBe(404)
    expect((await changesOf(free.id)).at(-1)).toMatchObject({
      version: 2,
      action: 'undo',
      before: { title: free.title },
      after: null,
    })
  })

  test('deletes a created account with its invitation, but keeps it once the user has a password', async () => {
    const users = library.registry.get('users')
    const account = async (name: string) => {
      const body = {
        name,
        username: name.toLowerCase(),
        email: `${name}@univ.ro`,
        role: 'librarian',
      }
      return (await api.call<WireRecord>(admin, 'POST', '/api/authentication/register', body)).data
        .id
    }
    const [free, used] = [await account('Free'), await account('Used')]
    await api.context.database.query(
      "insert into credential (user_id, password_hash, changed_at) values ($1, 'x', now())",
      [used],
    )
    const results = await run(
      [row(1, free, {}, { removes: true }), row(2, used, {}, { removes: true })],
      {},
      admin,
      users,
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'kept'])
    const waiting = "select 1 from outbox_mail where user_id = $1 and state = 'waiting'"
    expect(await api.context.database.query(waiting, [free])).toEqual([])
    expect(await api.context.database.query(waiting, [used])).toHaveLength(1)
  })

  test('denies rows outside the grant, regardless of the caller', async () => {
    const users = library.registry.get('users')
    const [mine, other] = await Promise.all(
      ['Mia', 'Ole'].map((name) =>
        api.call<WireRecord>(admin, 'POST', '/api/authentication/register', {
          name,
          username: name.toLowerCase(),
          email: `${name}@univ.ro`,
          role: 'librarian',
        }),
      ),
    )
    const me = createCaller('librarian', mine?.data.id)
    const rows = [
      row(1, me.id, { description: 'Me' }),
      row(2, String(other?.data.id), { description: 'Not me' }),
    ]
    const results = await run(rows, {}, me, users)
    expect(results.map(({ outcome, baseVersion }) => [outcome, baseVersion])).toEqual([
      ['done', 1],
      ['denied', null],
    ])
  })

  test('signs out and notifies accounts whose role changed, and logs the change, with a fixed number of statements', async () => {
    const users = library.registry.get('users')
    const { database } = api.context
    const createLibrarian = async (name: string) => {
      const body = {
        name,
        username: name.toLowerCase(),
        email: `${name.toLowerCase()}@univ.ro`,
        role: 'librarian',
      }
      return (await api.call<WireRecord>(admin, 'POST', '/api/authentication/register', body)).data
        .id
    }
    const statements = async (ids: readonly string[]) => {
      const { queries, records } = createCountingDatabase()
      const rows = ids.map((id, position) =>
        row(position, id, { role: 'reader', email: `new-${id}@univ.ro` }),
      )
      const permit = authorize(admin, users, 'update')
      const results = await records.batch({
        permit,
        action: 'update',
        jobId: null,
        commit: true,
        rows,
      })
      expect(results.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'done'))
      return queries.length
    }
    const fewStatements = await statements([await createLibrarian('Cora')])
    const ids = await Promise.all(['Dan', 'Edit', 'Fane'].map(createLibrarian))
    for (const id of ids)
      await openSession(
        database,
        api.context.registry,
        { id, role: 'librarian' },
        { address: '', device: '' },
        api.context.clock.now(),
      )
    expect(await statements(ids)).toBe(fewStatements)
    const rowsAbout = (table: string, where: string) =>
      database.query(`select 1 from ${table} where ${where} = any($1::uuid[])`, [ids])
    expect(await rowsAbout('notifications', "type = 'roleChanged' and user_id")).toHaveLength(3)
    expect(await rowsAbout('session', "revoked_reason = 'roleChanged' and user_id")).toHaveLength(3)
    expect(
      await rowsAbout('security_event', "kind = 'roleChanged' and (details->>'account')::uuid"),
    ).toHaveLength(3)
    const mails = await database.query<{ address: string }>(
      "select address from outbox_mail where kind = 'emailChanged' and user_id = any($1::uuid[]) order by address",
      [ids],
    )
    expect(mails.map(({ address }) => address)).toEqual([
      'dan@univ.ro',
      'edit@univ.ro',
      'fane@univ.ro',
    ])
  })

  test('deactivates admins, but never the last one', async () => {
    const users = library.registry.get('users')
    const ids = await Promise.all(
      ['Anton', 'Berta'].map(async (name) => {
        const body = { name, username: name.toLowerCase(), email: `${name}@univ.ro`, role: 'admin' }
        return (await api.call<WireRecord>(admin, 'POST', '/api/authentication/register', body))
          .data.id
      }),
    )
    const rows = ids.map((id, position) => row(position, id, { isActive: false }))
    const dryRun = await run(rows, { commit: false }, admin, users)
    const results = await run(rows, {}, admin, users)
    for (const outcomes of [dryRun, results])
      expect(outcomes.map(({ issues }) => issues)).toEqual([{}, { _: [{ code: 'admin.last' }] }])
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'invalid'])
  })
})

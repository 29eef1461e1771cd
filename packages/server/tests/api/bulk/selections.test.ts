import { randomUUID } from 'node:crypto'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls, queryTokenOf } from '@matricola/testing/bulk-calls.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines as engines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const admin = createCaller('admin')
const ana = createCaller('librarian')
const day = 24 * 3_600_000

describe.each(engines)('a selection on $engine', ({ open }) => {
  let api: TestApp
  let calls: ReturnType<typeof bulkCalls>
  let now = Date.parse('2026-10-05T09:00:00.000Z')
  const ids: string[] = []
  const rowsOf = (id: string) =>
    api.context.database.query<{ record_id: string; version: number }>(
      'select record_id, version from selection_row where selection_id = $1 order by position',
      [id],
    )
  const path = 'branches'
  const listed = async (query = '', caller = ana) => {
    const answer = await calls.list(caller, path, query)
    return {
      token: queryTokenOf(answer),
      total: answer.data.totalCount,
      ids: answer.data.list.map(({ id }) => id),
    }
  }

  beforeAll(async () => {
    api = await startLibraryApp(open, { clock: { now: () => new Date(now) } })
    calls = bulkCalls(api)
    for (const [n, name] of [
      'Chemistry',
      'Algebra',
      'Biology',
      'Drama',
      'Economics',
      'Fine arts',
      'Geology',
    ].entries()) {
      const created = await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, {
        name,
        budget: 1000 * n,
      })
      ids.push(created.data.id)
    }
  })
  afterAll(() => api.close())

  test('of all matches contains the records on every page of the list, in the order of the list and with their current versions', async () => {
    await api.call(admin, 'PATCH', `/api/${path}/update`, { id: ids[0], office: 'B 12' })
    const { token, total } = await listed('?pageSize=2')
    const all = await listed('?pageSize=100')
    const { data } = await calls.select(ana, path, { token })
    expect(data).toMatchObject({
      resource: 'branches',
      total: 7,
      expiresAt: new Date(now + 3_600_000).toISOString(),
    })
    expect(total).toBe(7)
    const rows = await rowsOf(data.id)
    expect(rows.map((row) => row.record_id)).toEqual(all.ids)
    expect(rows.find((row) => row.record_id === ids[0])?.version).toBe(2)
  })

  test('uses the filters, search and order of its list, and leaves out excluded records', async () => {
    const { token, total } = await listed('?search=o&filters[budget]=1000..&sort=-name')
    expect(total).toBe(3)
    const { data } = await calls.select(ana, path, { token, excluded: [ids[2]] })
    expect((await rowsOf(data.id)).map((row) => row.record_id)).toEqual([ids[6], ids[4]])
  })

  test('is frozen: records that match later are not in it', async () => {
    const { token } = await listed('?search=history')
    const { data } = await calls.select(ana, path, { token })
    expect(data.total).toBe(0)
    await api.call(admin, 'POST', `/api/${path}/create`, { name: 'History' })
    expect(await rowsOf(data.id)).toEqual([])
    expect((await calls.select(ana, path, { token })).data.total).toBe(1)
  })

  test('of picked records contains each existing record once, in the order in which they were picked', async () => {
    const picked = [ids[3], ids[1], ids[3], randomUUID()]
    const { data } = await calls.select(ana, path, { ids: picked })
    expect((await rowsOf(data.id)).map((row) => row.record_id)).toEqual([ids[3], ids[1]])
    expect(data.total).toBe(2)
  })

  test('requires the token of its user, role and list, which is valid for a day', async () => {
    const { token } = await listed()
    for (const [caller, resource] of [
      [createCaller('librarian'), path],
      [{ ...ana, role: 'admin' as const }, path],
      [ana, 'books'],
    ] as const)
      expect((await calls.select(caller, resource, { token })).failure.fields).toEqual({
        token: [{ code: 'type.wrong' }],
      })
    expect((await calls.select(ana, path, { token: `${token.slice(0, -2)}AA` })).status).toBe(400)
    now += day
    expect((await calls.select(ana, path, { token })).failure.code).toBe('selection.gone')
  })

  test('requires either a token or a list of ids, and refuses both together', async () => {
    const { token } = await listed()
    for (const body of [
      {},
      { ids: [] },
      { ids: ['x'] },
      { token, ids: [ids[0]] },
      { excluded: [] },
      { ids, filters: {} },
    ])
      expect([body, (await calls.select(ana, path, body)).status]).toEqual([body, 400])
  })

  test('is available to roles that change or export many records; lists for other roles have no token', async () => {
    const professor = createCaller('reader')
    expect((await calls.select(professor, path, { ids })).status).toBe(403)
    expect((await calls.list(professor, path)).headers).not.toHaveProperty('query-token')
    expect((await calls.list(ana, path)).headers).toHaveProperty('query-token')
  })

  test('does not reveal the search terms in its token', async () => {
    const { token } = await listed('?search=chemistry')
    expect(Buffer.from(token.slice(3), 'base64url').toString('latin1')).not.toContain('chemistry')
  })

  test('can be used only by its user, and expires after an hour', async () => {
    const { data } = await calls.select(ana, path, { ids })
    const change = {
      selection: data.id,
      edit: [{ field: 'office', operator: 'set', value: 'C 1' }],
    }
    expect((await calls.ask(createCaller('librarian'), path, change)).failure.code).toBe(
      'selection.gone',
    )
    expect(
      (
        await calls.ask(ana, 'books', {
          ...change,
          edit: [{ field: 'pages', operator: 'set', value: 3 }],
        })
      ).failure.code,
    ).toBe('selection.gone')
    now += 3_600_000
    expect((await calls.ask(ana, path, change)).failure.code).toBe('selection.gone')
  })
})

import type { WireNeighbours } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
} from '#tests/support/seed-university.ts'

describe.each(engines)('the neighbours of a record on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const getNeighbours = (role: 'admin' | 'student', id: string, query: string) =>
    api.call<WireNeighbours>(university[role], 'GET', `/api/courses/${id}/neighbours?${query}`)

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
    // Many equal values, so that the id determines the order. Some values are null.
    await api.context.database.query(
      `insert into courses (id, name, name_key, code, code_key, specialization_id, year, semester, credits, hours, search_text)
       select gen_random_uuid(), 'Same ' || i % 3, 'same ' || i % 3, 'BESIDE-' || i, 'beside-' || i, $1, 1 + i % 2, 1, 5, nullif(i % 4, 0), 'same'
       from generate_series(1, 30) i`,
      [university.idOf('specializations', 'other')],
    )
    recordsOf(api.context).invalidateTotals('courses')
  })
  afterAll(() => api.close())

  test.each([
    '',
    'sort=-name',
    'sort=year,-name',
    'sort=specializationId,-year',
    'sort=-specializationId',
    'sort=professorId',
    'sort=-createdAt',
    'filters[name]=same&sort=year',
    'search=course&filters[isActive]=true',
  ])('every record in the list %s has the same neighbours as in the list', async (query) => {
    const { data } = await api.call<Page<WireRecord>>(
      university.admin,
      'GET',
      `/api/courses?${query}&pageSize=100`,
    )
    const ids = data.list.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    for (const [i, id] of ids.entries())
      expect((await getNeighbours('admin', id, query)).data).toEqual({
        position: i + 1,
        total: ids.length,
        previous: ids[i - 1] ?? null,
        next: ids[i + 1] ?? null,
      })
  })

  test('a record that is not in the list, or that the role cannot read, has no neighbours', async () => {
    const inactive = university.idOf('courses', 'inactive')
    expect((await getNeighbours('admin', inactive, '')).status).toBe(200)
    for (const answer of [
      await getNeighbours('admin', inactive, 'filters[isActive]=true'),
      await getNeighbours('student', inactive, ''),
      await getNeighbours('admin', createMissingId(), ''),
    ])
      expect([answer.status, answer.failure.code]).toEqual([404, 'record.missing'])
  })
})

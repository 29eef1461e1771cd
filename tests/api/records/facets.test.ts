import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { createListQuery } from '@matricola/server/records/reading/list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

const years = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
/**
 * Course lists with a search and random filters, on fields with value counts and on other fields.
 */
const queries = fc
  .record(
    {
      'filters[type]': fc.constantFrom('compulsory', 'optional', 'optional,facultative'),
      'filters[year]': fc.oneof(
        years.map((list) => list.join(',')),
        fc.constantFrom('2..4', '..3', '9'),
      ),
      'filters[semester]': fc.constantFrom('1', '2'),
      'filters[credits]': fc.constantFrom('5..20', '7'),
      'filters[isActive]': fc.constantFrom('true', 'false'),
      search: fc.constantFrom('course', 'count 1', 'nothing'),
    },
    { requiredKeys: [] },
  )
  .map(
    (given) =>
      Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as Record<string, string>,
  )

describe.each(engines)('value counts on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const facets = async (
    role: 'admin' | 'secretary' | 'professor' | 'student',
    path: string,
    query: Record<string, string> = {},
  ) =>
    (
      await api.call<WireFacets>(
        university[role],
        'GET',
        `/api/${path}/facets?${new URLSearchParams(query)}`,
      )
    ).data
  const total = async (role: 'admin' | 'student', path: string, query: Record<string, string>) =>
    (
      await api.call<Page<WireRecord>>(
        university[role],
        'GET',
        `/api/${path}?${new URLSearchParams(query)}`,
      )
    ).data.totalCount

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
    await api.context.database.query(
      `insert into courses (id, name, name_key, code, code_key, specialization_id, year, semester, credits, type, is_active, search_text)
       select gen_random_uuid(), 'Count ' || i, 'count ' || i, 'COUNT-' || i, 'count-' || i, $1, 1 + i * 7 % 6, 1 + i % 2, 1 + i % 30,
         (array['compulsory', 'optional', 'facultative'])[1 + i * 5 % 3], i % 4 <> 0, 'count ' || i from generate_series(1, 120) i`,
      [university.idOf('specializations', 'own')],
    )
    recordsOf(api.context).invalidateTotals('courses')
  })
  afterAll(() => api.close())

  test('each count is the total of the list when filtered by that value in addition to any other filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom('admin' as const, 'student' as const),
        async (query, role) => {
          const counts = await facets(role, 'courses', query)
          expect(Object.keys(counts)).toEqual(['type', 'year', 'semester'])
          for (const [field, values] of Object.entries(counts)) {
            for (const { value, count } of values)
              expect([
                role,
                query,
                field,
                value,
                await total(role, 'courses', { ...query, [`filters[${field}]`]: value }),
              ]).toEqual([role, query, field, value, count])
            const { [`filters[${field}]`]: _own, ...others } = query
            expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(
              await total(role, 'courses', others),
            )
            expect(values.map(({ count }) => count)).toEqual(
              values.map(({ count }) => count).toSorted((a, b) => b - a),
            )
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('values of records that a role cannot read are not counted', async () => {
    const active = (counts: WireFacets) =>
      counts.isActive?.map(({ value, count }) => [value, count])
    expect(active(await facets('admin', 'department-profiles'))).toEqual([
      ['true', 2],
      ['false', 1],
    ])
    expect(active(await facets('student', 'department-profiles'))).toEqual([['true', 2]])
    // A student can read one student, and cannot see how others are funded.
    expect((await facets('student', 'students')).status).toEqual([{ value: 'active', count: 1 }])
  })

  test('a field that a role cannot read is not counted', async () => {
    expect(Object.keys(await facets('professor', 'students'))).toEqual(['status', 'studyYear'])
    expect(Object.keys(await facets('secretary', 'students'))).toEqual([
      'status',
      'studyYear',
      'fundingType',
    ])
    const refusal = await api.call(
      university.professor,
      'GET',
      '/api/students/facets?filters[fundingType]=fee',
    )
    expect(refusal.failure.code).toBe('filter.unknown')
  })

  test('a write is counted immediately', async () => {
    const second = (counts: WireFacets) =>
      counts.semester?.find(({ value }) => value === '2')?.count ?? 0
    const before = await facets('admin', 'courses')
    const changed = await api.call(university.admin, 'PATCH', '/api/courses/update', {
      id: university.idOf('courses', 'own'),
      semester: 2,
    })
    expect(changed.status).toBe(200)
    expect(second(await facets('admin', 'courses'))).toBe(second(before) + 1)
  })

  test('references are counted with their titles, most frequent first, if the role can read them', async () => {
    const courses = getResource('courses')
    const counting = {
      ...courses,
      list: { ...courses.list, facets: ['specializationId', 'professorId'] },
    }
    const permit = { ...authorize(university.admin, courses, 'read'), resource: counting }
    const facetCounts = await recordsOf(api.context).facets(permit, createListQuery(counting))
    expect(facetCounts).toEqual({
      specializationId: [
        {
          value: university.idOf('specializations', 'own'),
          title: 'Canary Specialization own',
          count: 121,
        },
        {
          value: university.idOf('specializations', 'other'),
          title: 'Canary Specialization other',
          count: 2,
        },
      ],
      professorId: [],
    })
  })
})

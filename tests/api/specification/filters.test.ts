import { filterableFields, isIndexedFilter, isReadable } from '@matricola/schema/access.ts'
import { isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { anyValue, noValue } from '@matricola/schema/wire/filter-value.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allResources, getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

const listed = allResources.filter((resource) => !resource.singleton)

describe.each(engines)('filters on $engine (R-L03)', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const list = (role: Role, resource: AnyResource, query: string) =>
    api.call<Page<WireRecord>>(
      university[role as keyof SeededUniversity] as never,
      'GET',
      `${endpointsOf(resource).list.path}?${query}`,
    )

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  /** A value in filter syntax. Files can be filtered only by presence. */
  const toFilterText = (value: unknown, isFile: boolean): string => {
    if (isFile) return anyValue
    const one = Array.isArray(value) ? value[0] : value
    return typeof one === 'string' && /^\d{4}-\d\d-\d\dT/.test(one)
      ? '1990-01-01..2100-01-01'
      : String(one)
  }

  test.each(listed.map((resource) => [resource.name, resource] as const))(
    'records of %s are found by every value that an admin can read',
    async (_name, resource) => {
      const all = await list('admin', resource, 'pageSize=100')
      const { list: records } = all.data
      for (const name of filterableFields(resource, 'admin')) {
        const holder = records.find(
          (record) =>
            record[name] !== null && record[name] !== undefined && !`${record[name]}`.includes(','),
        )
        const spec = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name) : null
        const isFile = spec !== null && ['file', 'image'].includes(spec.type)
        const value =
          holder && !(spec && isEncrypted(spec))
            ? toFilterText(holder[name], isFile)
            : isFile
              ? noValue
              : ''
        const answer = await list(
          'admin',
          resource,
          `pageSize=100&filters[${name}]=${encodeURIComponent(value)}`,
        )
        expect([name, answer.status]).toEqual([name, 200])
        if (value !== '' && holder)
          expect([name, answer.data.list.map(({ id }) => id)]).toEqual([
            name,
            expect.arrayContaining([holder.id]),
          ])
      }
    },
  )

  test('filters by unreadable fields, unknown fields, and fields whose values cannot be compared are rejected', async () => {
    for (const role of ['secretary', 'professor', 'student'] as const)
      for (const resource of listed) {
        const others = fieldEntries(resource).filter(
          ([name, { type }]) => type !== 'many' && !isReadable(resource, role, name),
        )
        for (const [name] of others) {
          const answer = await list(role, resource, `filters[${name}]=1`)
          expect([resource.name, name, [400, 403].includes(answer.status)]).toEqual([
            resource.name,
            name,
            true,
          ])
        }
      }
    for (const name of ['requestedChanges', 'nothing', 'password', '_title', 'constructor']) {
      const { status, failure } = await list(
        'admin',
        getResource('registrations'),
        `filters[${name}]=x`,
      )
      expect([status, failure.code]).toEqual([400, 'filter.unknown'])
    }
    const byFile = await list('admin', getResource('registrations'), 'filters[fileCVUrl]=x')
    expect([byFile.status, byFile.failure.code]).toEqual([400, 'input.invalid'])
  })

  test('a text without an index is found whatever its case and diacritics', async () => {
    const id = university.idOf('departments', 'own')
    const description = 'Șapte ăîâ Ștefan Łódź Straße Ørsted ĐURO, éÈ'
    await api.call(university.admin, 'PATCH', '/api/department-profiles/update', {
      id,
      description,
    })
    const departments = getResource('departments')
    for (const part of [
      'SAPTE AIA',
      'ştefan',
      'lodz',
      'strasse',
      'orsted',
      'duro',
      'ee',
      description,
    ]) {
      const { data } = await list(
        'admin',
        departments,
        `filters[description]=${encodeURIComponent(part)}`,
      )
      expect([part, data.list.map((record) => record.id)]).toEqual([part, [id]])
    }
    expect((await list('admin', departments, 'filters[description]=%25')).data.totalCount).toBe(0)
  })

  test('an encrypted value is found only by its complete value', async () => {
    const registrations = getResource('registrations')
    const allResults = await list('admin', registrations, 'filters[serialNumber]=CJ')
    expect(allResults.data.totalCount).toBe(0)
  })

  test('counts, selections, files and saved views accept the same filters as the list', async () => {
    const filter = 'filters[description]=canary'
    const courses = '/api/courses'
    const { data } = await list('admin', getResource('courses'), `${filter}&pageSize=100`)
    expect(data.totalCount).toBeGreaterThan(0)
    const facets = await api.call<{ [field: string]: { count: number }[] }>(
      university.admin,
      'GET',
      `${courses}/facets?${filter}`,
    )
    expect(facets.data.type?.reduce((sum, { count }) => sum + count, 0)).toBe(data.totalCount)
    const file = await api.call(university.admin, 'GET', `${courses}/export?format=json&${filter}`)
    expect([file.status, JSON.parse(file.text).length]).toEqual([200, data.totalCount])
    const view = { name: 'By description', list: 'courses', address: filter }
    expect((await api.call(university.admin, 'POST', '/api/saved-views/create', view)).status).toBe(
      201,
    )
    const foreign = { ...view, name: 'By nothing', address: 'filters[nothing]=1' }
    expect(
      (await api.call(university.admin, 'POST', '/api/saved-views/create', foreign)).status,
    ).toBe(400)
  })
})

/**
 * A database that times out on queries for descriptions, as a real engine does at its statement
 * timeout.
 */
async function openWithShortTimeout(): Promise<Database> {
  const database = await openTestDatabase()
  return {
    ...database,
    engine: database.engine,
    query: (text, values) =>
      /WHERE.*description/s.test(text)
        ? Promise.reject(
            Object.assign(new Error('canceling statement due to statement timeout'), {
              code: '57014',
            }),
          )
        : database.query(text, values),
  }
}

test('a filter that takes too long is named in the error, but a filter with an index never is', async () => {
  const api = await startApp(openWithShortTimeout)
  const courses = getResource('courses')
  expect([isIndexedFilter(courses, 'description'), isIndexedFilter(courses, 'name')]).toEqual([
    false,
    true,
  ])
  const get = (query: string) => api.call(createCaller('admin'), 'GET', query)
  for (const path of ['/api/courses', '/api/courses/facets', '/api/courses/export?format=csv']) {
    const { status, failure } = await get(
      `${path}${path.includes('?') ? '&' : '?'}filters[name]=a&filters[description]=x`,
    )
    expect([path, status, failure.code, failure.fields]).toEqual([
      path,
      422,
      'filter.tooSlow',
      { 'filters[description]': [{ code: 'filter.tooSlow' }] },
    ])
  }
  expect((await get('/api/courses?filters[name]=a')).status).toBe(200)
  await api.close()
})

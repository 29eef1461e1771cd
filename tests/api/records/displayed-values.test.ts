/** Filters accept every value in the form in which the API returns it. */

import { filterableFields } from '@matricola/schema/access.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { builtInFamilies } from '@matricola/schema/wire/filter-value.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

const lists = allResources.filter(({ singleton, access }) => !singleton && access.admin?.read)
const familyIn = (resource: AnyResource, name: string) =>
  builtInFamilies[name] ?? familyOf(fieldOf(resource, name))

describe.each(engines)('a value in the format of the API, on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  const sendQuery = (resource: AnyResource, query: string) =>
    api.call<Page<WireRecord>>(
      university.admin,
      'GET',
      `${endpointsOf(resource).list.path}?pageSize=100${query}`,
    )
  const filtered = (resource: AnyResource, name: string, value: string) =>
    sendQuery(resource, `&filters[${name}]=${encodeURIComponent(value)}`)
  const recordsOf = async (resource: AnyResource) =>
    (await sendQuery(resource, '')).data.list.slice(0, 3)

  test.each(lists.map((resource) => ({ name: resource.name, resource })))(
    'finds its record in the list of $name',
    async ({ resource }) => {
      for (const record of await recordsOf(resource))
        for (const name of filterableFields(resource, 'admin')) {
          const value = record[name]
          if (
            value === null ||
            value === undefined ||
            value === '' ||
            (Array.isArray(value) && value.length === 0)
          )
            continue
          const family = familyIn(resource, name)
          if (family === 'file' || family === 'none') continue
          const answer = await filtered(
            resource,
            name,
            Array.isArray(value) ? value.join(',') : String(value),
          )
          if (family === 'secret') {
            expect([name, answer.status, answer.failure.fields]).toEqual([
              name,
              400,
              { [`filters[${name}]`]: [{ code: 'filter.masked' }] },
            ])
            continue
          }
          expect([name, value, answer.status, answer.data.list.map(({ id }) => id)]).toEqual([
            name,
            value,
            200,
            expect.arrayContaining([record.id]),
          ])
        }
    },
  )

  test('must be a day or an instant in ISO 8601: other formats, invalid days and mixed ranges have specific refusals', async () => {
    let queryCount = 0
    for (const resource of lists)
      for (const name of filterableFields(resource, 'admin')) {
        const family = familyIn(resource, name)
        if (family !== 'date' && family !== 'instant') continue
        queryCount += 1
        const foreign = [
          '15.03.2026',
          '15 martie 2026',
          '15/03/2026',
          '2026/03/15',
          '20260315',
          '1.2.26',
          'soon',
        ]
        const cases = [
          ...foreign.flatMap((text) =>
            [text, `${text}..`, `..${text}`, `2026-01-01..${text}`].map((value) => [
              value,
              'date.notIso',
            ]),
          ),
          ...['2026-02-30', '2026-13-01..', '..2026-02-29', '2026-01-01..2026-02-30'].map(
            (value) => [value, 'date.unreal'],
          ),
          ...(family === 'instant'
            ? [
                ['2026-03-15 10:30', 'date.notIso'] as const,
                ['2026-02-30T10:00:00Z', 'dateTime.unreal'] as const,
              ]
            : []),
        ]
        for (const [value = '', fault] of queryCount < 3 ? cases : cases.slice(0, 1)) {
          const { status, failure } = await filtered(resource, name, value)
          expect([name, value, status, failure.fields]).toEqual([
            name,
            value,
            400,
            { [`filters[${name}]`]: [{ code: fault }] },
          ])
        }
      }
    expect(queryCount).toBeGreaterThan(30)
  })

  test('finds its record only by instants, in ranges, without a fraction and with any offset', async () => {
    let queryCount = 0
    for (const resource of lists) {
      const [record] = await recordsOf(resource)
      if (!record) continue
      const names = filterableFields(resource, 'admin').filter(
        (name) => familyIn(resource, name) === 'instant',
      )
      for (const name of names) {
        const value = record[name]
        if (typeof value !== 'string') continue
        queryCount += 1
        const at = Date.parse(value)
        const offset = `${new Date(at + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`
        const spellings = [
          ...[
            value,
            `${value}..${value}`,
            `${value}..`,
            `..${value}`,
            `${value.slice(0, 19)}Z`,
            offset,
            offset.replace('+', ' '),
          ],
          ...[
            `${new Date(at - 1).toISOString()}..${new Date(at + 1).toISOString()}`,
            `2000-01-01..${value}`,
          ],
        ]
        for (const spelling of spellings)
          expect([
            name,
            spelling,
            (await filtered(resource, name, spelling)).data.list.map(({ id }) => id),
          ]).toEqual([...[name, spelling], expect.arrayContaining([record.id])])
        for (const other of [
          new Date(at - 1).toISOString(),
          `${new Date(at + 1).toISOString()}..`,
          `..${new Date(at - 1).toISOString()}`,
        ])
          expect([
            name,
            other,
            (await filtered(resource, name, other)).data.list.map(({ id }) => id),
          ]).toEqual([...[name, other], expect.not.arrayContaining([record.id])])
      }
    }
    expect(queryCount).toBeGreaterThan(30)
  })
})

import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { exportFields } from '@matricola/schema/wire/exchange.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allResources, getResource } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { expectedAccess } from '#tests/resources/access.expected.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

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

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
    // `get` identifies callers by an earlier call.
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

  test('a file for people has dates and times in the format of the pages', async () => {
    const moments = (
      await get('secretary', 'registrations', 'form=people&lng=ro&columns=submittedAt')
    ).body
      .split('\r\n')
      .slice(1)
      .filter(Boolean)
    expect(moments.length).toBeGreaterThan(0)
    for (const moment of moments) expect(moment).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
  })

  test("a secretary's file names the reviewers, whose accounts only admins can read", async () => {
    const id = university.idOf('registrations', 'own')
    await api.context.database.query('update registrations set assigned_to_id = $1 where id = $2', [
      university.idOf('users', 'admin'),
      id,
    ])
    const query = `columns=assignedToId&filters[assignedToId]=${university.idOf('users', 'admin')}`
    const exported = parse(
      (await get('secretary', 'registrations', `form=people&lng=en&${query}`)).body,
      { bom: true },
    )
    expect(exported).toEqual([['Reviewer'], ['Canary User admin']])
    const imported = (await get('secretary', 'registrations', `form=import&${query}`)).body
    expect(imported).not.toMatch(/canary/i)
  })
})

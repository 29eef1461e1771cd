import { valueEntries } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import { columnNameOf, tableNameOf } from '@matricola/server/database/names.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detailShapes } from '#resources/calls/details.ts'
import { allResources } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
} from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
beforeAll(async () => {
  api = await startApp(openTestDatabase)
  university = await seedUniversity(api)
})
afterAll(() => api.close())

const resources = allResources.filter((resource) => !resource.singleton)
const hasRoute = (path: string) => registeredRoutesOf(api.app).some((route) => route.path === path)
const extra = [
  'isAdmin',
  'passwordHash',
  'constructor',
  'createdAt',
  'updatedAt',
  'searchText',
  'search_text',
  'nameKey',
  'name_key',
  'cnpBidx',
  '_can',
  '_title',
  'actorId',
  'and',
  'toString',
]
const written = resources.flatMap((resource) => {
  const role = roles.find((one) => resource.access[one]?.update)
  return role ? [[resource.name, role, resource] as const] : []
})
test.each(written)(
  'mass assignment of %s by a %s changes nothing, and the error names every unknown field',
  async (name, role, resource) => {
    const paths = endpointsOf(resource)
    const [target] = university.seeded.filter((one) => one.resource === name)
    const others = new Set(
      [...extra, ...allResources.flatMap((other) => Object.keys(other.fields))].filter(
        (field) => !Object.hasOwn(resource.fields, field),
      ),
    )
    // Parts of a response that are not fields may be sent back with an update. `website` is the
    // form's honeypot.
    const known = {
      PATCH: Object.keys(detailShapes[name] ?? {}),
      POST: name === 'registrations' ? ['website'] : [],
    }
    const before = await api.context.database.query(
      `SELECT * FROM ${tableNameOf(resource)} ORDER BY id`,
    )
    for (const [method, path, id] of [
      ['PATCH', paths.update.path, { id: target?.id }],
      ['POST', paths.create.path, {}],
    ] as const) {
      if (!hasRoute(path)) continue
      // The response rejects each name individually.
      const unknownFields = [...others].filter((field) => !known[method].includes(field))
      const answer = await api.call(university[role], method, path, {
        ...id,
        ...Object.fromEntries(unknownFields.map((field) => [field, true])),
      })
      expect(answer.status).toBe(400)
      expect(unknownFields.map((field) => [field, answer.failure.fields?.[field]])).toEqual(
        unknownFields.map((field) => [field, [{ code: 'field.unknown' }]]),
      )
    }
    for (const [field, spec] of valueEntries(resource)) {
      if (spec.options.computed === undefined && spec.options.write?.length !== 0) continue
      if (!hasRoute(paths.update.path)) break
      const answer = await api.call(university[role], 'PATCH', paths.update.path, {
        id: target?.id,
        [field]: 'x',
      })
      expect(answer.failure.fields?.[field]).toEqual([{ code: 'field.notWritable' }])
    }
    expect(
      await api.context.database.query(`SELECT * FROM ${tableNameOf(resource)} ORDER BY id`),
    ).toEqual(before)
    expect(columnNameOf('isActive')).toBe('is_active')
  },
)

test('users can change only the writable fields of their own record', async () => {
  const ownId = university.idOf('professors', 'own')
  // Sending a current value is not an attempt to change it, so each value differs from the stored
  // one.
  const now = await api.call<WireRecord>(university.admin, 'GET', `/api/professors/${ownId}`)
  for (const [field, value] of [
    ['isActive', !now.data.isActive],
    ['email', 'x@univ.ro'],
    ['departmentProfileId', createMissingId()],
    ['userId', createMissingId()],
    ['lastName', 'Other'],
  ] as const) {
    const answer = await api.call(university.professor, 'PATCH', '/api/professors/update', {
      id: ownId,
      [field]: value,
    })
    expect([field, answer.status, answer.failure.fields]).toEqual([
      field,
      400,
      { [field]: [{ code: 'field.notWritable' }] },
    ])
  }
  const answer = await api.call<WireRecord>(
    university.student,
    'PATCH',
    '/api/authentication/users/update',
    {
      id: university.student.id,
      role: 'admin',
    },
  )
  expect(answer.failure.fields).toEqual({ role: [{ code: 'field.notWritable' }] })
  const list = await api.call<Page<WireRecord>>(
    university.student,
    'GET',
    '/api/authentication/users',
  )
  expect(list.data.list).toMatchObject([{ id: university.student.id, role: 'student' }])
})

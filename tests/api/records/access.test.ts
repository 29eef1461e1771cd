import { baseOf } from '@matricola/schema/extension.ts'
import { childRowEntries, valueEntries } from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import {
  accessCases,
  expectedAccessOf,
  expectListedRecords,
  listedResources,
} from '#tests/support/listed-access.ts'
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

const isAdded = (resource: string, field: string) =>
  Object.hasOwn(getResource(resource).fields, field) &&
  !Object.hasOwn(baseOf(getResource(resource)).fields, field)
const hasRoute = (path: string) => registeredRoutesOf(api.app).some((route) => route.path === path)
const getSeeded = (resource: string) => university.seeded.filter((one) => one.resource === resource)

describe.each(accessCases)('%s for a %s (R-G03)', (name, role, resource) => {
  const paths = endpointsOf(resource)
  const call = <T>(method: string, path: string, body?: unknown) =>
    api.call<T>(university[role], method, path, body)

  test('the list contains exactly the records that the role can read (R-L07, R-C05)', () =>
    expectListedRecords(api, university, role, resource))

  test("a record outside the role's scope gets the same response as a missing one (R-C05)", async () => {
    const missing = await call('GET', fillPath(paths.single.path, { id: createMissingId() }))
    for (const { id, label } of getSeeded(name)) {
      const answer = await call<WireRecord>('GET', fillPath(paths.single.path, { id }))
      if (expectedAccessOf(name, role).reads?.includes(label)) expect(answer.data.id).toBe(id)
      else
        expect({ ...answer.failure, requestId: '' }).toEqual({ ...missing.failure, requestId: '' })
    }
    expect(missing.status).toBe(expectedAccessOf(name, role).reads ? 404 : 403)
  })

  test('a record shows every field that the role can read and no other', async () => {
    const { hidden, reads } = expectedAccessOf(name, role)
    if (reads === null) return
    const { data } = await call<Page<WireRecord>>('GET', `${paths.list.path}?pageSize=100`)
    const columns = valueEntries(resource)
      .map(([field]) => field)
      .filter((field) => !hidden.includes(field))
    const meta = ['id', 'version', 'createdAt', 'updatedAt', '_title', '_titles', '_can']
    for (const record of data.list)
      expect(
        Object.keys(record)
          .filter((field) => !isAdded(name, field))
          .sort(),
      ).toEqual([...meta, ...columns].sort())
    expect(data.list.length).toBeGreaterThan(0)
  })

  test('the list cannot be filtered, sorted or searched by a field that the role cannot read', async () => {
    for (const field of expectedAccessOf(name, role).hidden) {
      for (const query of [`filters[${field}]=1`, `sort=${field}`, `sort=-${field}`]) {
        const answer = await call('GET', `${paths.list.path}?${query}`)
        expect([query, answer.status, answer.failure.code]).toEqual([query, 400, 'filter.unknown'])
      }
      for (const { canaries } of getSeeded(name)) {
        const text = canaries[field]
        if (!text) continue
        const found = await call<Page<WireRecord>>(
          'GET',
          `${paths.list.path}?search=${encodeURIComponent(text)}`,
        )
        expect(found.data.totalCount).toBe(0)
      }
    }
  })

  test('only roles with the permission can create records', async () => {
    const answer = await call('POST', paths.create.path, {})
    // With access, an empty body is rejected for its missing fields, and nothing else happens.
    const isCreatable = roles.some((one) => expectedAccessOf(name, one).creates)
    expect(answer.status).toBe(
      !isCreatable ? 404 : expectedAccessOf(name, role).creates ? 400 : 403,
    )
  })

  test('updates can change exactly the records and fields that the role can write', async () => {
    const { reads, updates, writes } = expectedAccessOf(name, role)
    const isChanged = roles.some((one) => expectedAccessOf(name, one).updates.length > 0)
    for (const { id, label } of getSeeded(name)) {
      const answer = await call('PATCH', paths.update.path, { id })
      const expectedStatus = !isChanged
        ? 404
        : updates.includes(label)
          ? 200
          : updates.length > 0 && !reads?.includes(label)
            ? 404
            : 403
      expect([label, answer.status]).toEqual([label, expectedStatus])
    }
    if (updates.length === 0) return
    const rowsInForms = childRowEntries(resource).map((rows) => rows.name)
    const [mine] = getSeeded(name).filter(({ label }) => updates.includes(label))
    for (const [field, spec] of Object.entries(resource.fields)) {
      const answer = await call('PATCH', paths.update.path, {
        id: mine?.id,
        [field]: { not: 'a value' },
      })
      const areRows = rowsInForms.includes(field)
      const isHidden =
        !areRows && (spec.type === 'many' || !writes.includes(translationOf(spec)?.field ?? field))
      expect([field, answer.failure.fields?.[field]?.[0]?.code]).toEqual([
        field,
        isHidden ? 'field.notWritable' : expect.not.stringMatching(/^field\./),
      ])
    }
  })

  test('only roles with the permission can read the history', async () => {
    const seeded = getSeeded(name)
    expect(seeded).not.toEqual([])
    for (const { id, label } of seeded) {
      if (!hasRoute(paths.history.path)) {
        expect([
          label,
          (await call('GET', fillPath(paths.history.path, { id }))).failure.code,
        ]).toEqual([label, 'path.unknown'])
        continue
      }
      const answer = await call('GET', fillPath(paths.history.path, { id }))
      const { history, reads } = expectedAccessOf(name, role)
      expect([label, answer.status]).toEqual([
        label,
        !history ? 403 : reads?.includes(label) ? 200 : 404,
      ])
    }
  })
})

describe('settings', () => {
  const settings = getResource('settings')
  test.each(roles)(
    'a %s reads them as far as the role allows, and only an admin changes them (R-C06)',
    async (role) => {
      const { data } = await api.call<object>(university[role], 'GET', '/api/settings')
      if (expectedAccessOf('settings', role).reads)
        expect(data).toMatchObject({
          registrationOpen: false,
          maxStudentsPerCourse: 30,
          version: expect.any(Number),
        })
      else expect(data).toEqual({ registrationOpen: false })
      const update = await api.call(university[role], 'PUT', '/api/settings/update', {})
      expect(update.status).toBe(role === 'admin' ? 200 : 403)
      const history = await api.call(university[role], 'GET', '/api/settings/history')
      expect(history.status).toBe(role === 'admin' ? 200 : 403)
      if (role !== 'admin') return
      for (const field of Object.keys(settings.fields)) {
        const answer = await api.call(university[role], 'PUT', '/api/settings/update', {
          [field]: { not: 'a value' },
        })
        const isWritten = expectedAccessOf('settings', role).writes.includes(field)
        const code = isWritten ? expect.not.stringMatching(/^field\./) : 'field.notWritable'
        expect([field, answer.failure.fields?.[field]?.[0]?.code]).toEqual([field, code])
      }
    },
  )

  test('an anonymous caller sees only whether registration is open', async () => {
    const { data } = await api.call(null, 'GET', '/api/settings')
    expect(data).toEqual({ registrationOpen: false })
  })
})

test('every call about records requires a signed-in user (R-G03)', async () => {
  const open = new Set(['/api/settings', '/api/openapi.json'])
  const guarded = registeredRoutesOf(api.app).filter(
    ({ path, access }) => path.startsWith('/api/') && access !== 'public' && access !== 'optional',
  )
  expect(guarded.length).toBeGreaterThan(30)
  for (const { method, path } of guarded) {
    expect(open.has(path)).toBe(false)
    const answer = await api.call(
      null,
      method,
      fillPath(path.replace(':action', 'deactivate'), {
        id: createMissingId(),
        document: 'fileCV',
      }),
      method === 'GET' || method === 'HEAD' ? undefined : {},
    )
    expect([path, answer.status]).toEqual([path, 401])
  }
})

test('no response contains a text that only other callers can read (R-G03)', async () => {
  for (const role of roles) {
    const forbiddenValues = university.seeded.flatMap(({ resource, label, canaries }) => {
      const { reads, hidden, names = [] } = expectedAccessOf(resource, role)
      return Object.entries(canaries)
        .filter(
          ([field]) =>
            !names.includes(field) && (!reads?.includes(label) || hidden.includes(field)),
        )
        .map(([, text]) => text)
    })
    const bodies: string[] = []
    for (const resource of listedResources) {
      const paths = endpointsOf(resource)
      bodies.push((await api.call(university[role], 'GET', `${paths.list.path}?pageSize=100`)).text)
      for (const { id } of getSeeded(resource.name)) {
        bodies.push(
          (await api.call(university[role], 'GET', fillPath(paths.single.path, { id }))).text,
        )
        bodies.push(
          (await api.call(university[role], 'GET', fillPath(paths.history.path, { id }))).text,
        )
      }
    }
    bodies.push((await api.call(university[role], 'GET', '/api/search?q=canary')).text)
    const allBodies = bodies.join('\n')
    // `G1` is a group name and occurs inside other words.
    const leaked = forbiddenValues.filter((text) => text.length > 4 && allBodies.includes(text))
    expect([role, leaked]).toEqual([role, []])
    expect(allBodies).toContain('Canary')
    expect(allBodies).not.toMatch(/\b[1-8]\d{12}\b/)
  }
})

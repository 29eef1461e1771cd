import { referenceIds, referenceKeys } from '@matricola/server/exchange/reference-keys.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
} from '#tests/support/seed-university.ts'

describe.each(engines)('references to records in files, on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const permit = (role: 'admin' | 'secretary' | 'professor' | 'student', resource: string) =>
    authorize(university[role], getResource(resource), 'read')

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  test('a key contains the keys of the records it refers to, and is found again', async () => {
    const classes = getResource('university-classes')
    const id = university.idOf('university-classes', 'own')
    const reader = permit('admin', 'university-classes')
    const key = 'CANARY-S-OW / CANARY-OWN / 2026-2027 / G1'
    expect(
      await referenceKeys(api.context.database, reader, classes, [id, id, createMissingId()]),
    ).toEqual(new Map([[id, key]]))
    expect(
      await referenceIds(api.context.database, reader, classes, [key, 'CANARY-S-OW / nothing']),
    ).toEqual(new Map([[key, id]]))
  })

  test('every record of every resource with a key is found by it', async () => {
    for (const { resource: name, id, record } of university.seeded) {
      const resource = getResource(name)
      // A recognised grade has no exam, and therefore no complete key.
      if (!resource.import?.key.every((part) => record[part] !== null)) continue
      const reader = permit('admin', name)
      const key = (await referenceKeys(api.context.database, reader, resource, [id])).get(id) ?? ''
      expect([name, key === '']).toEqual([name, false])
      expect([name, await referenceIds(api.context.database, reader, resource, [key])]).toEqual([
        name,
        new Map([[key, id]]),
      ])
    }
  })

  test('a caller who cannot read a record or a field of its key can neither see its key nor find it', async () => {
    const courses = getResource('courses')
    const inactive = university.idOf('courses', 'inactive')
    const key = 'CANARY-S-OT / CANARY-INACTIVE'
    const reader = permit('student', 'courses')
    expect(await referenceKeys(api.context.database, reader, courses, [inactive])).toEqual(
      new Map(),
    )
    expect(await referenceIds(api.context.database, reader, courses, [key])).toEqual(new Map())
    expect(
      (await referenceIds(api.context.database, permit('admin', 'courses'), courses, [key])).get(
        key,
      ),
    ).toBe(inactive)
    // A student can read professors, but not their email addresses, which are their keys.
    const professor = university.idOf('professors', 'own')
    expect(
      await referenceKeys(api.context.database, reader, getResource('professors'), [professor]),
    ).toEqual(new Map())
    // A secretary can read only their own account.
    const accounts = getResource('users')
    const others = await referenceKeys(
      api.context.database,
      permit('secretary', 'courses'),
      accounts,
      [university.idOf('users', 'admin'), university.idOf('users', 'secretary')],
    )
    expect([...others.keys()]).toEqual([university.idOf('users', 'secretary')])
  })
})

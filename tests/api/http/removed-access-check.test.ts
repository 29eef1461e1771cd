import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { accessCases, expectListedRecords } from '#tests/support/listed-access.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
beforeAll(async () => {
  api = await startApp(openTestDatabase)
  university = await seedUniversity(api)
})
afterAll(() => api.close())

/** Lists in which the role may read every planted record, even with the condition. */
const allRead = [
  'class-assistants for a professor',
  'class-assistants for a student',
  'messages for a admin',
]

test('the access tests fail when the condition of a grant is removed', async () => {
  const undetected: string[] = []
  let removedCount = 0
  for (const [name, role, resource] of accessCases) {
    const grants = getResource(name).access[role]
    const read = grants?.read
    if (!grants || typeof read !== 'object') continue
    await expectListedRecords(api, university, role, resource)
    removedCount++
    try {
      // Grants every row to any role that may read the resource, as if the condition were missing.
      Object.assign(grants, { read: true })
      await expectListedRecords(api, university, role, resource)
      undetected.push(`${name} for a ${role}`)
    } catch (error) {
      expect(error).toMatchObject({ name: 'AssertionError' })
    } finally {
      Object.assign(grants, { read })
    }
  }
  expect(removedCount).toBeGreaterThan(20)
  expect(undetected).toEqual(allRead)
})

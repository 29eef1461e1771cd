import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
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

/** Lists in which the role may read every planted record anyway. */
const allRead = ['class-assistants for a professor', 'class-assistants for a student', 'messages for a admin']

test('the access tests fail when the condition of a grant is removed', async () => {
  const missed: string[] = []
  let takenOut = 0
  for (const [name, role, resource] of accessCases) {
    const held = getResource(name).access[role]
    const read = held?.read
    if (!held || typeof read !== 'object') continue
    await expectListedRecords(api, university, role, resource)
    takenOut++
    try {
      // Grants every row to any role that may read the resource, as a missing condition would.
      Object.assign(held, { read: true })
      await expectListedRecords(api, university, role, resource)
      missed.push(`${name} for a ${role}`)
    } catch (error) {
      expect(error).toMatchObject({ name: 'AssertionError' })
    } finally {
      Object.assign(held, { read })
    }
  }
  expect(takenOut).toBeGreaterThan(20)
  expect(missed).toEqual(allRead)
})

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { assertTables } from '@matricola/server/database/check-tables.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources } from '#resources/index.ts'
import { students } from '#resources/students.ts'
import { engines } from '#tests/support/databases.ts'

const equipment = defineResource({
  name: 'equipment',
  path: 'equipment',
  icon: 'flag',
  title: ['code'],
  fields: { code: field.text({ max: 20 }) },
  sections: { general: ['code'] },
  list: { columns: ['code'], sort: ['code'] },
  access: {},
})
const extraResource = {
  ...students,
  fields: {
    ...students.fields,
    secretPlace: field.text({ max: 20, optional: true, encrypted: true }),
  },
}

describe.each(engines)('the tables of the declarations on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('exist once all migrations are applied', async () => {
    await assertTables(database, allResources)
  })

  test('stop the startup if no migration created them, and the error lists each with its remedy', async () => {
    const expectedTables = assertTables(database, [
      ...allResources,
      asAnyResource(equipment),
      asAnyResource(extraResource),
    ])
    await expect(expectedTables).rejects.toThrow(
      'The database lacks what the declarations require: the table of equipment, the column secret_place of students.secretPlace, the column secret_place_bidx of students.secretPlace. Run npm run db:generate',
    )
  })
})

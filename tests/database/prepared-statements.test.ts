import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '@matricola/server/database/database.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines, openUnsharedDatabase } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

/**
 * PostgreSQL plans a prepared statement five times with its values before it considers a generic
 * plan.
 */
const runCount = 5
const calls = 8

interface Prepared {
  readonly statement: string
  readonly custom: number
  readonly generic: number
}

describe.each(engines)('a repeated statement on $engine', () => {
  let database: Database
  let api: TestApp
  let university: SeededUniversity
  const prepared = () =>
    database.query<Prepared>(
      `select statement, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name ~ '^s[0-9a-f]{20}$'`,
    )
  const runs = ({ custom, generic }: Prepared) => custom + generic

  beforeAll(async () => {
    // Prepared statements belong to a connection, so the test uses a single one that no other test
    // shares.
    database = await openUnsharedDatabase()
    api = await startApp(async () => database)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  /**
   * Returns the statements that `work` runs in every call and that PostgreSQL keeps planning with
   * their values.
   */
  async function plannedAgain(work: (call: number) => Promise<unknown>): Promise<string[]> {
    const before = new Map((await prepared()).map((one) => [one.statement, one]))
    for (let call = 0; call < calls; call++) await work(call)
    const repeated = (await prepared()).filter((one) => {
      const previous = before.get(one.statement)
      return runs(one) - (previous ? runs(previous) : 0) >= calls
    })
    expect(repeated).not.toEqual([])
    return repeated.filter(({ custom }) => custom > runCount).map(({ statement }) => statement)
  }
  async function answered(method: string, path: string, body?: object): Promise<WireRecord> {
    const answer = await api.call<WireRecord>(university.admin, method, path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }

  test('is planned only in the first calls that open a record, for every resource', async () => {
    const found: Record<string, readonly string[]> = {}
    for (const { name, path } of allResources) {
      const seeded = university.seeded.find(({ resource }) => resource === name)
      if (seeded)
        found[name] = await plannedAgain(() => answered('GET', `/api/${path}/${seeded.id}`))
    }
    expect(Object.keys(found).length).toBeGreaterThan(25)
    expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([])
  })

  test('is planned only in the first calls that count what is unread', async () => {
    expect(await plannedAgain(() => answered('GET', '/api/notifications/unread'))).toEqual([])
  })

  const student = () => university.idOf('students', 'own')

  test('is planned only in the first calls that create a record', async () => {
    const values = { lastName: 'Pop', firstName: 'Ana', academicYearOfEntry: '2026-2027' }
    const specializationId = university.idOf('specializations', 'own')
    const create = (call: number) =>
      answered('POST', '/api/students/create', {
        ...values,
        specializationId,
        matriculationNumber: `ONCE-${call}`,
        email: `once.${call}@univ.ro`,
      })
    expect(await plannedAgain(create)).toEqual([])
  })

  test('is planned only in the first calls that change a record, with and without its version', async () => {
    let { version } = await answered('GET', `/api/students/${student()}`)
    const runNamed = async (call: number) => {
      ;({ version } = await answered('PATCH', '/api/students/update', {
        id: student(),
        version,
        city: `Named ${call}`,
      }))
    }
    expect(await plannedAgain(runNamed)).toEqual([])
    expect(
      await plannedAgain((call) =>
        answered('PATCH', '/api/students/update', { id: student(), city: `Unnamed ${call}` }),
      ),
    ).toEqual([])
  })

  test('is planned only in the first calls of an update whose rules need the whole record', async () => {
    const alphabet = 'abcdefgh'
    expect(
      await plannedAgain((call) =>
        answered('PATCH', '/api/students/update', {
          id: student(),
          firstName: `Given ${alphabet[call]}`,
        }),
      ),
    ).toEqual([])
  })

  test('is not prepared if it reads a list, because its values decide which index applies', async () => {
    const queries = [
      '',
      'filters[lastName]=canary',
      'filters[status]=active&sort=-createdAt',
      'search=canary',
      'pageNumber=2',
    ]
    for (const query of queries)
      for (let call = 0; call < calls; call++)
        await answered('GET', `/api/students?pageSize=25&${query}`)
    await answered('GET', '/api/students/facets?filters[status]=active')
    const isList = ({ statement }: Prepared) =>
      /\boffset\b|\bcount\(\*\) as (?:total|n)\b/i.test(statement)
    expect((await prepared()).filter(isList)).toEqual([])
  })
})

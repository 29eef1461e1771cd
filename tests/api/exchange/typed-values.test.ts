/**
 * Values in formats that people and other programs use, sent through every entry point of the API:
 * records, searches, filters and files.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { firstTextValueOf, textValuesOf } from '@matricola/testing/text-values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { seedApplication } from '#tests/support/seed-application.ts'

describe.each(engines)('values as people and programs write them, on $engine', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-typed-'))
  let office: ImportApp
  let programme: { departmentProfileId: string; specializationId: string }
  beforeAll(async () => {
    office = await startImportApp(open, { files: createDiskFileStore(folder) })
    const { id: departmentProfileId } = await office.create('department-profiles', {
      name: 'Litere',
    })
    const parts = { departmentProfileId, yearsOfStudy: 3, totalCredits: 180 }
    const { id: specializationId } = await office.create('specializations', {
      ...parts,
      name: 'Filologie',
      code: 'FIL-RO',
    })
    programme = { departmentProfileId, specializationId }
  })
  afterAll(async () => {
    await office.close()
    removeFolder(folder)
  })

  const names = async (path: string, query: string) =>
    (await office.list(path, query)).list.map(({ lastName }) => lastName)
  const student = (values: object) =>
    office.call<{ id: string }>(office.admin, 'POST', '/api/students/create', {
      ...{
        firstName: 'Ana',
        academicYearOfEntry: '2026-2027',
        studyYear: 1,
        specializationId: programme.specializationId,
      },
      ...values,
    })
  let number = 0
  const studentNamed = async (lastName: string) => {
    number += 1
    const answer = await student({
      lastName,
      matriculationNumber: `TV-${number}`,
      email: `typed.${number}@univ.ro`,
    })
    if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text)
  }

  test('a complete CNP finds its student whatever its grouping', async () => {
    const cnp = '5070315700017'
    await student({ lastName: 'Cautat', matriculationNumber: 'TV-CNP', email: 'cnp@univ.ro', cnp })
    for (const search of [cnp, '5 070315 70001 7', `\u202a${cnp}\u202c`, '5070315-700017'])
      expect([search, await names('students', `search=${encodeURIComponent(search)}`)]).toEqual([
        search,
        ['Cautat'],
      ])
    expect(
      await names('students', `filters[cnp]=${encodeURIComponent('\u200e5 070315 700017')}`),
    ).toEqual(['Cautat'])
  })

  test('a phone number is found however it is written', async () => {
    await studentNamed('Telefonat')
    const [found] = (await office.list('students', 'search=Telefonat')).list
    await office.call(office.admin, 'PATCH', '/api/students/update', {
      id: found?.id,
      phone: '\u202a+40 (0)721\u2011555\u2011444\u202c',
    })
    for (const typed of [
      '0721 555 444',
      '\u202a+40721555444\u202c',
      'tel:+40721555444',
      '721555444',
    ])
      expect([
        typed,
        await names('students', `filters[phone]=${encodeURIComponent(typed)}`),
      ]).toEqual([typed, ['Telefonat']])
  })

  test.each([
    [{ cnp: firstTextValueOf('CNP with a birth date in the future') }, 'cnp', 'nationalId.future'],
  ])('a student with %j is rejected with the reason', async (values, field, code) => {
    const answer = await student({
      lastName: 'Refuzat',
      matriculationNumber: 'TV-REF',
      email: 'ref@univ.ro',
      ...values,
    })
    expect([answer.status, answer.failure.fields?.[field]]).toEqual([400, [{ code }]])
  })

  describe('a postal code', () => {
    let reference: string
    let id: string
    const stored = async () =>
      (await office.call<{ postalCode: string }>(office.admin, 'GET', `/api/registrations/${id}`))
        .data.postalCode
    const change = (values: object) =>
      office.call(office.admin, 'PATCH', '/api/registrations/update', { id, ...values })
    beforeAll(async () => {
      ;({ id, reference } = await seedApplication(office.context, programme))
      const [row] = await office.context.database.query<{ code: string }>(
        'select reference_code as code from registrations where id = $1',
        [id],
      )
      reference = row?.code ?? reference
    })

    const [complete, short = '', spaced = ''] = textValuesOf('postal code of Bucharest')[0] ?? ['']

    test.each([short, '0100234', 'RO-010023', '01002A', '010-023'])(
      'of Romania is not %s',
      async (postalCode) => {
        const answer = await change({ postalCode })
        expect([answer.status, answer.failure.fields]).toEqual([
          400,
          { postalCode: [{ code: 'text.postalCodeDigits', params: { digits: 6 } }] },
        ])
      },
    )

    test.each([spaced, '\u202a010023\u202c', '０１００２３'])(
      'of Romania is read from %j',
      async (postalCode) => {
        expect((await change({ postalCode: '400001' })).status).toBe(200)
        expect((await change({ postalCode })).status).toBe(200)
        expect(await stored()).toBe(complete)
      },
    )

    test("of another country has that country's format, and must be entered again when the country changes", async () => {
      expect((await change({ country: 'MD', county: null, postalCode: 'md-2001' })).status).toBe(
        200,
      )
      expect(await stored()).toBe('MD-2001')
      expect((await change({ country: 'RO', county: 'CJ' })).failure.fields).toHaveProperty(
        'postalCode',
      )
      expect((await change({ country: 'RO', county: 'CJ', postalCode: '400001' })).status).toBe(200)
    })

    test('stored by an earlier version does not block other changes', async () => {
      await office.context.database.query(
        `update registrations set postal_code = '10023' where id = $1`,
        [id],
      )
      expect((await change({ city: 'București' })).status).toBe(200)
      expect(await stored()).toBe('10023')
    })

    test('from a file gets back the zero that a spreadsheet removed, but only in Romania', async () => {
      const rows = (cells: readonly unknown[][]) =>
        csvOf([['referenceCode', 'country', 'postalCode'], ...cells])
      await office.runImport('registrations', rows([[reference, 'RO', '10024']]))
      expect(await stored()).toBe('010024')
      await change({ country: 'FR', county: null, postalCode: '75001' })
      await office.runImport('registrations', rows([[reference, 'FR', '10025']]))
      expect(await stored()).toBe('10025')
    })
  })
})

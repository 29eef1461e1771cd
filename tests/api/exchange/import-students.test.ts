import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { encodeWindows1250 } from '@matricola/testing/build-workbook.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { academicYear2026, validCnp } from '#tests/support/seed-university.ts'

describe.each(engines)('importing people on $engine', ({ open }) => {
  let office: ImportApp
  let specialization: WireRecord
  const romanian = () => ({ ...office.admin, language: 'ro' as const })
  const students = async (search: string) =>
    (await office.list('students', `search=${search}`)).list

  beforeAll(async () => {
    office = await startImportApp(open)
    const department = await office.create('department-profiles', {
      name: 'Departamentul de Informatică',
    })
    specialization = await office.create('specializations', {
      name: 'Informatică română',
      code: 'INF-RO',
      departmentProfileId: department.id,
      yearsOfStudy: 3,
      totalCredits: 180,
    })
  })
  afterAll(() => office.close())

  test('five hundred students are imported from a file as Romanian Excel saves it', async () => {
    const headings = [
      'Nume',
      'Prenume',
      'Număr matricol',
      'Specializare',
      'Anul universitar al înmatriculării',
      'E-mail',
      'Data nașterii',
      'Formă de finanțare',
    ]
    const rows = Array.from({ length: 500 }, (_, i) => [
      i % 2 ? 'Țurcanu' : 'Șerban',
      i % 3 ? 'Ștefănița' : 'Ion "Nelu"; fiul',
      `RO-${i}`,
      'inf-ro',
      '2026-2027',
      `ro${i}@univ.ro`,
      '15.03.2007',
      i % 2 ? 'Taxă' : 'buget',
    ])
    const named = rows.map((row) => (row[1]?.includes('"') ? row.with(1, 'Ioan') : row))
    const bytes = encodeWindows1250(`${csvOf([headings, ...named])}\r\n;;;;;;;\r\n`)
    const sent = (
      await office.send('students', bytes, { caller: romanian(), name: 'studenți 2026.csv' })
    ).data
    expect(sent).toMatchObject({
      file: { name: 'studenți 2026.csv', encoding: 'windows-1250', separator: ';' },
      mapping: [
        'lastName',
        'firstName',
        'matriculationNumber',
        'specializationId',
        'academicYearOfEntry',
        'email',
        'birthDate',
        'fundingType',
      ],
      converted: 500,
      job: { total: 500 },
    })
    const job = await office.runImport('students', bytes, { caller: romanian() })
    expect([job.counts, job.created]).toEqual([{ done: 500 }, 500])
    const [found] = await students('RO-499')
    expect(found).toMatchObject({
      lastName: 'Țurcanu',
      firstName: 'Ștefănița',
      birthDate: '2007-03-15',
      fundingType: 'fee',
      specializationId: specialization.id,
    })
    expect((await office.list('students', 'search=turcanu')).totalCount).toBe(250)
  })

  test('amounts are read with the decimal comma of Romanian and the decimal point of English', async () => {
    const budget = async (text: string, language: 'ro' | 'en') => {
      await office.runImport('department-profiles', `Name;Budget\nBani;${text}\n`, {
        caller: { ...office.admin, language },
      })
      return (await office.list('department-profiles', 'search=Bani')).list[0]?.budget
    }
    expect(await budget('1.234.567,50', 'ro')).toBe(1_234_567.5)
    expect(await budget('7,654.25', 'en')).toBe(7654.25)
  })

  const student = (number: string, parts: object = {}) => ({
    'Last name': 'Pop',
    'First name': 'Ana',
    'Matriculation number': number,
    Specialization: 'INF-RO',
    'Academic year of entry': '2026-2027',
    Email: `${number.toLowerCase()}@univ.ro`,
    ...parts,
  })
  const table = (...rows: object[]) =>
    csvOf([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))])

  test('a masked number keeps the stored value, and any other one is a new number', async () => {
    const cnp = validCnp(21)
    await office.runImport('students', table(student('MASK-1', { CNP: cnp })))
    const [listed] = await students('MASK-1')
    expect(listed?.cnp).toBe(`${'•'.repeat(10)}${cnp.slice(-3)}`)
    const same = await office.previewImport(
      'students',
      table(student('MASK-1', { CNP: listed?.cnp })),
    )
    expect(same.counts).toEqual({ same: 1 })
    const other = await office.previewImport(
      'students',
      table(student('MASK-1', { CNP: `${'•'.repeat(10)}999` })),
    )
    expect((await office.items(other.id))[0]?.issues.cnp).toBeDefined()
    const changed = await office.previewImport(
      'students',
      table(student('MASK-1', { CNP: validCnp(22) })),
    )
    const [item] = await office.items(changed.id)
    expect(item?.changes).toEqual([
      { field: 'cnp', before: listed?.cnp, after: `${'•'.repeat(10)}${validCnp(22).slice(-3)}` },
    ])
    const invalidPreview = await office.previewImport(
      'students',
      table(student('MASK-1', { CNP: '5050415120010' })),
    )
    expect((await office.items(invalidPreview.id))[0]?.issues.cnp?.[0]?.code).toMatch(
      /^nationalId\./,
    )
  })

  test('a secretary changes the fields that the role can write, and creates no student', async () => {
    await office.runImport('students', table(student('SEC-1', { Group: 'G1' })))
    const caller = office.staff
    const sent = (await office.send('students', table(student('SEC-1')), { caller })).data
    expect(sent.fields.filter(({ isRequired }) => isRequired)).toEqual([])
    const job = await office.previewImport(
      'students',
      table(student('SEC-1', { Group: 'G2' }), student('SEC-2', { Group: 'G2' })),
      {
        caller,
      },
    )
    const items = await office.items(job.id, '', caller)
    expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['ready', {}],
      ['denied', { _: [{ code: 'row.unknown' }] }],
    ])
    const renamed = await office.previewImport(
      'students',
      table(student('SEC-1', { 'Last name': 'Popa', Group: 'G3' })),
      { caller },
    )
    expect((await office.items(renamed.id, '', caller))[0]).toMatchObject({
      outcome: 'invalid',
      issues: { lastName: [{ code: 'field.notWritable' }] },
    })
    await office.start(job, caller)
    await office.run()
    expect((await students('SEC-1'))[0]).toMatchObject({ groupName: 'G2', lastName: 'Pop' })
  })

  test('a workflow state cannot be imported', async () => {
    const importJob = await office.runImport(
      'students',
      table(student('STATE-1', { Status: 'Active' })),
    )
    expect(importJob.counts).toEqual({ done: 1 })
    const job = await office.previewImport(
      'students',
      table(
        student('STATE-1', { Status: 'Graduated' }),
        student('STATE-2', { Status: 'Graduated' }),
      ),
    )
    expect((await office.items(job.id)).map(({ issues }) => issues)).toEqual([
      { status: [{ code: 'field.notWritable' }] },
      { status: [{ code: 'field.notWritable' }] },
    ])
  })

  test('references across two records are resolved', async () => {
    const department = (await office.list('department-profiles', 'search=Informatic')).list[0]
    await office.create('professors', {
      lastName: 'Rus',
      firstName: 'Ion',
      departmentProfileId: department?.id,
      email: 'rus@univ.ro',
    })
    await office.create('courses', {
      name: 'Algebră',
      code: 'ALG1',
      specializationId: specialization.id,
      year: 1,
      semester: 1,
      credits: 5,
    })
    const row = {
      Name: 'Algebră G1',
      Course: 'INF-RO / ALG1',
      'Academic year': '2026-2027',
      Semester: 1,
      Group: 'G1',
      'Lead professor': 'rus@univ.ro',
      Capacity: 25,
    }
    await office.create('academic-years', academicYear2026)
    const mapping = [
      'name',
      'courseId',
      'academicYearId',
      'semester',
      'groupName',
      'leadProfessorId',
      'capacity',
    ]
    const job = await office.runImport('university-classes', table(row), { mapping })
    expect([await office.items(job.id), job.counts]).toMatchObject([[{ issues: {} }], { done: 1 }])
    const invalidPreview = await office.previewImport(
      'university-classes',
      table({ ...row, Course: 'INF-RO / NOPE' }),
      { mapping },
    )
    expect((await office.items(invalidPreview.id))[0]?.issues).toMatchObject({
      courseId: [{ code: 'cell.nothingNamedLike' }],
    })
    const secondPreview = await office.previewImport('university-classes', table(row), { mapping })
    expect(secondPreview.counts).toEqual({ same: 1 })
  })

  test('imported accounts are invited, and leave no invitation when the import is undone', async () => {
    const invitations = async () =>
      (
        await office.context.database.query<{ count: number }>(
          `select count(*) as count from outbox_mail where kind = 'invitation'`,
        )
      )[0]?.count ?? 0
    const before = await invitations()
    const file = table(
      { Name: 'Ana Rus', Username: 'ana.rus', Email: 'ana.rus@univ.ro', Role: 'Secretary' },
      { Name: 'Ion Rus', Username: 'ion.rus', Email: 'ion.rus@univ.ro', Role: 'Professor' },
    )
    const job = await office.runImport('authentication/users', file)
    expect(job.counts).toEqual({ done: 2 })
    expect(await invitations()).toBe(before + 2)
    await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await office.run()
    expect(
      (await office.list('authentication/users', 'search=rus@univ.ro')).list.map(
        ({ username }) => username,
      ),
    ).toEqual([])
  })

  test('roles can be changed by a file only right after reauthentication', async () => {
    await office.runImport(
      'authentication/users',
      table({ Name: 'Dan Pop', Username: 'dan.pop', Email: 'dan.pop@univ.ro', Role: 'Student' }),
    )
    const file = table({
      Name: 'Dan Pop',
      Username: 'dan.pop',
      Email: 'dan.pop@univ.ro',
      Role: 'Admin',
    })
    const caller = {
      ...office.admin,
      reauthenticatedAt: new Date(Date.now() - 3_600_000).toISOString(),
    }
    const { job } = (await office.send('authentication/users', file, { caller })).data
    expect((await office.change(job.id, { check: true }, caller)).failure.code).toBe(
      'reauthentication.required',
    )
    const now = await office.previewImport('authentication/users', file)
    expect(now.counts).toEqual({ ready: 1 })
    // The user who starts a job must have reauthenticated, even if another user did when the rows
    // were checked.
    const start = (as: Caller) =>
      office.call(as, 'POST', `/api/jobs/${now.id}/start`, { expected: 1 })
    expect((await start(caller)).failure.code).toBe('reauthentication.required')
    expect((await start(office.admin)).status).toBe(200)
  })
})

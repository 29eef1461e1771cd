import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { buildWorkbookOfRows } from '@matricola/testing/build-workbook.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { validCnp } from '#tests/support/seed-university.ts'

describe.each(engines)('importing on $engine', ({ open }) => {
  let office: ImportApp
  let specialization: string
  let count = 0
  const course = (code: string, parts: { readonly [heading: string]: unknown } = {}) => ({
    Name: `Course ${code}`,
    Code: code,
    Specialization: 'INF-RO',
    Year: 1,
    Semester: 1,
    Credits: 5,
    ...parts,
  })
  const table = (rows: readonly object[]) =>
    csvOf([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))])
  const next = () => `C${++count}`
  const courseNamed = async (code: string) =>
    (await office.list('courses', `search=${code}`)).list.find((one) => one.code === code)

  beforeAll(async () => {
    office = await startImportApp(open)
    const department = await office.create('department-profiles', {
      name: 'Departamentul de Informatică',
    })
    specialization = (
      await office.create('specializations', {
        name: 'Informatică română',
        code: 'INF-RO',
        departmentProfileId: department.id,
        yearsOfStudy: 3,
        totalCredits: 180,
      })
    ).id
  })
  afterAll(() => office.close())

  test('a file is read, its columns are guessed, and no record is stored before the import starts', async () => {
    const code = next()
    const { status, data } = await office.send(
      'courses',
      table([course(code, { 'Îndrumător local': 'x' })]),
    )
    expect(status).toBe(201)
    expect(data).toMatchObject({
      job: {
        kind: 'import',
        resource: 'courses',
        state: 'mapping',
        total: 1,
        fileName: 'rows.csv',
        can: ['cancel'],
      },
      file: {
        name: 'rows.csv',
        format: 'csv',
        encoding: 'utf-8',
        separator: ';',
        sheets: [],
        sheet: null,
      },
      mapping: ['name', 'code', 'specializationId', 'year', 'semester', 'credits', null],
      isMappingReused: false,
      mode: { known: 'update', unknown: 'create', onProblem: 'skip' },
      converted: 0,
    })
    expect(data.columns[0]).toEqual({ heading: 'Name', samples: [`Course ${code}`] })
    expect(data.fields.filter(({ isKey }) => isKey).map(({ name }) => name)).toEqual([
      'code',
      'specializationId',
    ])
    expect(
      data.fields
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['code', 'credits', 'name', 'semester', 'specializationId', 'year'])
    await office.change(data.job.id, { check: true })
    await office.run()
    expect(await office.job(data.job.id)).toMatchObject({
      state: 'ready',
      counts: { ready: 1 },
      created: 1,
    })
    expect(await courseNamed(code)).toBeUndefined()
    await office.start(await office.job(data.job.id))
    await office.run()
    expect(await office.job(data.job.id)).toMatchObject({
      state: 'done',
      counts: { done: 1 },
      created: 1,
    })
    expect(await courseNamed(code)).toMatchObject({
      name: `Course ${code}`,
      specializationId: specialization,
      isActive: true,
      type: 'compulsory',
    })
  })

  test('rows create new records, update known ones and skip unchanged ones', async () => {
    const [known, same, fresh] = [next(), next(), next()]
    await office.runImport('courses', table([course(known), course(same)]))
    const job = await office.previewImport(
      'courses',
      table([course(known, { Credits: 6 }), course(same), course(fresh)]),
    )
    expect(job).toMatchObject({ counts: { ready: 2, same: 1 }, created: 1 })
    const items = await office.items(job.id)
    expect(items.map(({ position, outcome, isNew }) => [position, outcome, isNew])).toEqual([
      [2, 'ready', false],
      [3, 'same', false],
      [4, 'ready', true],
    ])
    expect(items[0]?.changes).toEqual([{ field: 'credits', before: 5, after: 6 }])
    expect(items[0]?.cells).toEqual(Object.values(course(known, { Credits: 6 })).map(String))
    await office.start(job)
    await office.run()
    expect((await courseNamed(known))?.credits).toBe(6)
    expect((await courseNamed(same))?.version).toBe(1)
  })

  test('a missing column leaves its field unchanged, an empty cell clears the field, and new records get defaults', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('courses', table([course(known, { Module: 'M1', Hours: 28 })]))
    const { Year: _, ...short } = course(known, { Hours: '', Type: 'Elective' })
    await office.runImport('courses', table([short]))
    expect(await courseNamed(known)).toMatchObject({
      module: 'M1',
      hours: null,
      year: 1,
      type: 'optional',
    })
    await office.runImport('courses', table([course(fresh, { Type: '', Active: '' })]))
    expect(await courseNamed(fresh)).toMatchObject({
      type: 'compulsory',
      assessment: 'exam',
      isActive: true,
    })
  })

  test('issues of a row are reported by cell, and other rows are imported', async () => {
    const codes = [next(), next(), next(), next(), next(), next()]
    const job = await office.previewImport(
      'courses',
      table([
        course(codes[0] ?? '', { Credits: 'five', Year: 9, Type: '', Active: '' }),
        course(codes[1] ?? '', { Specialization: 'NOPE' }),
        course(codes[2] ?? '', { Name: '' }),
        course(codes[3] ?? '', { Credits: '#N/A' }),
        course(codes[4] ?? '', {}),
        course(codes[5] ?? '', { Type: 'Strange', Active: 'perhaps' }),
      ]),
    )
    expect(job.counts).toEqual({ invalid: 5, ready: 1 })
    expect((await office.items(job.id, 'outcome=invalid')).map(({ issues }) => issues)).toEqual([
      {
        credits: [{ code: 'cell.notANumber' }],
        year: [{ code: 'number.tooLarge', params: { max: 6 } }],
      },
      // The suggested example is the code of an existing specialization.
      {
        specializationId: [
          {
            code: 'cell.nothingNamedLike',
            params: { example: expect.stringMatching(/^[A-Z0-9-]+$/) },
          },
        ],
      },
      { name: [{ code: 'required' }] },
      { credits: [{ code: 'cell.broken' }] },
      {
        type: [
          {
            code: 'cell.notOffered',
            params: { values: 'Compulsory, Elective, Optional (not counted)' },
          },
        ],
        isActive: [{ code: 'cell.notOffered', params: { values: 'Yes, No' } }],
      },
    ])
    await office.start(job)
    await office.run()
    expect(await office.job(job.id)).toMatchObject({
      state: 'done',
      counts: { invalid: 5, done: 1 },
    })
  })

  test('a row can be corrected in place, and is checked immediately', async () => {
    const [one, two] = [next(), next()]
    const job = await office.previewImport(
      'courses',
      table([course(one, { Credits: 'x' }), course(two)]),
    )
    const cells = Object.values(course(one)).map(String)
    expect((await office.correctRow(job.id, 2, cells)).data).toMatchObject({
      position: 2,
      outcome: 'ready',
      isNew: true,
      cells,
      issues: {},
    })
    expect(await office.job(job.id)).toMatchObject({
      state: 'ready',
      counts: { ready: 2 },
      created: 2,
    })
    expect((await office.correctRow(job.id, 2, cells.with(5, '99'))).data).toMatchObject({
      outcome: 'invalid',
      issues: { credits: [{ code: 'number.tooLarge', params: { max: 30 } }] },
    })
    expect(await office.job(job.id)).toMatchObject({ counts: { ready: 1, invalid: 1 }, created: 1 })
    expect((await office.correctRow(job.id, 2, cells.slice(1))).failure.fields).toEqual({
      cells: [{ code: 'type.wrong' }],
    })
    expect((await office.correctRow(job.id, 99, cells)).failure.code).toBe('record.missing')
    await office.start(await office.job(job.id))
    await office.run()
    expect((await office.correctRow(job.id, 2, cells)).failure.code).toBe('job.state')
  })

  test('if several rows have the same key, the first is imported, and correcting one rechecks the others', async () => {
    const [one, two] = [next(), next()]
    const job = await office.previewImport(
      'courses',
      table([course(one), course(one, { Credits: 7 }), course(two)]),
    )
    expect((await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['ready', {}],
      ['invalid', { code: [{ code: 'row.repeated', params: { row: 2 } }] }],
      ['ready', {}],
    ])
    await office.correctRow(job.id, 2, Object.values(course(two)).map(String))
    expect((await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['ready', {}],
      ['ready', {}],
      ['invalid', { code: [{ code: 'row.repeated', params: { row: 2 } }] }],
    ])
  })

  test('a mapping is checked, requires the key, and is stored for similar files', async () => {
    const rows = [{ Denumire: 'Xyz', Cheie: next(), Program: 'INF-RO', An: 1, Sem: 1, Puncte: 5 }]
    const { data } = await office.send('courses', table(rows))
    expect(data.mapping).toEqual(['name', null, null, 'year', null, null])
    const { id } = data.job
    expect((await office.change(id, { check: true })).failure.fields).toEqual({
      specializationId: [{ code: 'required' }],
      code: [{ code: 'required' }],
    })
    const mapping = ['name', 'code', 'specializationId', 'year', 'semester', 'credits']
    expect((await office.change(id, { mapping: mapping.slice(1) })).failure.fields).toEqual({
      mapping: [{ code: 'type.wrong' }],
    })
    expect(
      (await office.change(id, { mapping: mapping.with(0, 'colour') })).failure.fields,
    ).toEqual({
      mapping: [{ code: 'field.unknown' }],
    })
    expect((await office.change(id, { mapping: mapping.with(0, 'code') })).failure.fields).toEqual({
      mapping: [{ code: 'set.repeated' }],
    })
    expect((await office.change(id, { mapping, check: true })).data).toMatchObject({
      mapping,
      job: { state: 'checking' },
    })
    await office.run()
    expect(await office.job(id)).toMatchObject({ counts: { ready: 1 } })
    const secondJob = (await office.send('courses', table(rows))).data
    expect(secondJob).toMatchObject({ mapping, isMappingReused: true })
    const other = (await office.send('courses', table(rows), { caller: office.staff })).data
    expect(other).toMatchObject({ isMappingReused: false })
  })

  test('the mode decides how known and unknown rows are handled, and whether an issue stops the file', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('courses', table([course(known)]))
    const file = table([
      course(known, { Credits: 9 }),
      course(fresh),
      course(next(), { Credits: 'x' }),
    ])
    const job = await office.previewImport('courses', file, {
      mode: { known: 'skip', unknown: 'create', onProblem: 'stop' },
    })
    expect(job.counts).toEqual({ kept: 1, ready: 1, invalid: 1 })
    expect(job.can).not.toContain('start')
    expect((await office.start(job)).failure.code).toBe('job.state')
    const both = await office.change(job.id, {
      mode: { known: 'update', unknown: 'skip', onProblem: 'skip' },
      check: true,
    })
    expect(both.data.job.counts).toEqual({ pending: 3 })
    await office.run()
    expect(await office.job(job.id)).toMatchObject({ counts: { ready: 1, kept: 2 }, created: 0 })
    expect((await office.items(job.id, 'outcome=kept'))[0]?.issues).toEqual({
      _: [{ code: 'row.unknown' }],
    })
    expect(
      (
        await office.change(job.id, {
          mode: { known: 'update', unknown: 'skip', onProblem: 'stop' },
        })
      ).data.job.state,
    ).toBe('ready')
    expect((await office.start(await office.job(job.id))).data.state).toBe('running')
  })

  test('a user sees and changes only their own imports', async () => {
    const { data } = await office.send('courses', table([course(next())]), { caller: office.staff })
    expect(
      (await office.call(office.admin, 'GET', `/api/imports/${data.job.id}`)).failure.code,
    ).toBe('job.missing')
    expect((await office.change(data.job.id, { check: true })).failure.code).toBe('job.missing')
    expect((await office.call(office.staff, 'GET', `/api/imports/${data.job.id}`)).status).toBe(200)
  })

  test('the contents of a file are encrypted until it is imported', async () => {
    const cnp = validCnp(7)
    const { data } = await office.send('students', `CNP;${cnp}\n${cnp};x\n`)
    const rows = await office.context.database.query<{ all: string }>(
      `select (select input::text from job where id = $1) || string_agg(input, ' ') as all from job_item where job_id = $1`,
      [data.job.id],
    )
    expect(rows[0]?.all.length).toBeGreaterThan(100)
    expect(rows[0]?.all).not.toContain(cnp)
  })

  test('numbers in a workbook are read as numbers in every language, and the prefix of a formula is removed', async () => {
    const [one, two] = [next(), next()]
    const head = Object.keys(course(one, { Module: '', Description: '' }))
    const file = buildWorkbookOfRows([
      head,
      Object.values(course(one, { Module: "'=1+1", Description: "'-x" })),
      Object.values(course(two, { Module: 3.5, Description: 'y' })),
    ])
    const job = await office.runImport('courses', file, {
      name: 'rows.xlsx',
      caller: { ...office.admin, language: 'ro' },
    })
    expect(job.counts).toEqual({ done: 2 })
    expect(await courseNamed(one)).toMatchObject({ module: '=1+1', description: '-x' })
    expect((await office.items(job.id))[1]?.cells).toContain('3,5')
  })

  test('a refused file is reported with the reason', async () => {
    expect((await office.send('courses', '')).failure.code).toBe('upload.empty')
    expect(
      (await office.send('courses', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).failure,
    ).toMatchObject({ code: 'import.tooLarge' })
    expect((await office.send('courses', `a\n${'x\n'.repeat(10_001)}`)).failure.code).toBe(
      'import.tooLarge',
    )
    expect((await office.send('courses', Buffer.from('%PDF-1.7\n\0\0'))).failure.code).toBe(
      'import.unreadable',
    )
    expect(
      (await office.send('courses', 'a', { fields: { encoding: 'ebcdic' } })).failure.fields,
    ).toEqual({
      encoding: [{ code: 'choice.unknown' }],
    })
    expect(
      (await office.send('courses', 'a', { fields: { colour: 'red' } })).failure.fields,
    ).toEqual({
      colour: [{ code: 'field.unknown' }],
    })
  })

  test('undoing an import removes the records that it created and restores those that it changed', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('courses', table([course(known)]))
    const job = await office.runImport(
      'courses',
      table([course(known, { Credits: 8 }), course(fresh)]),
    )
    expect(job.can).toContain('undo')
    expect(job).toMatchObject({
      created: 1,
      removed: 0,
      fields: ['name', 'code', 'specializationId', 'year', 'semester', 'credits'],
    })
    const preview = await office.call<WireJob>(office.admin, 'POST', `/api/jobs/${job.id}/undo`)
    await office.run()
    const undo = await office.job(preview.data.id)
    // One record is restored, the other removed.
    expect(undo).toMatchObject({
      state: 'ready',
      counts: { ready: 2 },
      created: 0,
      removed: 1,
      fields: job.fields,
    })
    expect((await office.items(undo.id)).map(({ isNew, isRemoved }) => [isNew, isRemoved])).toEqual(
      [
        [false, false],
        [false, true],
      ],
    )
    await office.call(office.admin, 'POST', `/api/jobs/${undo.id}/cancel`)
    await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await office.run()
    expect((await courseNamed(known))?.credits).toBe(5)
    expect(await courseNamed(fresh)).toBeUndefined()
  })
})

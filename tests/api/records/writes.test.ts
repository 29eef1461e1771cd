import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { createMissingId, seedUniversity, validCnp } from '#tests/support/seed-university.ts'

const admin = createCaller('admin')
const secretary = createCaller('secretary')

describe.each(engines)('writing on $engine', ({ open }) => {
  let api: TestApp
  let department: string
  let specialization: string
  let count = 0
  const create = (path: string, body: object, caller = admin) =>
    api.call<WireRecord>(caller, 'POST', `/api/${path}/create`, body)
  const update = (
    path: string,
    body: object,
    caller = admin,
    headers: Record<string, string> = {},
  ) => api.call<WireRecord>(caller, 'PATCH', `/api/${path}/update`, body, { headers })
  const act = (path: string, id: string, action: string, body?: object, caller = admin) =>
    api.call<WireRecord>(caller, 'POST', `/api/${path}/${id}/actions/${action}`, body)
  const newDepartment = async () =>
    (await create('department-profiles', { name: `Department ${++count}` })).data
  const history = async (path: string, id: string, caller = admin) =>
    (await api.call<Page<WireChange>>(caller, 'GET', `/api/${path}/${id}/history`)).data
  const newStudent = (body: object = {}) =>
    create('students', {
      lastName: 'Pop',
      firstName: 'Ana',
      matriculationNumber: `M-${++count}`,
      specializationId: specialization,
      academicYearOfEntry: '2026-2027',
      email: `s${count}@univ.ro`,
      ...body,
    })

  beforeAll(async () => {
    api = await startApp(open)
    department = (await newDepartment()).id
    specialization = (
      await create('specializations', {
        name: 'Informatică',
        code: 'INF',
        departmentProfileId: department,
        yearsOfStudy: 3,
        totalCredits: 180,
      })
    ).data.id
  })
  afterAll(() => api.close())

  describe('input', () => {
    test('missing values are reported with a code instead of a sentence', async () => {
      const { status, failure } = await create('courses', {})
      expect(status).toBe(400)
      expect(failure.code).toBe('input.invalid')
      expect(failure.fields).toEqual(
        Object.fromEntries(
          ['name', 'specializationId', 'year', 'semester', 'credits'].map((name) => [
            name,
            [{ code: 'required' }],
          ]),
        ),
      )
    })

    test.each([
      ['a number as text', { year: '1' }, { year: [{ code: 'type.wrong' }] }],
      ['a boolean as text', { isActive: 'false' }, { isActive: [{ code: 'type.wrong' }] }],
      [
        'a number that is too large',
        { credits: 31 },
        { credits: [{ code: 'number.tooLarge', params: { max: 30 } }] },
      ],
      ['a fractional number', { year: 1.5 }, { year: [{ code: 'number.notInteger' }] }],
      ['an unknown choice', { type: 'other' }, { type: [{ code: 'choice.unknown' }] }],
      ['a code in another format', { code: 'a b' }, { code: [{ code: 'text.code' }] }],
      [
        'a text that is too long',
        { name: 'x'.repeat(161) },
        { name: [{ code: 'text.tooLong', params: { max: 160 } }] },
      ],
      [
        'a text of invisible characters',
        { name: 'Curs\u0000' },
        { name: [{ code: 'text.forbidden' }] },
      ],
      ['a field that does not exist', { colour: 'red' }, { colour: [{ code: 'field.unknown' }] }],
      ['a version for a new record', { version: 3 }, { version: [{ code: 'field.unknown' }] }],
      [
        'an id for a new record',
        { id: '00000000-0000-7000-8000-000000000001' },
        { id: [{ code: 'field.unknown' }] },
      ],
    ])('%s is refused', async (_, values, fields) => {
      const valid = {
        name: 'Analiză',
        code: 'AN',
        specializationId: specialization,
        year: 1,
        semester: 1,
        credits: 5,
      }
      const { status, failure } = await create('courses', { ...valid, ...values })
      expect([status, failure.fields]).toEqual([400, fields])
    })

    test('texts are normalised before they are stored', async () => {
      const { data } = await create('department-profiles', {
        name: '  Ştiinţe\u00a0  exacte ',
        phone: '0740 123 456',
      })
      expect(data).toMatchObject({ name: 'Științe exacte', phone: '+40740123456' })
    })

    test('a reference to a record that does not exist is refused', async () => {
      const { status, failure } = await update('department-profiles', {
        id: department,
        headOfDepartmentId: createMissingId(),
      })
      expect([status, failure.fields]).toEqual([
        400,
        { headOfDepartmentId: [{ code: 'reference.unknown' }] },
      ])
    })

    test('a new reference to a deactivated record is refused, and an existing one is kept', async () => {
      const { data } = await create('professors', {
        lastName: 'Rus',
        firstName: 'Ion',
        departmentProfileId: department,
        email: 'rus@univ.ro',
      })
      const used = await newDepartment()
      await update('department-profiles', { id: used.id, headOfDepartmentId: data.id })
      await act('professors', data.id, 'deactivate')
      expect(
        (await update('department-profiles', { id: department, headOfDepartmentId: data.id }))
          .failure.fields,
      ).toEqual({
        headOfDepartmentId: [{ code: 'reference.notAllowed' }],
      })
      const updated = await update('department-profiles', {
        id: used.id,
        headOfDepartmentId: data.id,
        office: 'B 2',
      })
      expect(updated.data).toMatchObject({
        headOfDepartmentId: data.id,
        office: 'B 2',
        _titles: { headOfDepartmentId: 'Rus Ion' },
      })
    })

    test('rules over several fields are evaluated on the whole resulting record', async () => {
      const refusal = await update('specializations', { id: specialization, totalCredits: 120 })
      expect(refusal.failure.fields).toEqual({
        totalCredits: [{ code: 'specializations.rules.creditsAddUp' }],
      })
      const hidden = await update('specializations', { id: specialization, creditsNote: 'Because' })
      expect(hidden.failure.fields).toEqual({ creditsNote: [{ code: 'field.notApplicable' }] })
    })

    test('a course is taught in one of the years of its specialization', async () => {
      const { failure } = await create('courses', {
        name: 'Târziu',
        code: 'TRZ',
        specializationId: specialization,
        year: 4,
        semester: 1,
        credits: 5,
      })
      expect(failure.fields).toEqual({ year: [{ code: 'number.tooLarge', params: { max: 3 } }] })
    })

    test('a department cannot be deactivated while one of its specializations is active', async () => {
      const answers = [
        await act('department-profiles', department, 'deactivate'),
        await update('department-profiles', { id: department, isActive: false }),
      ]
      for (const { status, failure } of answers)
        expect([status, failure.code]).toEqual([409, 'department.inUse'])
    })

    test('unique combinations of fields are enforced', async () => {
      const body = {
        name: 'Algebră',
        code: 'ALG',
        specializationId: specialization,
        year: 1,
        semester: 1,
        credits: 5,
      }
      expect((await create('courses', body)).status).toBe(201)
      const { status, failure } = await create('courses', body)
      expect([status, failure.code]).toEqual([409, 'record.taken'])
      expect(failure.fields).toEqual({
        specializationId: [{ code: 'value.taken' }],
        code: [{ code: 'value.taken' }],
      })
    })
  })

  describe('versions', () => {
    test('a change to an outdated version is refused with the current record, and changes nothing', async () => {
      const { id } = await newDepartment()
      const first = await update('department-profiles', { id, version: 1, office: 'A' })
      const late = await update('department-profiles', { id, version: 1, office: 'B' })
      expect([late.status, late.failure.code]).toEqual([409, 'record.stale'])
      expect(late.failure.current).toEqual(first.data)
      const header = await update('department-profiles', { id, office: 'B' }, admin, {
        'if-match': '"1"',
      })
      expect(header.status).toBe(409)
      expect(
        (await update('department-profiles', { id, office: 'B' }, admin, { 'if-match': 'W/"2"' }))
          .data.version,
      ).toBe(3)
    })

    test('a change without effect succeeds without a new version or history', async () => {
      const { id } = await newDepartment()
      const answer = await update('department-profiles', {
        id,
        version: 1,
        isActive: true,
        office: null,
      })
      expect([answer.status, answer.data.version]).toEqual([200, 1])
      expect((await history('department-profiles', id)).totalCount).toBe(1)
    })

    test('exactly one of ten simultaneous changes to the same version succeeds', async () => {
      const { id } = await newDepartment()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          update('department-profiles', { id, version: 1, office: `Room ${i}` }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect((await history('department-profiles', id)).totalCount).toBe(2)
    })

    test('thirty simultaneous changes without a version are all stored', async () => {
      const { id } = await newDepartment()
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          update('department-profiles', { id, office: `Room ${i}` }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
      const { list } = await history('department-profiles', id)
      expect(new Set(list.map(({ version }) => version)).size).toBe(list.length)
      expect((await history('department-profiles', id)).totalCount).toBe(31)
    })

    test('changes without a version are all applied, one after the other', async () => {
      const { id } = await newDepartment()
      const fields = [{ office: 'A 1' }, { officeHours: 'Mon-Fri' }, { email: 'x@univ.ro' }]
      const answers = await Promise.all(
        fields.map((values) => update('department-profiles', { id, ...values })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { data } = await api.call<WireRecord>(admin, 'GET', `/api/department-profiles/${id}`)
      expect(data).toMatchObject({
        office: 'A 1',
        officeHours: 'Mon-Fri',
        email: 'x@univ.ro',
        version: 4,
      })
    })
  })

  describe('history', () => {
    test('every write is recorded with the old value, the new value, the actor and the time', async () => {
      const { id } = await newDepartment()
      await update('department-profiles', { id, office: 'A 1', budget: 10.5 })
      await act('department-profiles', id, 'deactivate', {}, secretary)
      const { list } = await history('department-profiles', id)
      expect(list.map(({ action, version }) => [action, version])).toEqual([
        ['deactivate', 3],
        ['update', 2],
        ['create', 1],
      ])
      expect(list[0]).toMatchObject({
        actor: { id: secretary.id, name: secretary.name },
        changes: [{ field: 'isActive', before: true, after: false }],
      })
      expect(list[1]?.changes).toEqual([
        { field: 'office', before: null, after: 'A 1' },
        { field: 'budget', before: null, after: 10.5 },
      ])
    })

    test('references are recorded as the titles of their records', async () => {
      const { data } = await create('professors', {
        lastName: 'Lup',
        firstName: 'Eva',
        departmentProfileId: department,
        email: 'lup@univ.ro',
      })
      const { id } = await newDepartment()
      await update('department-profiles', { id, headOfDepartmentId: data.id })
      const { list } = await history('department-profiles', id)
      expect(list[0]?.changes).toEqual([
        { field: 'headOfDepartmentId', before: null, after: data.id, afterTitle: 'Lup Eva' },
      ])
    })

    test('a title composed of another record and a time is recorded as lists show it', async () => {
      const university = await seedUniversity(api)
      const path = '/api/grades'
      const grade = university.idOf('grades', 'own')
      const { examId, _titles, version } = (
        await api.call<WireRecord>(university.admin, 'GET', `${path}/${grade}`)
      ).data
      await api.context.database.query(
        `insert into change (id, resource, record_id, version, action, actor_name, actor_role, at, before, after)
         values (gen_random_uuid(), 'grades', $1, $2, 'update', 'Ana', 'admin', now(), '{}', $3)`,
        [grade, version + 1, JSON.stringify({ examId })],
      )
      const { data } = await api.call<Page<WireChange>>(
        university.admin,
        'GET',
        `${path}/${grade}/history`,
      )
      expect(_titles.examId).toMatch(/^Canary Course own · .+ · \d{4}-\d\d-\d\d \d\d:\d\d$/)
      expect(data.list[0]?.changes).toMatchObject([{ field: 'examId', afterTitle: _titles.examId }])
    })

    test('a refused write leaves no record and no history', async () => {
      const before = await api.context.database.query('SELECT count(*) AS n FROM change')
      await create('department-profiles', { name: 'Valid', headOfDepartmentId: createMissingId() })
      await create('specializations', {
        name: 'Copie',
        code: 'INF',
        departmentProfileId: department,
        yearsOfStudy: 3,
        totalCredits: 180,
      })
      expect(await api.context.database.query('SELECT count(*) AS n FROM change')).toEqual(before)
    })

    test('neither the history nor the table contains an unencrypted CNP', async () => {
      const { data } = await newStudent({ cnp: validCnp(993) })
      await update('students', { id: data.id, cnp: validCnp(994) })
      const { list } = await history('students', data.id)
      expect(list[0]?.changes).toEqual([
        {
          field: 'cnp',
          before: `••••••••••${validCnp(993).slice(-3)}`,
          after: `••••••••••${validCnp(994).slice(-3)}`,
        },
      ])
      const rows = await api.context.database.query(
        "SELECT cnp, cnp_bidx, search_text, (SELECT string_agg(coalesce(before::text, '') || after::text, ' ') FROM change) AS told FROM students",
      )
      expect(JSON.stringify(rows)).not.toMatch(/5050415129/)
    })

    test('birth date and sex must match the CNP, regardless of the written field', async () => {
      const refusal = await newStudent({ cnp: validCnp(990), birthDate: '2005-04-16', sex: 'F' })
      expect(refusal.failure.fields).toEqual({
        birthDate: [{ code: 'nationalId.otherBirthDate' }],
        sex: [{ code: 'nationalId.otherSex' }],
      })
      const { data } = await newStudent({ cnp: validCnp(990), birthDate: '2005-04-15' })
      expect((await update('students', { id: data.id, sex: 'F' })).failure.fields).toEqual({
        sex: [{ code: 'nationalId.otherSex' }],
      })
      expect((await update('students', { id: data.id, sex: 'M' })).status).toBe(200)
    })

    test('a duplicate CNP is refused at its field', async () => {
      await newStudent({ cnp: validCnp(997) })
      const { status, failure } = await newStudent({ cnp: validCnp(997) })
      expect([status, failure.fields]).toEqual([409, { cnp: [{ code: 'value.taken' }] }])
    })
  })

  describe('actions and transitions', () => {
    test('a transition requires its input, sets the state and is recorded', async () => {
      const { data } = await newStudent()
      expect(data._can).toContain('suspend')
      const suspended = await act(
        'students',
        data.id,
        'suspend',
        { statusReason: 'Concediu medical', statusSince: '2026-03-01' },
        secretary,
      )
      expect(suspended.data).toMatchObject({
        status: 'suspended',
        statusReason: 'Concediu medical',
        statusSince: '2026-03-01',
        version: 2,
      })
      expect(suspended.data._can).not.toContain('suspend')
      expect((await history('students', data.id)).list[0]?.action).toBe('suspend')
    })

    test('a transition that the state does not allow is refused with a list of the allowed transitions', async () => {
      const { data } = await newStudent()
      const { status, failure } = await act('students', data.id, 'resume', {})
      expect([status, failure.code, failure.allowed]).toEqual([
        409,
        'transition.refused',
        ['suspend', 'withdraw', 'expel', 'graduate', 'promote', 'charge', 'message'],
      ])
    })

    test('the state itself cannot be written by an update', async () => {
      const { data } = await newStudent()
      const { status, failure } = await update('students', { id: data.id, status: 'expelled' })
      expect([status, failure.fields]).toEqual([400, { status: [{ code: 'field.notWritable' }] }])
      expect((await newStudent({ status: 'graduated' })).failure.fields).toEqual({
        status: [{ code: 'field.notWritable' }],
      })
    })

    test('an undeclared action does not exist', async () => {
      expect((await act('department-profiles', department, 'explode')).status).toBe(404)
      expect((await act('department-profiles', department, 'constructor')).status).toBe(404)
    })
  })

  test('the history of the settings keeps the reason for each change (R-C06) (R-E06)', async () => {
    const { data } = await api.call<WireRecord>(admin, 'PUT', '/api/settings/update', {
      registrationOpen: true,
      maxStudentsPerCourse: 25,
      version: 1,
      reason: 'Season starts',
    })
    expect(data).toMatchObject({
      registrationOpen: true,
      maxStudentsPerCourse: 25,
      allowExamResit: true,
      notificationEnabled: true,
      version: 2,
    })
    const changed = await api.call<Page<WireChange>>(admin, 'GET', '/api/settings/history')
    expect(changed.data.list[0]).toMatchObject({
      reason: 'Season starts',
      changes: [
        { field: 'registrationOpen', before: false, after: true },
        { field: 'maxStudentsPerCourse', before: 30, after: 25 },
      ],
    })
    expect((await api.call(null, 'GET', '/api/settings')).data).toEqual({ registrationOpen: true })
    const stale = await api.call(admin, 'PUT', '/api/settings/update', {
      registrationOpen: false,
      version: 1,
    })
    expect(stale.failure.code).toBe('record.stale')
  })

  test('specializations and courses store every specified field (R-E03) (R-E04) (R-L06)', async () => {
    const created = await create('specializations', {
      name: 'Fizică',
      code: 'FIZ',
      description: 'Descriere',
      departmentProfileId: department,
      yearsOfStudy: 2,
      totalCredits: 120,
      creditsPerYear: 60,
    })
    expect(created.body.message).toBe('Specialization created successfully..')
    expect(created.data).toMatchObject({
      name: 'Fizică',
      description: 'Descriere',
      yearsOfStudy: 2,
      totalCredits: 120,
      creditsPerYear: 60,
      departmentProfileId: department,
      isActive: true,
    })
    const course = await create('courses', {
      name: 'Mecanică',
      code: 'MEC',
      description: 'Text',
      module: 'M1',
      semester: 2,
      year: 1,
      credits: 6,
      specializationId: created.data.id,
    })
    expect(course.body.message).toBe('Course created successfully..')
    expect(course.data).toMatchObject({
      name: 'Mecanică',
      description: 'Text',
      module: 'M1',
      semester: 2,
      year: 1,
      credits: 6,
      specializationId: created.data.id,
      isActive: true,
    })
    expect(
      (await update('specializations', { id: created.data.id, description: null })).body.message,
    ).toBe('Specialization update successfully..')
    expect((await update('courses', { id: course.data.id, credits: 5 })).body.message).toBe(
      'Course updated successfully..',
    )
  })

  test('a department shows its number of active students per active professor', async () => {
    const { id } = await newDepartment()
    await create('professors', {
      lastName: 'Unu',
      firstName: 'Dan',
      departmentProfileId: id,
      email: 'unu@univ.ro',
    })
    await create('professors', {
      lastName: 'Doi',
      firstName: 'Dan',
      departmentProfileId: id,
      email: 'doi@univ.ro',
    })
    const programme = await create('specializations', {
      name: 'Chimie',
      code: 'CHI',
      departmentProfileId: id,
      yearsOfStudy: 3,
      totalCredits: 180,
    })
    for (let i = 0; i < 3; i++) await newStudent({ specializationId: programme.data.id })
    const { data } = await api.call<WireRecord>(admin, 'GET', `/api/department-profiles/${id}`)
    expect(data.studentFacultyRatio).toBe(1.5)
  })
})

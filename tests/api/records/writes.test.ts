import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { seedUniversity } from '#tests/support/seed-university.ts'

const admin = createCaller('admin')

describe.each(engines)('writing records of the university on $engine', ({ open }) => {
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
  })

  describe('history', () => {
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
  })

  describe('actions and transitions', () => {
    test('a transition that the state does not allow is refused with a list of the allowed transitions', async () => {
      const { data } = await newStudent()
      const { status, failure } = await act('students', data.id, 'resume', {})
      expect([status, failure.code, failure.allowed]).toEqual([
        409,
        'transition.refused',
        ['suspend', 'withdraw', 'expel', 'graduate', 'promote', 'charge', 'message'],
      ])
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

import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

describe.each(engines)('final degree exams on $engine', ({ open }) => {
  let study: StudyApp
  let chair: Caller & { readonly personId: string }
  let supervisor: Caller & { readonly personId: string }
  beforeAll(async () => {
    study = await startStudyApp(open)
    chair = await study.createProfessor('Chira Oana')
    supervisor = await study.createProfessor('Suciu Vlad')
  })
  afterAll(() => study.close())

  const all = ['A1', 'A2', 'B1', 'B2']
  /** A registered exam for a student who has earned the credits of these courses. */
  async function registered(passed: readonly string[] = all, parts: object = {}) {
    const student = await study.addStudent({ studyYear: 2 })
    await study.addPassingGrades(student.personId, ...passed)
    const body = {
      studentId: student.personId,
      year: 2027,
      chairId: chair.personId,
      supervisorId: supervisor.personId,
      ...parts,
    }
    const exam = await study.create('license-exams/create', body, study.secretary)
    return { student, exam }
  }
  async function admitted(parts: object = {}) {
    const { student, exam } = await registered(all, parts)
    await study.act(study.secretary, 'license-exams', exam.id, 'admit')
    return { student, exam }
  }
  const gradeExam = (caller: Caller, id: string, grades: object) =>
    study.call<WireRecord>(caller, 'PATCH', '/api/license-exams/update', { id, ...grades })
  const get = async (caller: Caller, id: string) =>
    (await study.call<WireRecord>(caller, 'GET', `/api/license-exams/${id}`)).data

  test('admit students who have every credit of the programme, and show how many credits the other students have', async () => {
    const [ready, incomplete] = [await registered(), await registered(['A1', 'B1'])]
    expect(
      (await study.act(study.secretary, 'license-exams', ready.exam.id, 'admit')).data.status,
    ).toBe('eligible')
    const refusal = await study.act(study.secretary, 'license-exams', incomplete.exam.id, 'admit')
    expect(refusal.failure.fields).toEqual({
      status: [{ code: 'credits.tooFew', params: { have: 10, need: 20 } }],
    })
  })

  test('show the names of all participants to each of them', async () => {
    const { student, exam } = await registered()
    for (const caller of [chair, supervisor, student])
      expect((await get(caller, exam.id))._titles).toMatchObject({
        chairId: 'Chira Oana',
        supervisorId: 'Suciu Vlad',
      })
  })

  test('can be rejected with a reason that the student can read', async () => {
    const { student, exam } = await registered(['A1'])
    await study.act(study.secretary, 'license-exams', exam.id, 'refuse', {
      statusReason: 'Ten credits are missing.',
    })
    expect(await get(student, exam.id)).toMatchObject({
      status: 'ineligible',
      statusReason: 'Ten credits are missing.',
    })
  })

  test.each([
    [9.33, 9.34, 9.33, 'passed', 10],
    [5, 7, 6, 'passed', 10],
    [5.99, 6, 5.99, 'failed', 0],
    [4.99, 10, 7.49, 'failed', 0],
    [10, 4.5, 7.25, 'failed', 0],
    [6, 6, 6, 'passed', 10],
  ])(
    'with grades %s and %s have the average %s: %s, %s credits',
    async (writtenGrade, defenceGrade, average, status, credits) => {
      const { exam } = await admitted()
      expect((await gradeExam(chair, exam.id, { writtenGrade })).data).toMatchObject({
        status: 'eligible',
        average: null,
        credits: 0,
      })
      expect((await gradeExam(chair, exam.id, { defenceGrade })).data).toMatchObject({
        average,
        status,
        credits,
      })
    },
  )

  test('follow the limits in the settings', async () => {
    await study.updateSettings({ degreeAverage: 7, degreePartGrade: 6, degreeCredits: 12 })
    const [low, high] = [await admitted(), await admitted()]
    expect(
      (await gradeExam(chair, low.exam.id, { writtenGrade: 6, defenceGrade: 7.99 })).data,
    ).toMatchObject({
      average: 6.99,
      status: 'failed',
    })
    expect(
      (await gradeExam(chair, high.exam.id, { writtenGrade: 6, defenceGrade: 8 })).data,
    ).toMatchObject({
      status: 'passed',
      credits: 12,
    })
    await study.updateSettings({ degreeAverage: 6, degreePartGrade: 5, degreeCredits: 10 })
  })

  test('accept grades only from the committee and administrators, and only for admitted students', async () => {
    const { exam, student } = await admitted()
    const before = await registered()
    const grades = { writtenGrade: 8 }
    expect((await gradeExam(supervisor, exam.id, grades)).status).toBe(403)
    expect((await gradeExam(study.professor, exam.id, grades)).status).toBe(404)
    expect((await gradeExam(study.secretary, exam.id, grades)).failure.fields).toEqual({
      writtenGrade: [{ code: 'field.notWritable' }],
    })
    expect((await gradeExam(student, exam.id, grades)).failure.fields).toEqual({
      writtenGrade: [{ code: 'field.notWritable' }],
    })
    expect((await gradeExam(chair, before.exam.id, grades)).status).toBe(403)
    expect((await gradeExam(study.admin, before.exam.id, grades)).failure.fields).toEqual({
      writtenGrade: [{ code: 'degree.notAdmitted' }],
    })
    expect((await gradeExam(study.admin, exam.id, grades)).status).toBe(200)
    expect((await gradeExam(chair, exam.id, { defenceGrade: 9 })).data.status).toBe('passed')
    expect((await gradeExam(chair, exam.id, { defenceGrade: 10 })).status).toBe(403)
  })

  test('can have their grades reopened with a reason, which the history keeps', async () => {
    const { exam } = await admitted()
    await gradeExam(chair, exam.id, { writtenGrade: 5, defenceGrade: 5 })
    expect(
      (await study.act(study.admin, 'license-exams', exam.id, 'reopen')).failure.fields,
    ).toEqual({
      statusReason: [{ code: 'required' }],
    })
    const opened = await study.act(study.admin, 'license-exams', exam.id, 'reopen', {
      statusReason: 'Typed in the wrong row.',
    })
    expect(opened.data).toMatchObject({ status: 'eligible', average: null, credits: 0 })
    expect((await gradeExam(chair, exam.id, { defenceGrade: 9 })).data).toMatchObject({
      average: 7,
      status: 'passed',
    })
  })

  test('are visible to the supervisor, the committee, the student concerned and staff (R-E07)', async () => {
    const { exam, student } = await admitted()
    const stranger = await study.addStudent()
    const status = async (caller: Caller) =>
      (await study.call(caller, 'GET', `/api/license-exams/${exam.id}`)).status
    expect(
      await Promise.all(
        [chair, supervisor, study.professor, student, stranger, study.secretary, study.admin].map(
          status,
        ),
      ),
    ).toEqual([200, 200, 404, 200, 404, 200, 200])
  })

  test('let the student change only the title, until the exam day', async () => {
    const { exam, student } = await admitted({ thesisDueOn: '2027-07-05' })
    expect(
      (await gradeExam(student, exam.id, { thesisTitle: 'Grafuri rare' })).data.thesisTitle,
    ).toBe('Grafuri rare')
    expect((await gradeExam(student, exam.id, { room: 'A1' })).failure.fields).toEqual({
      room: [{ code: 'field.notWritable' }],
    })
    const late = await registered(all, { thesisDueOn: '2020-01-01' })
    expect((await gradeExam(late.student, late.exam.id, { thesisTitle: 'Too late' })).status).toBe(
      403,
    )
  })

  test('are limited to one per student, year and session', async () => {
    const { student } = await registered()
    const duplicate = await study.call(study.secretary, 'POST', '/api/license-exams/create', {
      studentId: student.personId,
      year: 2027,
    })
    expect([duplicate.status, duplicate.failure.code]).toEqual([409, 'record.taken'])
  })

  test('notify the student of each transition', async () => {
    const { exam, student } = await admitted()
    await gradeExam(chair, exam.id, { writtenGrade: 9, defenceGrade: 9 })
    const { data } = await study.call<Page<WireRecord>>(
      student,
      'GET',
      '/api/notifications?filters[type]=degreeExam',
    )
    expect(data.list.map(({ link }) => link)).toEqual(
      Array.from({ length: 3 }, () => `license-exams/${exam.id}`),
    )
  })
})

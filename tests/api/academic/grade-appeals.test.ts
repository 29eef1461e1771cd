import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireGradeAppeal } from '#resources/academic/appeals.ts'
import type { ProfessorHome, StudentHome } from '#resources/academic/home.ts'
import type { WireStudyRecord } from '#resources/academic/study-record.ts'
import type { WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

const hour = 3_600_000
const explanation = 'Problem 3 was solved on the back of the page.'

describe.each(engines)('grade appeals on $engine', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())

  const submitAppeal = (caller: Caller, gradeId: string, body: object = {}) =>
    study.call<WireRecord>(caller, 'POST', '/api/grade-appeals/create', {
      gradeId,
      explanation,
      ...body,
    })
  const appeal = async (caller: Caller, id: string) =>
    study.call<WireRecord>(caller, 'GET', `/api/grade-appeals/${id}`)
  const getGrade = async (caller: Caller, id: string) =>
    (await study.call<WireRecord & WireGradeAppeal>(caller, 'GET', `/api/grades/${id}`)).data
  const answer = (id: string, action: string, body: object, caller: Caller = study.professor) =>
    study.act(caller, 'grade-appeals', id, action, body)
  const notificationsOf = async (caller: Caller, type: string) =>
    (await study.call<Page<WireRecord>>(caller, 'GET', `/api/notifications?filters[type]=${type}`))
      .data.list
  /** A student with a published grade. */
  async function addGrade(value = 4, state: 'draft' | 'published' | 'locked' = 'published') {
    const dan = await study.addStudent()
    return { dan, gradeId: await study.addGrade(dan.personId, 'A1', { value, state }) }
  }
  const issueAt = (fields: object | undefined, field: string) =>
    (fields as { [field: string]: { code: string }[] } | undefined)?.[field]?.[0]?.code

  test('can be made in time against a published grade, do not change the grade, and set a deadline for the examiner', async () => {
    const { dan, gradeId } = await addGrade(4)
    study.wait(47 * hour)
    const { data, status } = await submitAppeal(dan, gradeId)
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...{
        studentId: dan.personId,
        courseId: study.courses.A1,
        professorId: study.professor.personId,
      },
      ...{ result: 'graded', value: 4, status: 'open', appealedAt: study.now().toISOString() },
      dueAt: new Date(study.now().getTime() + 24 * hour).toISOString(),
    })
    const [notice] = await notificationsOf(study.professor, 'gradeAppealed')
    expect(notice).toMatchObject({ subject: 'Cursul A1', link: `grade-appeals/${data.id}` })
  })

  test('are refused after the hours in the settings', async () => {
    const { dan, gradeId } = await addGrade()
    study.wait(48 * hour)
    const late = await submitAppeal(dan, gradeId)
    expect([late.status, late.failure.fields]).toEqual([
      400,
      { gradeId: [{ code: 'appeal.tooLate', params: { hours: 48 } }] },
    ])
    await study.updateSettings({ gradeAppealHours: 72, gradeAnswerHours: 48 })
    const { data } = await submitAppeal(dan, gradeId)
    expect(data.dueAt).toBe(new Date(study.now().getTime() + 48 * hour).toISOString())
    await study.updateSettings({ gradeAppealHours: 48, gradeAnswerHours: 24 })
  })

  test("are accepted only for the student's own published grades, with a reason and no other fields", async () => {
    const { dan, gradeId } = await addGrade()
    const eva = await study.addStudent()
    const draftGrade = await addGrade(4, 'draft')
    const code = async (caller: Caller, id: string, field: string, body: object = {}) =>
      issueAt((await submitAppeal(caller, id, body)).failure.fields, field)
    expect(await code(eva, gradeId, 'gradeId')).toBe('reference.unknown')
    expect(await code(draftGrade.dan, draftGrade.gradeId, 'gradeId')).toBe('appeal.notPublished')
    expect(await code(dan, gradeId, 'explanation', { explanation: 'why' })).toBe('text.tooShort')
    for (const field of ['studentId', 'professorId', 'newValue', 'answer', 'dueAt'])
      expect(await code(dan, gradeId, field, { [field]: 'x' })).toBe('field.notWritable')
    for (const caller of [study.professor, study.secretary, study.admin])
      expect((await submitAppeal(caller, gradeId)).status).toBe(403)
  })

  test('are accepted only once per grade, even if several are sent simultaneously or one was withdrawn', async () => {
    const { dan, gradeId } = await addGrade()
    const answers = await Promise.all(Array.from({ length: 4 }, () => submitAppeal(dan, gradeId)))
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(1)
    expect(
      (await study.act(dan, 'grade-appeals', String(accepted[0]?.data.id), 'withdraw')).data.status,
    ).toBe('withdrawn')
    expect((await submitAppeal(dan, gradeId)).failure.fields).toEqual({
      gradeId: [{ code: 'appeal.once' }],
    })
    expect(await notificationsOf(dan, 'appealAnswered')).toEqual([])
  })

  test('are answered by correcting the grade: its history names actor and reason, and the student is notified', async () => {
    const { dan, gradeId } = await addGrade(4)
    const { data } = await submitAppeal(dan, gradeId)
    const change = {
      newResult: 'graded',
      newValue: 6,
      answer: 'Problem 3 is right:\nfive more points.',
    }
    expect(
      (await answer(data.id, 'change', { ...change, answer: null })).failure.fields,
    ).toMatchObject({ answer: [{ code: 'required' }] })
    expect(
      (await answer(data.id, 'change', { ...change, newValue: null })).failure.fields,
    ).toMatchObject({
      newValue: [{ code: 'required' }],
    })
    expect((await answer(data.id, 'change', { ...change, newValue: 4 })).failure.fields).toEqual({
      newResult: [{ code: 'appeal.sameGrade' }],
    })
    expect((await appeal(dan, data.id)).data).toMatchObject({ status: 'open', answer: null })
    expect((await answer(data.id, 'change', change)).data).toMatchObject({
      ...{
        status: 'changed',
        value: 4,
        newValue: 6,
        answeredAt: study.now().toISOString(),
        professorId: study.professor.personId,
      },
    })
    expect((await appeal(dan, data.id)).data).toMatchObject({
      status: 'changed',
      newValue: 6,
      answer: change.answer,
    })
    expect(await getGrade(dan, gradeId)).toMatchObject({
      ...{
        value: 6,
        state: 'published',
        correctionReason: 'Problem 3 is right: five more points.',
      },
      ...{ appeal: { id: data.id, status: 'changed' }, appealUntil: null },
    })
    const history = await study.call<Page<WireChange>>(
      study.professor,
      'GET',
      `/api/grades/${gradeId}/history`,
    )
    expect(history.data.list[0]).toMatchObject({ action: 'correct', actor: { name: 'Rus Ion' } })
    expect(history.data.list[0]?.changes).toContainEqual({ field: 'value', before: 4, after: 6 })
    expect(await notificationsOf(dan, 'appealAnswered')).toMatchObject([
      { subject: 'Cursul A1', link: `grade-appeals/${data.id}` },
    ])
    expect(await notificationsOf(dan, 'gradeCorrected')).toEqual([])
    expect((await answer(data.id, 'uphold', { answer: 'No.' })).failure.code).toBe(
      'transition.refused',
    )
    expect((await study.act(dan, 'grade-appeals', data.id, 'withdraw')).failure.code).toBe(
      'transition.refused',
    )
  })

  test('are answered by upholding the grade, in writing', async () => {
    const { dan, gradeId } = await addGrade(4)
    const { data } = await submitAppeal(dan, gradeId)
    expect((await answer(data.id, 'uphold', {})).failure.fields).toMatchObject({
      answer: [{ code: 'required' }],
    })
    const upheld = await answer(data.id, 'uphold', {
      answer: 'The method is not the one that was asked for.',
    })
    expect(upheld.data).toMatchObject({
      status: 'upheld',
      newResult: null,
      answeredAt: study.now().toISOString(),
    })
    expect((await getGrade(dan, gradeId)).value).toBe(4)
    expect(await notificationsOf(dan, 'appealAnswered')).toHaveLength(1)
  })

  test('accept only one of two simultaneous answers', async () => {
    const { dan, gradeId } = await addGrade(4)
    const { data } = await submitAppeal(dan, gradeId)
    const answers = await Promise.all([
      answer(data.id, 'change', { newResult: 'graded', newValue: 5, answer: 'One point more.' }),
      answer(data.id, 'uphold', { answer: 'No point more.' }),
      answer(data.id, 'change', { newResult: 'graded', newValue: 7, answer: 'Three points more.' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { data: after } = await appeal(dan, data.id)
    expect((await getGrade(dan, gradeId)).value).toBe(
      after.status === 'changed' ? after.newValue : 4,
    )
    expect(await notificationsOf(dan, 'appealAnswered')).toHaveLength(1)
  })

  test('made in time can correct a grade that was locked in the meantime, which stays locked', async () => {
    const { dan, gradeId } = await addGrade(4)
    const { data } = await submitAppeal(dan, gradeId)
    expect((await study.act(study.admin, 'grades', gradeId, 'lock')).data.state).toBe('locked')
    await answer(data.id, 'change', { newResult: 'graded', newValue: 5, answer: 'One point more.' })
    expect(await getGrade(dan, gradeId)).toMatchObject({ value: 5, state: 'locked' })
    // A grade that was published just before it was locked can be appealed like any other.
    const late = await addGrade(4, 'locked')
    expect((await submitAppeal(late.dan, late.gradeId)).status).toBe(201)
  })

  test('are visible only to the student, the examiner and staff, and only the examiner answers them (R-S08)', async () => {
    const { dan, gradeId } = await addGrade()
    const [eva, stranger] = [await study.addStudent(), await study.createProfessor('Strain Dan')]
    const { data } = await submitAppeal(dan, gradeId)
    const answers = await Promise.all(
      [dan, eva, study.professor, stranger, study.secretary, study.admin].map(
        async (caller) => (await appeal(caller, data.id)).status,
      ),
    )
    expect(answers).toEqual([200, 404, 200, 404, 200, 200])
    const refusals = await Promise.all(
      [dan, eva, stranger, study.secretary, study.admin].map(
        async (caller) => (await answer(data.id, 'uphold', { answer: 'It stays.' }, caller)).status,
      ),
    )
    expect(refusals).toEqual([403, 403, 404, 403, 403])
    expect((await study.act(study.professor, 'grade-appeals', data.id, 'withdraw')).status).toBe(
      403,
    )
    expect((await appeal(dan, data.id)).data.status).toBe('open')
  })

  test('are answered by the current examiner, no longer by the one who entered the grade', async () => {
    const { dan, gradeId } = await addGrade()
    const [successor, academicYearId] = [
      await study.createProfessor('Urmas Ana'),
      (await getGrade(dan, gradeId)).academicYearId,
    ]
    const led = {
      courseId: study.courses.A1,
      academicYearId,
      semester: 1,
      groupName: 'U1',
      leadProfessorId: successor.personId,
    }
    const { id: classId } = await study.create('university-classes/create', {
      name: 'A1 U1',
      capacity: 30,
      status: 'active',
      ...led,
    })
    const [exam] = await study.query<{ id: string }>(
      `insert into exams (id, class_id, course_id, academic_year_id, session, type, starts_at, duration_minutes, professor_id, state)
       values (gen_random_uuid(), $1, $2, $3, 'summer', 'written', $4, 120, $5, 'graded') returning id`,
      [
        classId,
        study.courses.A1,
        academicYearId,
        study.now().toISOString(),
        study.professor.personId,
      ],
    )
    await study.query('update grades set exam_id = $2 where id = $1', [gradeId, exam?.id])
    const { data } = await submitAppeal(dan, gradeId)
    expect((await appeal(study.professor, data.id)).status).toBe(200)
    await study.query('update exams set professor_id = $2 where id = $1', [
      exam?.id,
      successor.personId,
    ])
    const change = { newResult: 'graded', newValue: 10, answer: 'As it should be.' }
    expect((await answer(data.id, 'change', change)).failure.code).toBe('record.missing')
    expect((await answer(data.id, 'uphold', { answer: 'It stays.' })).failure.code).toBe(
      'record.missing',
    )
    const history = (caller: Caller) =>
      study.call(caller, 'GET', `/api/grade-appeals/${data.id}/history`)
    expect((await history(study.professor)).failure.code).toBe('record.missing')
    expect(
      (await answer(data.id, 'uphold', { answer: 'It stays.' }, successor)).data,
    ).toMatchObject({ status: 'upheld' })
    // The author of an answer can still read it.
    await study.query(`update exams set professor_id = $2 where id = $1`, [
      exam?.id,
      study.professor.personId,
    ])
    await study.query(`update university_classes set lead_professor_id = $2 where id = $1`, [
      classId,
      study.professor.personId,
    ])
    expect([(await appeal(successor, data.id)).status, (await history(successor)).status]).toEqual([
      200, 200,
    ])
  })

  test('appear on the grade and in the study record, with their deadline and then their outcome', async () => {
    const { dan, gradeId } = await addGrade()
    const until = new Date(study.now().getTime() + 48 * hour).toISOString()
    const record = async (caller: Caller) =>
      (
        await study.call<WireStudyRecord>(
          caller,
          'GET',
          `/api/students/${dan.personId}/study-record`,
        )
      ).data.appeals
    expect(await getGrade(dan, gradeId)).toMatchObject({ appeal: null, appealUntil: until })
    expect(await getGrade(study.professor, gradeId)).toMatchObject({
      appeal: null,
      appealUntil: null,
    })
    expect(await record(dan)).toEqual({ [gradeId]: { appeal: null, appealUntil: until } })
    expect(await record(study.secretary)).toEqual({})
    const { data } = await submitAppeal(dan, gradeId)
    const openAppeal = { appeal: { id: data.id, status: 'open' }, appealUntil: null }
    expect(await record(dan)).toEqual({ [gradeId]: openAppeal })
    expect(await record(study.secretary)).toEqual({ [gradeId]: openAppeal })
    expect(await getGrade(study.professor, gradeId)).toMatchObject(openAppeal)
  })

  test('that wait longer than the setting allows are listed for staff', async () => {
    const { dan, gradeId } = await addGrade()
    const { data } = await submitAppeal(dan, gradeId)
    const overdue = async () =>
      (
        await study.call<Page<WireRecord>>(
          study.secretary,
          'GET',
          '/api/grade-appeals?view=overdue&pageSize=100',
        )
      ).data.list.map(({ id }) => id)
    expect(await overdue()).not.toContain(data.id)
    await study.context.database.query(
      "update grade_appeals set due_at = now() - interval '1 minute' where id = $1",
      [data.id],
    )
    expect(await overdue()).toContain(data.id)
    const { data: dashboard } = await study.call<WireDashboard>(
      study.secretary,
      'GET',
      '/api/dashboard',
    )
    expect(dashboard.toDo.overdueAppeals).toBe(1)
    const { data: home } = await study.call<ProfessorHome>(study.professor, 'GET', '/api/home')
    expect(home.appeals.open).toBeGreaterThan(0)
    expect((await study.call<StudentHome>(dan, 'GET', '/api/home')).data.requests.appeals).toBe(1)
    await answer(data.id, 'uphold', { answer: 'It stays.' })
    expect(await overdue()).not.toContain(data.id)
  })
})

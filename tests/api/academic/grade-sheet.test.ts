import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GradeSheetSummary, WireGradeSheetSaved } from '#resources/academic/grade-sheet.ts'
import { engines } from '#tests/support/databases.ts'
import {
  type GradeSheetApp,
  insertTestRows,
  startGradeSheetApp,
} from '#tests/support/grade-sheet-app.ts'

describe.each(engines)('the grade sheet on $engine', ({ open }) => {
  let site: GradeSheetApp
  beforeAll(async () => {
    site = await startGradeSheetApp(open)
  })
  afterAll(() => site.close())

  const publish = (id: string, body: object, caller = site.professor) =>
    site.call<GradeSheetSummary>(caller, 'POST', `/api/exams/${id}/grade-sheet/publish`, body)
  const graded = (studentId: string, value: number) => ({ studentId, result: 'graded', value })
  const saved = async (...args: Parameters<GradeSheetApp['saveSheet']>) =>
    (await site.saveSheet(...args)).data as WireGradeSheetSaved
  const outcomes = ({ outcomes }: WireGradeSheetSaved) => outcomes.map(({ outcome }) => outcome)
  const issueOf = ({ outcomes }: WireGradeSheetSaved, at = 0) =>
    Object.values(outcomes[at]?.issues ?? {})[0]?.[0]?.code

  test('lists participants by name, with missing grades and the times when grades are due and locked (R-E07)', async () => {
    const { id } = await site.addExam(3, {
      starts_at: '2027-01-25T08:00:00Z',
      duration_minutes: 120,
    })
    const sheet = await site.getSheet(id)
    expect(sheet.exam).toMatchObject({
      courseName: 'Algoritmi',
      session: 'winter',
      state: 'held',
      professor: 'Rus Ion',
    })
    expect(sheet.rows.map(({ name }) => name)).toEqual([
      'Abrudan Ana',
      'Studentab Dan',
      'Studentac Dan',
    ])
    expect(sheet.rows[0]).toMatchObject({
      number: 'M-0001',
      group: '911',
      resit: null,
      attempt: 1,
      grade: null,
      hasLeft: false,
    })
    expect(sheet).toMatchObject({
      missing: 3,
      drafts: 0,
      passMark: 5,
      can: ['enter', 'publish'],
      lockedAt: null,
    })
    // Due 72 hours after ten o'clock. Locked 48 hours after midnight at the end of 7 February in
    // Bucharest.
    expect(sheet.dueAt).toBe('2027-01-28T10:00:00.000Z')
    expect(sheet.locksAt).toBe('2027-02-09T22:00:00.000Z')
  })

  test('can be written by the examiner or class lead and read by staff, and is hidden from all other users', async () => {
    const { id, students } = await site.addExam(1)
    const [first = ''] = students
    expect((await site.getSheet(id, site.secretary)).can).toEqual([])
    expect((await site.getSheet(id, site.admin)).can).toEqual([])
    expect(
      (await site.call(site.otherProfessor, 'GET', `/api/exams/${id}/grade-sheet`)).status,
    ).toBe(404)
    expect((await site.call(site.student, 'GET', `/api/exams/${id}/grade-sheet`)).status).toBe(403)
    expect((await site.saveSheet(id, [graded(first, 9)], {}, site.admin)).status).toBe(403)
    expect((await site.saveSheet(id, [graded(first, 9)], {}, site.secretary)).status).toBe(403)
    expect((await site.saveSheet(id, [graded(first, 9)], {}, site.otherProfessor)).status).toBe(404)
    // An assistant of the class can see the exam but not its grades.
    await insertTestRows(site.context, 'class_assistants', [
      {
        class_id: (
          await site.query<{ class_id: string }>('select class_id from exams where id = $1', [id])
        )[0]?.class_id,
        professor_id: site.otherProfessor.personId,
        is_active: true,
      },
    ])
    expect(
      (await site.call(site.otherProfessor, 'GET', `/api/exams/${id}/grade-sheet`)).status,
    ).toBe(403)
    const { id: ledByOther } = await site.addExam(1, { professor_id: site.otherProfessor.personId })
    expect((await site.getSheet(ledByOther, site.otherProfessor)).can).toContain('enter')
    expect((await site.getSheet(ledByOther, site.professor)).can).toContain('enter')
  })

  test('stores grades as they are typed, each row with its own outcome', async () => {
    const { id, students } = await site.addExam(4)
    const [a = '', b = '', c = '', d = ''] = students
    const first = await saved(id, [
      graded(a, 10),
      { studentId: b, result: 'absent' },
      { studentId: c, result: 'notEligible', value: null },
      { studentId: '018f0000-0000-7000-8000-000000000000', result: 'graded', value: 7 },
      { studentId: d, result: 'graded' },
    ])
    expect(outcomes(first)).toEqual(['saved', 'saved', 'saved', 'refused', 'refused'])
    expect([issueOf(first, 3), issueOf(first, 4)]).toEqual(['grade.notParticipant', 'required'])
    expect(first).toMatchObject({ missing: 1, drafts: 3 })
    expect(first.outcomes[0]?.grade).toMatchObject({
      result: 'graded',
      value: 10,
      state: 'draft',
      version: 1,
    })
    // Saving the same value again changes nothing. A draft can be changed and removed.
    expect(outcomes(await saved(id, [graded(a, 10)]))).toEqual(['same'])
    expect(outcomes(await saved(id, [{ ...graded(a, 9), version: 1 }]))).toEqual(['saved'])
    expect(outcomes(await saved(id, [{ studentId: a, result: null, version: 2 }]))).toEqual([
      'saved',
    ])
    expect(
      (await site.getSheet(id)).rows.map(({ grade }) => grade && [grade.result, grade.value]),
    ).toEqual([null, ['absent', null], ['notEligible', null], null])
  })

  test('reports the grade that was entered in another window, and overwrites nothing', async () => {
    const { id, students } = await site.addExam(2)
    const [a = '', b = ''] = students
    await site.saveSheet(id, [graded(a, 6)])
    const answer = await saved(id, [graded(a, 8), graded(b, 7)])
    expect(outcomes(answer)).toEqual(['conflict', 'saved'])
    expect(answer.outcomes[0]?.grade).toMatchObject({ value: 6, version: 1 })
    expect(outcomes(await saved(id, [{ ...graded(a, 8), version: 1 }]))).toEqual(['saved'])
    const both = await Promise.all([
      saved(id, [{ ...graded(b, 4), version: 1 }]),
      saved(id, [{ ...graded(b, 5), version: 1 }]),
    ])
    expect(both.flatMap(outcomes).sort()).toEqual(['conflict', 'saved'])
  })

  test('accepts grades from 1 to 10, and ignores a number that is sent with a non-numeric result', async () => {
    const { id, students } = await site.addExam(1)
    const [a = ''] = students
    for (const value of [0, 11, 7.5, '7'])
      expect((await site.saveSheet(id, [{ studentId: a, result: 'graded', value }])).status).toBe(
        400,
      )
    expect((await site.saveSheet(id, [{ studentId: a, result: 'ill' }])).status).toBe(400)
    expect((await site.saveSheet(id, [graded(a, 7), graded(a, 8)])).status).toBe(400)
    expect((await site.saveSheet(id, [])).status).toBe(400)
    expect(outcomes(await saved(id, [{ studentId: a, result: 'absent', value: 7 }]))).toEqual([
      'saved',
    ])
    expect((await site.getSheet(id)).rows[0]?.grade?.value).toBeNull()
  })

  test('is closed before the exam starts, and after it was cancelled', async () => {
    const upcoming = await site.addExam(1, {
      starts_at: new Date(site.now().getTime() + 60_000).toISOString(),
      state: 'published',
    })
    const cancelled = await site.addExam(1, { state: 'cancelled' })
    for (const { id, students } of [upcoming, cancelled]) {
      expect((await site.getSheet(id)).can).toEqual([])
      const answer = await site.saveSheet(id, [graded(students[0] ?? '', 8)])
      expect([answer.status, answer.failure.code]).toEqual([409, 'gradeSheet.closed'])
      expect((await publish(id, { drafts: 0, missing: 1, missingResult: 'absent' })).status).toBe(
        409,
      )
    }
  })

  test('is published as a whole: students are notified, the exam is graded, and the statistics match the grades (R-E07)', async () => {
    const { id, students } = await site.addExam(5)
    await site.query('update students set user_id = null where user_id is not null')
    await site.query('update students set user_id = $2 where id = $1', [
      students[0],
      site.student.id,
    ])
    const [a = '', b = '', c = '', d = ''] = students
    await site.saveSheet(id, [
      graded(a, 10),
      graded(b, 8),
      graded(c, 4),
      { studentId: d, result: 'notEligible' },
    ])
    expect((await publish(id, { drafts: 4, missing: 1 })).failure.code).toBe('gradeSheet.missing')
    expect((await publish(id, { drafts: 5, missing: 0 })).failure.code).toBe('gradeSheet.changed')
    const student = { ...site.student, personId: a }
    expect((await site.call<Page<WireRecord>>(student, 'GET', '/api/grades')).data.totalCount).toBe(
      0,
    )
    const { data } = await publish(id, { drafts: 4, missing: 1, missingResult: 'absent' })
    // 22 / 3 is 7.333…, and two of three passed.
    expect(data).toEqual({
      count: 5,
      graded: 3,
      average: 7.33,
      passed: 2,
      passRate: 67,
      absent: 1,
      notEligible: 1,
      missing: 0,
    })
    const sheet = await site.getSheet(id)
    expect(sheet).toMatchObject({ missing: 0, drafts: 0, can: ['enter', 'publish', 'correct'] })
    expect(sheet.exam.state).toBe('graded')
    expect(sheet.rows.map(({ grade }) => grade?.state)).toEqual(Array(5).fill('published'))
    const ownGrades = (await site.call<Page<WireRecord>>(student, 'GET', '/api/grades')).data.list
    expect(ownGrades.map(({ value, state, publishedAt }) => [value, state, publishedAt])).toEqual([
      [10, 'published', site.now().toISOString()],
    ])
    const bell = (await site.call<Page<WireRecord>>(site.student, 'GET', '/api/notifications')).data
      .list
    expect(bell[0]).toMatchObject({
      type: 'gradePublished',
      subject: 'Algoritmi',
      link: `grades/${ownGrades[0]?.id}`,
    })
    expect((await publish(id, { drafts: 0, missing: 0 })).failure.code).toBe('gradeSheet.changed')
  })

  test('of an exam without participants can be closed once without grades, and is then no longer overdue', async () => {
    const { id } = await site.addExam(0, { grade_due_at: '2020-01-01T08:00:00.000Z' })
    const isOverdue = async () =>
      (
        await site.call<Page<WireRecord>>(
          site.secretary,
          'GET',
          '/api/exams?view=overdue&pageSize=100',
        )
      ).data.list.some((exam) => exam.id === id)
    expect(await isOverdue()).toBe(true)
    expect((await publish(id, { drafts: 0, missing: 0 }, site.secretary)).status).toBe(403)
    expect((await publish(id, { drafts: 0, missing: 0 })).data).toMatchObject({
      count: 0,
      average: null,
      missing: 0,
    })
    expect((await site.getSheet(id)).exam.state).toBe('graded')
    expect(await isOverdue()).toBe(false)
    expect((await publish(id, { drafts: 0, missing: 0 })).failure.code).toBe('gradeSheet.changed')
  })

  test('is published by only one of two simultaneous calls', async () => {
    const { id, students } = await site.addExam(20)
    await site.saveSheet(
      id,
      students.map((studentId) => graded(studentId, 9)),
    )
    const answers = await Promise.all([1, 2, 3].map(() => publish(id, { drafts: 20, missing: 0 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [history] = await site.query<{ times: number }>(
      `select count(*)::int as times from change where resource = 'grades' and action = 'publish' and record_id in (select id from grades where exam_id = $1)`,
      [id],
    )
    expect(history?.times).toBe(20)
  })

  test('requires a reason for changing a published grade; the history keeps the reason and the student receives it', async () => {
    const { id, students } = await site.addExam(2)
    const [a = '', b = ''] = students
    await site.query('update students set user_id = null where user_id is not null')
    await site.query('update students set user_id = $2 where id = $1', [a, site.student.id])
    await site.saveSheet(id, [graded(a, 4), graded(b, 7)])
    await publish(id, { drafts: 2, missing: 0 })
    const without = await saved(id, [{ ...graded(a, 6), version: 2 }])
    expect([outcomes(without), issueOf(without)]).toEqual([['refused'], 'grade.published'])
    const answer = await saved(id, [{ ...graded(a, 6), version: 2 }], {
      reason: 'Question 3 was not counted',
    })
    expect(outcomes(answer)).toEqual(['saved'])
    const [grade] = (await site.getSheet(id)).rows.map(({ grade }) => grade)
    expect(grade).toMatchObject({
      value: 6,
      state: 'published',
      correctionReason: 'Question 3 was not counted',
    })
    const { data } = await site.call<Page<WireChange>>(
      site.professor,
      'GET',
      `/api/grades/${grade?.id}/history`,
    )
    expect(data.list.map(({ action }) => action)).toEqual(['correct', 'publish', 'create'])
    const changed = data.list[0]?.changes.map(({ field, before, after }) => [field, before, after])
    expect(changed).toContainEqual(['value', 4, 6])
    expect(changed).toContainEqual(['correctionReason', null, 'Question 3 was not counted'])
    const bell = (await site.call<Page<WireRecord>>(site.student, 'GET', '/api/notifications')).data
      .list
    expect(bell[0]).toMatchObject({ type: 'gradeCorrected', link: `grades/${grade?.id}` })
    expect(
      (await saved(id, [{ studentId: a, result: null, version: 3 }], { reason: 'no reason' }))
        .outcomes[0]?.outcome,
    ).toBe('refused')
  })

  test('lists students whose resit in this exam was approved, with the attempt number, and completes their requests', async () => {
    const first = await site.addExam(2)
    const [a = '', b = ''] = first.students
    await site.saveSheet(first.id, [graded(a, 3), graded(b, 9)])
    await publish(first.id, { drafts: 2, missing: 0 })
    const sitting = await site.addExam(1, { session: 'resit' })
    const request = {
      course_id: site.courseId,
      academic_year_id: site.academicYearId,
      exam_id: sitting.id,
      requested_at: site.now().toISOString(),
    }
    await insertTestRows(site.context, 'exam_resits', [
      { ...request, student_id: a, kind: 'resit', status: 'approved' },
      { ...request, student_id: b, kind: 'improvement', status: 'requested' },
    ])
    const sheet = await site.getSheet(sitting.id)
    // The class itself does not take the resit, and neither does a student whose request was not
    // approved.
    expect(sheet.rows.map(({ studentId, resit, attempt }) => [studentId, resit, attempt])).toEqual([
      [a, 'resit', 2],
    ])
    await site.saveSheet(sitting.id, [graded(a, 6)])
    await publish(sitting.id, { drafts: 1, missing: 0 })
    const grades = await site.query(
      'select kind, attempt, value from grades where student_id = $1 order by attempt',
      [a],
    )
    expect(grades).toEqual([
      { kind: 'exam', attempt: 1, value: 3 },
      { kind: 'resit', attempt: 2, value: 6 },
    ])
    expect(await site.query('select status from exam_resits where student_id = $1', [a])).toEqual([
      { status: 'held' },
    ])
  })

  test('with 150 rows is saved and published in one call each', async () => {
    const { id, students } = await site.addExam(150)
    const answer = await saved(
      id,
      students.map((studentId, at) => graded(studentId, (at % 10) + 1)),
    )
    expect(new Set(outcomes(answer))).toEqual(new Set(['saved']))
    const { data } = await publish(id, { drafts: 150, missing: 0 })
    expect(data).toMatchObject({ count: 150, average: 5.5, passed: 90, passRate: 60 })
  })
})

import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { csvOf, uploadRows } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProfessorHome } from '#resources/academic/home.ts'
import type { WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { getResource } from '#resources/index.ts'
import { processDueGrades } from '#server/grade-sheets/due-grades.ts'
import { engines } from '#tests/support/databases.ts'
import {
  type GradeSheetApp,
  hourMs,
  insertTestRows,
  startGradeSheetApp,
} from '#tests/support/grade-sheet-app.ts'

describe.each(engines)('grades on $engine', ({ open }) => {
  let site: GradeSheetApp
  beforeAll(async () => {
    site = await startGradeSheetApp(open)
  })
  afterAll(() => site.close())

  const create = (body: object, caller = site.professor) =>
    site.call<WireRecord>(caller, 'POST', '/api/grades/create', body)
  const act = (path: string, action: string, body: object, caller = site.admin) =>
    site.call<WireRecord>(caller, 'POST', `/api/${path}/actions/${action}`, body)
  const statesOf = async (examId: string) =>
    (
      await site.query<{ state: string }>(
        'select state from grades where exam_id = $1 order by id',
        [examId],
      )
    ).map(({ state }) => state)
  /** Adds another student to the class of an exam. */
  async function insertMember(examId: string): Promise<string> {
    const { students } = await site.addExam(1)
    const [studentId = ''] = students
    await site.query(
      'update class_enrolments set class_id = (select class_id from exams where id = $1) where student_id = $2',
      [examId, studentId],
    )
    return studentId
  }
  /** An exam with published grades. */
  async function graded(students = 2, values: { readonly [column: string]: unknown } = {}) {
    const exam = await site.addExam(students, values)
    await site.saveSheet(
      exam.id,
      exam.students.map((studentId) => ({ studentId, result: 'graded', value: 8 })),
    )
    await site.call(site.professor, 'POST', `/api/exams/${exam.id}/grade-sheet/publish`, {
      drafts: students,
      missing: 0,
    })
    return exam
  }

  test('an individual grade follows the rules of the grade sheet, and the university decides how it counts', async () => {
    const { id: examId, students } = await site.addExam(1)
    const [studentId = ''] = students
    const grade = { studentId, examId, courseId: site.courseId, result: 'graded', value: 9 }
    const { id: otherClass } = await site.addExam(0)
    const expectRefusal = async (body: object, caller = site.professor) => {
      const { failure } = await create({ ...grade, ...body }, caller)
      return Object.entries(failure.fields ?? {}).map(
        ([field, issues]) => `${field}: ${issues[0]?.code}`,
      )
    }
    expect(await expectRefusal({ examId: otherClass })).toEqual(['studentId: grade.notParticipant'])
    expect(await expectRefusal({ value: null })).toEqual(['value: required'])
    expect(await expectRefusal({ result: 'absent', value: 9 })).toEqual([
      'value: field.notApplicable',
    ])
    expect((await create(grade, site.admin)).status).toBe(403)
    expect((await create(grade, site.secretary)).status).toBe(403)
    expect((await create(grade, site.otherProfessor)).status).toBe(400)
    const { data } = await create(grade)
    expect(data).toMatchObject({
      kind: 'exam',
      attempt: 1,
      state: 'draft',
      academicYearId: site.academicYearId,
      professorId: site.professor.personId,
    })
    expect((await create(grade)).status).toBe(409)
  })

  test('a class lead of the course recognises credits earned elsewhere, without an exam, and publishes them individually', async () => {
    const { students } = await site.addExam(1)
    const grade = {
      studentId: students[0],
      courseId: site.courseId,
      examId: null,
      result: 'graded',
      value: 7,
    }
    expect((await create(grade, site.otherProfessor)).status).toBe(400)
    const { data } = await create(grade)
    expect(data).toMatchObject({
      kind: 'recognised',
      attempt: 1,
      academicYearId: site.academicYearId,
      state: 'draft',
    })
    expect((await act(`grades/${data.id}`, 'publish', {}, site.professor)).data).toMatchObject({
      state: 'published',
      publishedAt: site.now().toISOString(),
    })
    expect((await act(`grades/${data.id}`, 'lock', {})).data.state).toBe('locked')
    expect((await act(`grades/${data.id}`, 'unlock', {})).failure.fields).toMatchObject({
      correctionReason: [{ code: 'required' }],
    })
    expect(
      (await act(`grades/${data.id}`, 'unlock', { correctionReason: 'The other university wrote' }))
        .data.state,
    ).toBe('published')
    const bell = (await site.call<Page<WireRecord>>(site.professor, 'GET', '/api/notifications'))
      .data.list
    expect(bell[0]).toMatchObject({
      type: 'gradesUnlocked',
      subject: 'Algoritmi',
      link: `grades/${data.id}`,
    })
  })

  test('professors can import grades earned elsewhere, but staff cannot', async () => {
    const { students } = await site.addExam(2)
    const numbers = await site.query<{ number: string }>(
      'select matriculation_number as number from students where id = any($1::uuid[]) order by matriculation_number',
      [students],
    )
    const csv = csvOf([
      ['Student', 'Exam', 'Course', 'Result', 'Grade'],
      [numbers[0]?.number ?? '', '', 'INF / INF-1', 'Graded', '9'],
      [numbers[1]?.number ?? '', '', 'INF / INF-1', 'Graded', '11'],
    ])
    const send = (caller: Caller) => uploadRows(site, caller, 'grades', csv)
    expect((await send(site.secretary)).status).toBe(403)
    const { id } = (await send(site.professor)).data.job
    await site.call(site.professor, 'PATCH', `/api/imports/${id}`, { check: true })
    await runJobs(site.context)
    await site.call(site.professor, 'POST', `/api/jobs/${id}/start`, { expected: 1 })
    await runJobs(site.context)
    const { data } = await site.call<WireJob>(site.professor, 'GET', `/api/jobs/${id}`)
    expect(data.counts).toEqual({ done: 1, invalid: 1 })
    expect(
      await site.query(
        'select value, kind, state, exam_id from grades where student_id = any($1::uuid[])',
        [students],
      ),
    ).toEqual([{ value: 9, kind: 'recognised', state: 'draft', exam_id: null }])
  })

  test('a grade of an exam cannot be published individually', async () => {
    const { id: examId, students } = await site.addExam(1)
    const { data } = await create({
      studentId: students[0],
      examId,
      courseId: site.courseId,
      result: 'absent',
      value: null,
    })
    expect((await act(`grades/${data.id}`, 'publish', {}, site.professor)).failure.code).toBe(
      'transition.refused',
    )
  })

  test('are locked with their exam and cannot be changed until an administrator unlocks them with a reason (R-E07)', async () => {
    const { id, students } = await graded()
    const [a = ''] = students
    expect((await act(`exams/${id}`, 'lock', {}, site.secretary)).status).toBe(403)
    expect((await act(`exams/${id}`, 'lock', {})).data).toMatchObject({
      state: 'locked',
      lockedAt: site.now().toISOString(),
    })
    expect(await statesOf(id)).toEqual(['locked', 'locked'])
    const correction = [{ studentId: a, result: 'graded', value: 10, version: 3 }]
    expect((await site.saveSheet(id, correction, { reason: 'Found a page' })).failure.code).toBe(
      'gradeSheet.closed',
    )
    const [grade] = await site.query<{ id: string }>(
      'select id from grades where exam_id = $1 and student_id = $2',
      [id, a],
    )
    // While an exam is locked, none of its grades can be unlocked.
    expect(
      (await act(`grades/${grade?.id}`, 'unlock', { correctionReason: 'Found a page' })).failure
        .code,
    ).toBe('transition.refused')
    const correct = { result: 'graded', value: 10, correctionReason: 'Found a page' }
    expect((await act(`grades/${grade?.id}`, 'correct', correct, site.professor)).status).toBe(409)
    expect((await act(`exams/${id}`, 'unlock', {})).status).toBe(400)
    expect(
      (await act(`exams/${id}`, 'unlock', { unlockReason: 'A page was found' })).data,
    ).toMatchObject({
      state: 'graded',
      lockedAt: null,
    })
    // Each unlock needs its own reason.
    await act(`exams/${id}`, 'lock', {})
    expect((await act(`exams/${id}`, 'unlock', {})).failure.fields).toMatchObject({
      unlockReason: [{ code: 'required' }],
    })
    await act(`exams/${id}`, 'unlock', { unlockReason: 'Another page was found' })
    expect(await statesOf(id)).toEqual(['published', 'published'])
    const bell = (await site.call<Page<WireRecord>>(site.professor, 'GET', '/api/notifications'))
      .data.list
    expect(bell[0]).toMatchObject({
      type: 'gradesUnlocked',
      subject: 'Algoritmi',
      link: `exams/${id}/grade-sheet`,
    })
    expect(
      (await site.saveSheet(id, [{ ...correction[0], version: 6 }], { reason: 'Found a page' }))
        .data,
    ).toMatchObject({
      outcomes: [{ outcome: 'saved', grade: { value: 10, state: 'published' } }],
    })
    const history = await site.query(
      "select action, actor_role from change where resource = 'grades' and record_id = $1 order by version",
      [grade?.id],
    )
    expect(history.map(({ action, actor_role }) => `${action} ${actor_role}`)).toEqual([
      'create professor',
      'publish professor',
      'lock admin',
      'unlock admin',
      'lock admin',
      'unlock admin',
      'correct professor',
    ])
  })

  test('are locked automatically once, two days after the session ends, and again after an unlock', async () => {
    const { id } = await graded()
    const ungraded = await site.addExam(1)
    expect((await site.getSheet(id)).locksAt).toBe('2027-02-09T22:00:00.000Z')
    site.wait(Date.parse('2027-02-09T21:59:00Z') - site.now().getTime())
    await recordClockTime(site.context)
    await processDueGrades(site.context)
    expect(await statesOf(id)).toEqual(['published', 'published'])
    site.wait(60_000)
    await recordClockTime(site.context)
    await Promise.all([
      processDueGrades(site.context),
      processDueGrades(site.context),
      processDueGrades(site.context),
    ])
    expect(await statesOf(id)).toEqual(['locked', 'locked'])
    const [times] = await site.query<{ n: number }>(
      "select count(*)::int as n from change where resource = 'exams' and record_id = $1 and action = 'lock'",
      [id],
    )
    expect(times?.n).toBe(1)
    // Exams without published grades can still be graded.
    expect((await site.getSheet(ungraded.id)).can).toContain('enter')
    await act(`exams/${id}`, 'unlock', { unlockReason: 'A page was found' })
    await processDueGrades(site.context)
    expect(await statesOf(id)).toEqual(['published', 'published'])
    expect((await site.getSheet(id)).locksAt).toBe(
      new Date(site.now().getTime() + 48 * hourMs).toISOString(),
    )
    site.wait(48 * hourMs)
    await recordClockTime(site.context)
    await processDueGrades(site.context)
    expect(await statesOf(id)).toEqual(['locked', 'locked'])
  })

  test('are due 72 hours after the exam, and the professor is notified once', async () => {
    const { id } = await site.addExam(1, { duration_minutes: 60 })
    const countReminders = async () =>
      (
        await site.query("select 1 from notifications where type = 'gradesDue' and link = $1", [
          `exams/${id}/grade-sheet`,
        ])
      ).length
    site.wait(71 * hourMs - 60_000)
    await recordClockTime(site.context)
    await processDueGrades(site.context)
    expect(await countReminders()).toBe(0)
    site.wait(60_000)
    await recordClockTime(site.context)
    await Promise.all([
      processDueGrades(site.context),
      processDueGrades(site.context),
      processDueGrades(site.context),
    ])
    await processDueGrades(site.context)
    expect(await countReminders()).toBe(1)
  })

  test('that are overdue are listed for staff, but not for students', async () => {
    const late = await site.addExam(1, {
      grade_due_at: '2020-01-01T08:00:00.000Z',
      state: 'published',
    })
    const early = await site.addExam(1, { grade_due_at: '2999-01-01T08:00:00.000Z' })
    const done = await site.addExam(1, {
      starts_at: '2019-12-29T08:00:00.000Z',
      grade_due_at: '2020-01-01T08:00:00.000Z',
      state: 'graded',
    })
    const overdue = async (caller = site.secretary) =>
      site.call<Page<WireRecord>>(caller, 'GET', '/api/exams?view=overdue&pageSize=100')
    const found = (await overdue()).data.list.map(({ id }) => id)
    expect([late, early, done].map(({ id }) => found.includes(id))).toEqual([true, false, false])
    // A grade that was entered later but not published is also overdue, for staff as well as for
    // the professor.
    await site.saveSheet(done.id, [{ studentId: done.students[0], result: 'graded', value: 6 }])
    found.push(done.id)
    for (const view of ['overdue', 'toGrade']) {
      const { data } = await site.call<Page<WireRecord>>(
        site.professor,
        'GET',
        `/api/exams?view=${view}&pageSize=100`,
      )
      expect(data.list.find(({ id }) => id === done.id)).toMatchObject({
        state: 'graded',
        awaitsGrades: true,
      })
    }
    expect((await overdue()).data.list.map(({ id }) => id)).toContain(done.id)
    expect((await overdue(site.professor)).data.list.map(({ id }) => id)).toContain(late.id)
    // Students cannot see when grades are due.
    expect((await overdue(site.student)).failure.code).toBe('filter.unknown')
    const { data } = await site.call<WireDashboard>(site.secretary, 'GET', '/api/dashboard')
    expect(data.toDo.overdueGrades).toBe(found.length)
  })

  test('that are drafts prevent their exam from being locked: staff see the number, and the professor gets another notification', async () => {
    // Due before the others, so that the short list on the home page includes it.
    const { id, students } = await graded(2, { grade_due_at: '2027-01-01T08:00:00.000Z' })
    const late = await insertMember(id)
    await site.saveSheet(id, [{ studentId: late, result: 'graded', value: 6 }])
    const locked = await act(`exams/${id}`, 'lock', {})
    expect([locked.status, locked.failure.fields]).toEqual([
      400,
      { state: [{ code: 'exam.drafts', params: { number: 1 } }] },
    ])
    const countReminders = async () =>
      (
        await site.query("select 1 from notifications where type = 'gradesDue' and link = $1", [
          `exams/${id}/grade-sheet`,
        ])
      ).length
    site.wait(Date.parse((await site.getSheet(id)).locksAt) - site.now().getTime())
    await recordClockTime(site.context)
    await Promise.all([processDueGrades(site.context), processDueGrades(site.context)])
    await processDueGrades(site.context)
    expect(await statesOf(id)).toEqual(expect.arrayContaining(['published', 'published', 'draft']))
    expect(await countReminders()).toBe(1)
    expect(
      (await site.call<ProfessorHome>(site.professor, 'GET', '/api/home')).data.sheets,
    ).toContainEqual(expect.objectContaining({ id, missing: 0, drafts: 1 }))
    await site.call(site.professor, 'POST', `/api/exams/${id}/grade-sheet/publish`, {
      drafts: 1,
      missing: 0,
    })
    await processDueGrades(site.context)
    expect(await statesOf(id)).toEqual(Array(students.length + 1).fill('locked'))
  })

  test('that are written while their exam is being locked are either stored before it or refused', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await graded(1)
      const lateStudents = [await insertMember(id), await insertMember(id), await insertMember(id)]
      const entries = lateStudents.map((studentId, index) => ({
        studentId,
        result: 'graded',
        value: 5 + index,
      }))
      const [first, second, third] = entries
      const [lock] = await Promise.all([
        act(`exams/${id}`, 'lock', {}),
        create({ ...first, examId: id, courseId: site.courseId }),
        site.saveSheet(id, [{ ...second }]),
        create({ ...third, examId: id, courseId: site.courseId }),
        processDueGrades(site.context),
      ])
      const [exam] = await site.query<{ state: string }>('select state from exams where id = $1', [
        id,
      ])
      const states = await statesOf(id)
      expect(lock.status === 200).toBe(exam?.state === 'locked')
      expect(exam?.state === 'locked' && states.includes('draft')).toBe(false)
      expect(states.includes('draft') || states.length === 1).toBe(true)
    }
  })

  test('imported or bulk-edited grades follow the same rules row by row', async () => {
    const { id: examId, students } = await site.addExam(3)
    const { students: strangers } = await site.addExam(1)
    const [a, b, c] = students
    const gradeRow = (studentId: string | undefined, overrides: object = {}) => ({
      studentId,
      examId,
      courseId: site.courseId,
      result: 'graded',
      value: 7,
      ...overrides,
    })
    const entries = [
      gradeRow(a),
      gradeRow(strangers[0]),
      gradeRow(b, { value: null }),
      gradeRow(c, { result: 'absent', value: null }),
    ]
    const rows = entries.map((values, position) => ({
      position,
      id: null,
      version: null,
      valuesFor: () => values,
    }))
    const batch = {
      permit: authorize(site.professor, getResource('grades'), 'update'),
      action: 'update',
      jobId: null,
      rows,
    }
    const dryRun = await recordsOf(site.context).batch({ ...batch, commit: false })
    expect(dryRun.map(({ outcome }) => outcome)).toEqual(['ready', 'invalid', 'invalid', 'ready'])
    expect(await statesOf(examId)).toEqual([])
    const done = await recordsOf(site.context).batch({ ...batch, commit: true })
    expect(
      done.map(({ outcome, issues }) => [
        outcome,
        ...Object.values(issues).map(([issue]) => issue?.code),
      ]),
    ).toEqual([['done'], ['invalid', 'grade.notParticipant'], ['invalid', 'required'], ['done']])
    expect(
      (await site.getSheet(examId)).rows.map(({ attempt, grade }) => [attempt, grade?.state]),
    ).toEqual([
      [1, 'draft'],
      [1, undefined],
      [1, 'draft'],
    ])
  })

  test("a professor's grades are hidden from other professors, and drafts from students", async () => {
    const { id: examId, students } = await site.addExam(1)
    const { data } = await create({
      studentId: students[0],
      examId,
      courseId: site.courseId,
      result: 'graded',
      value: 9,
    })
    expect((await site.call(site.otherProfessor, 'GET', `/api/grades/${data.id}`)).status).toBe(404)
    expect(
      (
        await site.call(
          { ...site.student, personId: students[0] ?? null },
          'GET',
          `/api/grades/${data.id}`,
        )
      ).status,
    ).toBe(404)
    expect((await site.call(site.secretary, 'GET', `/api/grades/${data.id}`)).status).toBe(200)
  })

  test('the examiner sees the students of the exam, even from other classes', async () => {
    const otherExam = await site.addExam(1, { professor_id: site.otherProfessor.personId })
    expect(
      (await site.call(site.otherProfessor, 'GET', `/api/students/${otherExam.students[0]}`))
        .status,
    ).toBe(200)
    const first = await graded(1)
    const sitting = await site.addExam(0, {
      session: 'resit',
      professor_id: site.otherProfessor.personId,
    })
    const request = {
      course_id: site.courseId,
      academic_year_id: site.academicYearId,
      kind: 'resit',
      requested_at: site.now().toISOString(),
    }
    expect(
      (await site.call(site.otherProfessor, 'GET', `/api/students/${first.students[0]}`)).status,
    ).toBe(404)
    await insertTestRows(site.context, 'exam_resits', [
      { ...request, student_id: first.students[0], exam_id: sitting.id, status: 'approved' },
    ])
    expect(
      (await site.call(site.otherProfessor, 'GET', `/api/students/${first.students[0]}`)).status,
    ).toBe(200)
  })
})

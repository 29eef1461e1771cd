import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WirePossibleResits } from '#resources/academic/wire-exams.ts'
import { engines } from '#tests/support/databases.ts'
import {
  type ExamApp,
  type ExamClass,
  type ExamStudent,
  startExamApp,
} from '#tests/support/exam-app.ts'

describe.each(engines)('resits and improvements on $engine (R-E07)', ({ open }) => {
  let faculty: ExamApp
  /** A new student and a new course for each test. */
  let dana: ExamStudent
  let course: ExamClass
  let number = 0
  const resitDay = '2026-02-24T08:00:00.000Z'

  beforeAll(async () => {
    faculty = await startExamApp(open)
  })
  afterAll(() => faculty.close())
  beforeEach(async () => {
    number += 1
    faculty.moveTo('2026-02-16T09:00:00.000Z')
    await faculty.updateSettings({
      allowExamResit: true,
      freeSittings: 2,
      resitFee: 100,
      improvementsPerSemester: 2,
    })
    dana = await faculty.addStudent(`Dana ${'abcdefghijklmnopqrst'[number]}`)
    course = await faculty.addClass(`Course ${number}`, [dana])
    await faculty.context.database.query('delete from notifications')
  })

  const requestResit = (body: object = {}, caller = dana.caller) =>
    faculty.callCreate('exam-resits', { courseId: course.courseId, kind: 'resit', ...body }, caller)
  const failed = (value = 4, target = course) => faculty.addResult(dana, target.courseId, { value })
  const sitting = (startsAt = resitDay, values: object = {}) =>
    faculty.addExam(course, startsAt, { session: 'resit', ...values })
  const approve = (id: string, body: object = {}) => faculty.act('exam-resits', id, 'approve', body)
  const charges = async () =>
    (
      await faculty.call<Page<WireRecord>>(
        faculty.admin,
        'GET',
        `/api/finances?filters[studentId]=${dana.id}`,
      )
    ).data.list
  const request = (id: string) => faculty.get('exam-resits', id)

  test('students can request a resit only for themselves and only after a failed exam', async () => {
    await failed()
    const other = await faculty.addStudent('Other')
    expect((await requestResit({ studentId: other.id })).failure.fields).toEqual({
      studentId: [{ code: 'field.notWritable' }],
    })
    const { data, status } = await requestResit({ explanation: 'I was ill.' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      studentId: dana.id,
      status: 'requested',
      academicYearId: faculty.academicYearId,
      requestedAt: '2026-02-16T09:00:00.000Z',
      chargeId: null,
    })
    expect(await faculty.notificationTypes(faculty.professor)).toEqual(['resitRequested'])
  })

  test('requests are refused while the university does not accept them; earlier requests can be approved', async () => {
    await failed()
    const exam = await sitting()
    const { data } = await requestResit({ examId: exam.id })
    await faculty.updateSettings({ allowExamResit: false })
    const refusal = await requestResit({ kind: 'improvement' })
    expect([refusal.status, refusal.failure.code]).toEqual([403, 'resits.notAllowed'])
    expect((await approve(data.id)).data.status).toBe('approved')
    expect((await faculty.act('exam-resits', data.id, 'hold')).data.status).toBe('held')
  })

  test.each([
    ['no result', [], 'resit', 'resit.noResult'],
    ['a 4', [{ value: 4 }], 'resit', null],
    ['a 5', [{ value: 5 }], 'resit', 'resit.passed'],
    ['absence', [{ result: 'absent' }], 'resit', null],
    ['no right to sit', [{ result: 'notEligible' }], 'resit', null],
    ['a 4, then a 6', [{ value: 4 }, { value: 6 }], 'resit', 'resit.passed'],
    ['a 7, then a 4', [{ value: 7 }, { value: 4 }], 'resit', 'resit.passed'],
    ['a 4', [{ value: 4 }], 'improvement', 'resit.notPassed'],
    ['a 5', [{ value: 5 }], 'improvement', null],
  ] as const)(
    'with %s (results %o), a request of kind %s is accepted or refused correctly',
    async (_, results, kind, code) => {
      for (const one of results) await faculty.addResult(dana, course.courseId, one)
      const answer = await requestResit({ kind })
      expect(answer.status === 201 ? null : answer.failure.fields).toEqual(
        code && { courseId: [{ code }] },
      )
    },
  )

  test('possible requests appear next to the final grade, which an improvement never lowers', async () => {
    await faculty.addResult(dana, course.courseId, { value: 7 })
    await faculty.addResult(dana, course.courseId, { value: 4 })
    const { data } = await faculty.call<WirePossibleResits>(
      dana.caller,
      'GET',
      '/api/exam-resits/possible',
    )
    expect(data.courses.find(({ courseId }) => courseId === course.courseId)).toMatchObject({
      kind: 'improvement',
      value: 7,
    })
  })

  test('a grade can be improved only in its academic year, at most twice per semester', async () => {
    await faculty.addResult(dana, course.courseId, {
      value: 8,
      academicYearId: faculty.lastAcademicYearId,
    })
    expect((await requestResit({ kind: 'improvement' })).failure.fields).toEqual({
      courseId: [{ code: 'resit.otherYear' }],
    })
    const courses = [
      await faculty.addClass('One', [dana]),
      await faculty.addClass('Two', [dana]),
      await faculty.addClass('Three', [dana]),
    ]
    for (const { courseId } of courses) await faculty.addResult(dana, courseId, { value: 8 })
    // The requests are concurrent, so any of the three may be the one that is rejected.
    const answers = await Promise.all(
      courses.map(({ courseId }) => requestResit({ courseId, kind: 'improvement' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400])
    const refusal = answers.find(({ status }) => status === 400)
    expect(refusal?.failure.fields).toEqual({
      courseId: [{ code: 'resit.tooMany', params: { max: 2 } }],
    })
    // After one request is cancelled, the rejected one can be made again.
    const createdResit = answers.find(({ status }) => status === 201)?.data
    await faculty.act('exam-resits', String(createdResit?.id), 'cancel', {}, dana.caller)
    const refusedCourse = courses[answers.findIndex(({ status }) => status === 400)]
    expect(
      (await requestResit({ courseId: refusedCourse?.courseId, kind: 'improvement' })).status,
    ).toBe(201)
  })

  test('only one of several identical simultaneous requests is accepted', async () => {
    await failed()
    const answers = await Promise.all(Array.from({ length: 6 }, () => requestResit()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(answer.failure.fields).toEqual({ courseId: [{ code: 'resit.open' }] })
  })

  test('a specific sitting must be requested at least two days before it', async () => {
    await failed()
    const exam = await sitting()
    faculty.moveTo('2026-02-23T06:00:00.000Z')
    expect((await requestResit({ examId: exam.id })).failure.fields).toEqual({
      examId: [{ code: 'resit.tooLate', params: { last: '2026-02-22' } }],
    })
    // Midnight in Romania is 22:00 UTC.
    faculty.moveTo('2026-02-22T21:59:00.000Z')
    expect((await requestResit({ examId: exam.id })).status).toBe(201)
  })

  test('a requested sitting must be of the same course, in the future and not cancelled', async () => {
    await failed()
    const foreign = await faculty.addClass('Foreign', [dana])
    const exam = await faculty.addExam(foreign, resitDay, { session: 'resit' })
    expect((await requestResit({ examId: exam.id })).failure.fields).toEqual({
      examId: [{ code: 'reference.notAllowed' }],
    })
    const ownExam = await sitting()
    await faculty.act('exams', ownExam.id, 'cancel')
    expect((await requestResit({ examId: ownExam.id })).failure.fields).toEqual({
      examId: [{ code: 'resit.sittingCancelled' }],
    })
    const { data } = await requestResit()
    expect((await approve(data.id)).failure.fields).toEqual({ examId: [{ code: 'required' }] })
    faculty.moveTo('2026-02-25T09:00:00.000Z')
    expect((await approve(data.id, { examId: exam.id })).failure.fields).toEqual({
      examId: [{ code: 'reference.notAllowed' }],
    })
  })

  test('a sitting of a resit session is open to students who attended the course in another class', async () => {
    await failed()
    const other = await faculty.addClass('Other group', [], { courseId: course.courseId })
    const exam = await faculty.addExam(other, resitDay, { session: 'resit' })
    expect((await faculty.call(dana.caller, 'GET', `/api/exams/${exam.id}`)).status).toBe(200)
    expect((await requestResit({ examId: exam.id })).status).toBe(201)
  })

  test('the second sitting of a year is free; the third adds a charge, due on the day of the exam, and notifies the student', async () => {
    await failed()
    const first = await sitting()
    const second = await requestResit({ examId: first.id })
    await approve(second.data.id)
    expect(await request(second.data.id)).toMatchObject({
      status: 'approved',
      examId: first.id,
      chargeId: null,
    })
    expect(await faculty.notificationTypes(dana.caller)).toEqual(['resitDecided'])
    await faculty.addResult(dana, course.courseId, { value: 3, examId: first.id })
    await faculty.act('exam-resits', second.data.id, 'hold')
    const last = await sitting('2026-02-26T08:00:00.000Z')
    const third = await requestResit({ examId: last.id })
    await approve(third.data.id)
    const { chargeId } = await request(third.data.id)
    const [charge, ...otherCharges] = await charges()
    expect(otherCharges).toEqual([])
    expect(charge).toMatchObject({
      id: chargeId,
      direction: 'charge',
      kind: 'resit',
      amount: 100,
      description: `Taxă restanță: Course ${number}, 26.02.2026`,
      bookedOn: '2026-02-16',
      dueOn: '2026-02-26',
      academicYearId: faculty.academicYearId,
    })
  })

  test('the charge for a resit is described in the language of the university', async () => {
    await failed()
    await faculty.updateSettings({ freeSittings: 1, language: 'de' })
    const exam = await sitting('2026-02-26T08:00:00.000Z')
    await approve((await requestResit({ examId: exam.id })).data.id)
    expect((await charges())[0]).toMatchObject({
      description: `Gebühr für die Wiederholungsprüfung: Course ${number}, 26.02.2026`,
    })
    await faculty.updateSettings({ language: 'ro' })
  })

  test('a request is charged once, even if its approval is sent several times', async () => {
    await failed()
    await faculty.updateSettings({ freeSittings: 1 })
    const exam = await sitting()
    const { data } = await requestResit({ examId: exam.id })
    const answers = await Promise.all(Array.from({ length: 4 }, () => approve(data.id)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await approve(data.id)).status).toBe(409)
    expect(await charges()).toHaveLength(1)
  })

  test('cancelling a granted request reverses an unpaid charge, but not a paid one', async () => {
    await failed()
    await faculty.updateSettings({ freeSittings: 1 })
    const exam = await sitting()
    const granted = async () => {
      const { data } = await requestResit({ examId: exam.id })
      await approve(data.id)
      return request(data.id)
    }
    const unpaid = await granted()
    expect(
      (await faculty.act('exam-resits', unpaid.id, 'cancel', {}, dana.caller)).data.status,
    ).toBe('cancelled')
    expect(
      (await charges()).map(({ amount, reversalOfId, isReversed }) => [
        amount,
        reversalOfId,
        isReversed,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [100, null, true],
        [100, unpaid.chargeId, false],
      ]),
    )
    // In the university's language, like the rest of the ledger.
    expect(
      (await charges()).find(({ reversalOfId }) => reversalOfId === unpaid.chargeId)
        ?.reversalReason,
    ).toBe('Cererea a fost anulată')
    expect((await faculty.get('students', dana.id)).balance).toBe(0)
    const paid = await granted()
    const payment = {
      studentId: dana.id,
      direction: 'payment',
      kind: 'resit',
      amount: 100,
      description: 'Plată',
      bookedOn: '2026-02-16',
    }
    expect(
      (
        await faculty.callCreate('finances', {
          ...payment,
          method: 'cash',
          receiptNumber: `R-${number}`,
        })
      ).status,
    ).toBe(201)
    await faculty.act('exam-resits', paid.id, 'cancel', {}, dana.caller)
    expect((await charges()).filter(({ reversalOfId }) => reversalOfId === paid.chargeId)).toEqual(
      [],
    )
    expect((await faculty.get('students', dana.id)).balance).toBe(0)
  })

  test('a request cannot be cancelled once its sitting has started', async () => {
    await failed()
    const exam = await sitting()
    const { data } = await requestResit({ examId: exam.id })
    await approve(data.id)
    faculty.moveTo(resitDay)
    const refusal = await faculty.act('exam-resits', data.id, 'cancel', {}, dana.caller)
    expect(refusal.failure.fields).toEqual({ examId: [{ code: 'resit.sittingOver' }] })
  })

  test('a student with another exam at that time is not added to the sitting', async () => {
    await failed()
    const other = await faculty.addClass('Other course', [dana])
    await faculty.addResult(dana, other.courseId, { value: 3 })
    const otherExam = await faculty.addExam(other, resitDay, { session: 'resit' })
    await approve((await requestResit({ courseId: other.courseId, examId: otherExam.id })).data.id)
    const { data } = await requestResit({ examId: (await sitting()).id })
    expect((await approve(data.id)).failure.fields).toEqual({
      examId: [{ code: 'resit.clash', params: { course: 'Other course' } }],
    })
    await faculty.context.database.query(
      'update courses set name_translations = $2 where id = $1',
      [other.courseId, JSON.stringify({ fr: { text: 'Autre cours' } })],
    )
    const inFrench = await faculty.act(
      'exam-resits',
      data.id,
      'approve',
      {},
      { ...faculty.secretary, language: 'fr' },
    )
    expect(inFrench.failure.fields).toEqual({
      examId: [{ code: 'resit.clash', params: { course: 'Autre cours' } }],
    })
    const later = await sitting('2026-02-24T10:00:00.000Z')
    expect((await approve(data.id, { examId: later.id })).data).toMatchObject({
      status: 'approved',
      examId: later.id,
    })
    // Moving an approved resit follows the same rules.
    const move = (examId: string) =>
      faculty.call<WireRecord>(faculty.secretary, 'PATCH', '/api/exam-resits/update', {
        id: data.id,
        examId,
      })
    expect((await move(otherExam.id)).failure.fields).toEqual({
      examId: [{ code: 'reference.notAllowed' }],
    })
  })

  test('a bulk approval grants forty requests, each with its sitting and charge, and reports those without a sitting', async () => {
    await faculty.updateSettings({ freeSittings: 1 })
    const exam = await sitting()
    const ids: string[] = []
    for (let one = 0; one < 40; one++) {
      const student = await faculty.addStudent(
        `Many ${'abcdefghijklmnopqrst'[one % 20]}${one > 19 ? 'x' : 'y'}`,
      )
      await faculty.addResult(student, course.courseId, { value: 4 })
      const body = { studentId: student.id, ...(one > 0 && { examId: exam.id }) }
      ids.push((await requestResit(body, faculty.secretary)).data.id)
    }
    const { job, items } = await bulkCalls(faculty).done(
      faculty.secretary,
      'exam-resits',
      { ids },
      { action: 'approve', input: {} },
    )
    expect(job.counts).toMatchObject({ done: 39, invalid: 1 })
    expect(items.find(({ outcome }) => outcome === 'invalid')?.issues).toEqual({
      examId: [{ code: 'required' }],
    })
    const [{ count } = {}] = await faculty.context.database.query<{ count: number }>(
      'select count(*) from finances f join exam_resits q on q.charge_id = f.id where q.exam_id = $1',
      [exam.id],
    )
    expect(count).toBe(39)
  })
})

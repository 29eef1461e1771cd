import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  WireExamConflicts,
  WireExamPlan,
  WireOwnExams,
  WirePossibleResits,
} from '#resources/academic/wire-exams.ts'
import { possibleResits } from '#resources/calls/exam-resits.ts'
import * as examCalls from '#resources/calls/exams.ts'
import { engines } from '#tests/support/databases.ts'
import {
  type ExamApp,
  type ExamClass,
  type ExamStudent,
  startExamApp,
} from '#tests/support/exam-app.ts'

describe.each(engines)('planning exams on $engine (R-E07)', ({ open }) => {
  let faculty: ExamApp
  let [ana, ben]: ExamStudent[] = []
  let [algebra, logic]: ExamClass[] = []
  let stored: WireRecord
  const startsAt = '2026-02-03T08:00:00.000Z'

  beforeAll(async () => {
    faculty = await startExamApp(open)
    ana = await faculty.addStudent('Ana')
    ben = await faculty.addStudent('Ben')
    algebra = await faculty.addClass('Algebra', [ana, ben])
    logic = await faculty.addClass('Logic', [ana])
    stored = await faculty.addExam(algebra, startsAt, { room: 'C 101', durationMinutes: 120 })
  })
  afterAll(() => faculty.close())

  const conflicts = (body: object, caller = faculty.secretary) =>
    faculty.call<WireExamConflicts>(caller, 'POST', examCalls.examConflicts.path, {
      classId: logic?.id,
      session: 'winter',
      durationMinutes: 60,
      startsAt,
      ...body,
    })

  test('an unsaved exam is checked for students with another exam and for an occupied room or professor', async () => {
    const { data } = await conflicts({
      startsAt: '2026-02-03T09:59:00.000Z',
      room: 'c 101',
      capacity: 1,
    })
    expect(data).toMatchObject({
      participants: 1,
      clashes: {
        count: 1,
        students: [{ studentId: ana?.id, student: 'Ana Dan', course: 'Algebra', startsAt }],
      },
      sameDay: { count: 0, students: [] },
      room: [{ id: stored.id, course: 'Algebra', room: 'C 101' }],
      professors: [{ id: stored.id }],
      missingPlaces: 0,
    })
  })

  test('two exams on one day cause a warning that names the students, and missing seats are counted', async () => {
    const { data } = await conflicts({ startsAt: '2026-02-03T12:00:00.000Z' })
    expect(data).toMatchObject({
      clashes: { count: 0 },
      sameDay: { count: 1, students: [{ student: 'Ana Dan' }] },
      room: [],
      professors: [],
    })
    const places = await conflicts({
      classId: algebra?.id,
      startsAt: '2026-02-05T08:00:00.000Z',
      capacity: 1,
    })
    expect(places.data).toMatchObject({ participants: 2, missingPlaces: 1 })
  })

  test('a stored exam does not conflict with itself, and professors cannot check the classes of colleagues', async () => {
    expect((await conflicts({ id: stored.id, classId: algebra?.id })).data).toMatchObject({
      clashes: { count: 0 },
      room: [],
      professors: [],
    })
    expect((await conflicts({}, faculty.professor)).status).toBe(200)
    expect((await conflicts({}, faculty.colleague)).status).toBe(404)
  })

  test('a professor cannot see the participants of another exam by passing its id as that of their own exam', async () => {
    const ownClass = await faculty.addClass('Topology', [], {
      leadProfessorId: String(faculty.colleague.personId),
    })
    const query = { classId: ownClass.id, session: 'resit' }
    expect((await conflicts(query, faculty.colleague)).status).toBe(200)
    expect((await conflicts({ ...query, id: stored.id }, faculty.colleague)).failure.code).toBe(
      'record.missing',
    )
  })

  test('the plan of a session shows its days and each exam with its conflicts', async () => {
    const draft = await faculty.addExam(
      logic as ExamClass,
      '2026-02-03T09:00:00.000Z',
      { capacity: 1 },
      true,
    )
    const path = `${examCalls.examPlanning.path}?academicYearId=${faculty.academicYearId}&session=winter`
    const { data } = await faculty.call<WireExamPlan>(faculty.secretary, 'GET', path)
    expect(data.periods).toEqual([{ name: 'Winter', startsOn: '2026-01-25', endsOn: '2026-02-14' }])
    expect(
      data.exams.map(({ id, clashes, isProfessorTaken, isRoomTaken }) => [
        id,
        clashes,
        isProfessorTaken,
        isRoomTaken,
      ]),
    ).toEqual([
      [stored.id, 1, true, false],
      [draft.id, 1, true, false],
    ])
    await faculty.act('exams', draft.id, 'cancel')
  })

  test('students see their own exams with results, and the requests that they can make, with prices', async () => {
    const read = async <T>(path: string, student = ben as ExamStudent) =>
      (await faculty.call<T>(student.caller, 'GET', path)).data
    const { coming } = await read<WireOwnExams>(examCalls.listOwnExams.path)
    expect(coming.map(({ id, course, room, kind }) => [id, course, room, kind])).toEqual([
      [stored.id, 'Algebra', 'C 101', null],
    ])
    faculty.moveTo('2026-02-10T08:00:00.000Z')
    await faculty.addResult(ben as ExamStudent, String(algebra?.courseId), {
      value: 4,
      examId: stored.id,
    })
    expect(await read<WireOwnExams>(examCalls.listOwnExams.path)).toMatchObject({
      coming: [],
      past: [{ id: stored.id, result: 'graded', value: 4 }],
    })
    const resit = await faculty.addExam(algebra as ExamClass, '2026-02-24T08:00:00.000Z', {
      session: 'resit',
    })
    const possible = await read<WirePossibleResits>(possibleResits.path)
    expect(possible).toEqual({
      isOpen: true,
      improvementsPerSemester: 2,
      courses: [
        {
          courseId: algebra?.courseId,
          course: 'Algebra',
          kind: 'resit',
          refusal: null,
          result: 'graded',
          value: 4,
          fee: 0,
          sittings: [
            {
              id: resit.id,
              startsAt: '2026-02-24T08:00:00.000Z',
              room: null,
              session: 'resit',
              fee: 0,
              lastDay: '2026-02-22',
            },
          ],
        },
      ],
    })
    await faculty.callCreate(
      'exam-resits',
      { courseId: algebra?.courseId, kind: 'resit', examId: resit.id },
      (ben as ExamStudent).caller,
    )
    expect((await read<WirePossibleResits>(possibleResits.path)).courses[0]).toMatchObject({
      refusal: 'resit.open',
      sittings: [],
    })
    await faculty.updateSettings({ allowExamResit: false })
    expect(await read<WirePossibleResits>(possibleResits.path)).toMatchObject({
      isOpen: false,
      courses: [],
    })
  })
})

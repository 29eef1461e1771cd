/** A special exam held yesterday, whose grades the demo professor has not entered yet. */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import { createRecordBase, type DemoRow, type DemoTools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { ClassEnrolment } from './class-enrolments.ts'
import type { DemoExam } from './exams.ts'

const participantCount = 12
const dayMs = 86_400_000

/** Generates the exam, for students who want to improve a grade or have not passed yet. */
export function makeSpecialExam(
  universityClass: UniversityClass,
  {
    attendance,
    grades,
  }: {
    readonly attendance: readonly ClassEnrolment[]
    readonly grades: readonly DemoRow<'grades'>[]
  },
  tools: DemoTools,
): { readonly exam: DemoExam; readonly resits: DemoRow<'exam-resits'>[] } {
  const { calendar, random } = tools
  const day = daysAfter(calendar.today, -1)
  const plannedAt = Date.parse(day) - 20 * dayMs
  const passed = new Set(
    grades
      .filter(({ courseId, value }) => courseId === universityClass.courseId && (value ?? 0) >= 5)
      .map(({ studentId }) => studentId),
  )
  const exam: DemoExam = {
    ...createRecordBase(tools, plannedAt),
    classId: universityClass.id,
    courseId: universityClass.courseId,
    academicYearId: universityClass.academicYearId,
    session: 'special',
    type: 'written',
    startsAt: `${day}T08:00:00.000Z`,
    durationMinutes: 120,
    room: universityClass.room,
    professorId: universityClass.leadProfessorId,
    state: 'held',
    gradeDueAt: `${daysAfter(day, 3)}T10:00:00.000Z`,
    lockedAt: null,
  }
  const members = attendance
    .filter(({ classId }) => classId === universityClass.id)
    .slice(0, participantCount)
  const resits = members.map(({ studentId }): DemoRow<'exam-resits'> => {
    const base = createRecordBase(tools, plannedAt + random.between(1, 9) * dayMs)
    const kind = passed.has(studentId) ? 'improvement' : 'resit'
    const { courseId, academicYearId } = exam
    return {
      ...base,
      studentId,
      courseId,
      academicYearId,
      kind,
      examId: exam.id,
      status: 'approved',
      requestedAt: base.createdAt,
    }
  })
  return { exam, resits }
}

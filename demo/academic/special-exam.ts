/** A special exam held yesterday, whose grades the demo professor has not entered yet. */
import { daysAfter } from '#model/values/dates.ts'
import { createRecordBase, type DemoRow, type DemoTools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { ClassEnrolment } from './class-enrolments.ts'
import type { DemoExam } from './exams.ts'

const participantCount = 12
const dayMs = 86_400_000

/** Generates the exam for students who want to improve a grade or have not passed yet. */
export function makeSpecialExam(
  one: UniversityClass,
  { attendance, grades }: { readonly attendance: readonly ClassEnrolment[]; readonly grades: readonly DemoRow<'grades'>[] },
  tools: DemoTools,
): { readonly exam: DemoExam; readonly resits: DemoRow<'exam-resits'>[] } {
  const { calendar, random } = tools
  const day = daysAfter(calendar.today, -1)
  const planned = Date.parse(day) - 20 * dayMs
  const passed = new Set(
    grades.filter(({ courseId, value }) => courseId === one.courseId && (value ?? 0) >= 5).map(({ studentId }) => studentId),
  )
  const exam: DemoExam = {
    ...createRecordBase(tools, planned),
    classId: one.id,
    courseId: one.courseId,
    academicYearId: one.academicYearId,
    session: 'special',
    type: 'written',
    startsAt: `${day}T08:00:00.000Z`,
    durationMinutes: 120,
    room: one.room,
    professorId: one.leadProfessorId,
    state: 'held',
    gradeDueAt: `${daysAfter(day, 3)}T10:00:00.000Z`,
    lockedAt: null,
  }
  const members = attendance.filter(({ classId }) => classId === one.id).slice(0, participantCount)
  const resits = members.map(({ studentId }): DemoRow<'exam-resits'> => {
    const base = createRecordBase(tools, planned + random.between(1, 9) * dayMs)
    const kind = passed.has(studentId) ? 'improvement' : 'resit'
    const { courseId, academicYearId } = exam
    return { ...base, studentId, courseId, academicYearId, kind, examId: exam.id, status: 'approved', requestedAt: base.createdAt }
  })
  return { exam, resits }
}

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  outerTable,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireOwnExams } from '#resources/academic/wire-exams.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'
import { participantsOf } from './participants.ts'
import { examEnd } from './times.ts'

const exam = table(exams)
const course = table(courses)
const examResit = outerTable(examResits)
const grade = outerTable(grades)
const classEnrolment = table(classEnrolments)
const otherResit = table(examResits, 'other_resit')

const maxPast = 200

/**
 * Returns a student's exams: upcoming exams, the next one first, and past exams with published
 * grades, the latest first.
 */
export async function readStudentExams(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language },
  now: Date,
): Promise<WireOwnExams> {
  const exams = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        exam,
        'id',
        'courseId',
        'startsAt',
        'durationMinutes',
        'room',
        'type',
        'session',
        'state',
      ),
      course: inLanguage(course.name, language),
      kind: examResit.kind,
      ...columns(grade, 'result', 'value'),
      isOver: expr<boolean>`${examEnd(exam)} <= ${now.toISOString()}::timestamptz`,
    })}
     from ${exam} cross join lateral (select s.resit_id from (${participantsOf(exam)}) s where s.student_id = ${studentId}::uuid) sits
       join ${course} on ${course.id} = ${exam.courseId} left join ${examResit} on ${examResit.id} = sits.resit_id
       left join ${grade} on ${grade.examId} = ${exam.id} and ${grade.studentId} = ${studentId}::uuid and ${isPublishedGrade(grade)}
     where ${differsFromLiteral(exam.state, 'draft')} and (${exam.classId} in (select ${classEnrolment.classId} from ${classEnrolment} where ${classEnrolment.studentId} = ${studentId}::uuid)
       or ${exam.id} in (select ${otherResit.examId} from ${otherResit} where ${otherResit.studentId} = ${studentId}::uuid))
     order by ${exam.startsAt} desc, ${exam.id} limit ${raw(maxPast)}`,
  )
  const selectExams = (isMatch: (exam: (typeof exams)[number]) => boolean) =>
    exams.filter(isMatch).map(({ isOver: _, ...exam }) => exam)
  return {
    coming: selectExams(({ isOver }) => !isOver).toReversed(),
    past: selectExams(({ isOver, state }) => isOver && state !== 'cancelled'),
  }
}

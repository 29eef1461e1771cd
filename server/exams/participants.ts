import {
  type ColumnsOf,
  equalsLiteral,
  isOneOfLiterals,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { examResits } from '#resources/exam-resits.ts'
import type { exams } from '#resources/exams.ts'

const classEnrolment = table(classEnrolments)
const examResit = table(examResits)

/**
 * Query for the students who sit an exam, as `student_id` and `resit_id`: in a regular session, the
 * members of the class; in others, the students whose resit request was approved for this exam.
 * `exam` is a row of the outer query.
 */
export const participantsOf = (exam: ColumnsOf<typeof exams, 'id' | 'classId' | 'session'>) =>
  sql`SELECT ${classEnrolment.studentId}, NULL::uuid AS resit_id FROM ${classEnrolment}
     WHERE ${classEnrolment.classId} = ${exam.classId} AND ${equalsLiteral(classEnrolment.status, 'active')} AND ${isOneOfLiterals(exam.session, ['winter', 'summer'])}
       AND NOT EXISTS (SELECT FROM ${examResit} WHERE ${examResit.examId} = ${exam.id} AND ${examResit.studentId} = ${classEnrolment.studentId}
       AND ${isOneOfLiterals(examResit.status, ['approved', 'held'])})
   UNION ALL
   SELECT ${examResit.studentId}, ${examResit.id} FROM ${examResit} WHERE ${examResit.examId} = ${exam.id} AND ${isOneOfLiterals(examResit.status, ['approved', 'held'])}`

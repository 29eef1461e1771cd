import { type ColumnsOf, equalsLiteral, isOneOfLiterals, sql, table } from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { examResits } from '#resources/exam-resits.ts'
import type { exams } from '#resources/exams.ts'

const m = table(classEnrolments, 'm')
const q = table(examResits, 'q')

/**
 * Query for the students who sit an exam, as `student_id` and `resit_id`: in a regular session, the members of the class; in
 * others, the students whose resit request was approved for this exam. `exam` is a row of the outer query.
 */
export const participantsOf = (exam: ColumnsOf<typeof exams, 'id' | 'classId' | 'session'>) =>
  sql`SELECT ${m.studentId}, NULL::uuid AS resit_id FROM ${m}
     WHERE ${m.classId} = ${exam.classId} AND ${equalsLiteral(m.status, 'active')} AND ${isOneOfLiterals(exam.session, ['winter', 'summer'])}
       AND NOT EXISTS (SELECT FROM ${q} WHERE ${q.examId} = ${exam.id} AND ${q.studentId} = ${m.studentId}
       AND ${isOneOfLiterals(q.status, ['approved', 'held'])})
   UNION ALL
   SELECT ${q.studentId}, ${q.id} FROM ${q} WHERE ${q.examId} = ${exam.id} AND ${isOneOfLiterals(q.status, ['approved', 'held'])}`

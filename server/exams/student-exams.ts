import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  inLanguage,
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

const e = table(exams, 'e')
const c = table(courses, 'c')
const q = outerTable(examResits, 'q')
const g = outerTable(grades, 'g')
const m = table(classEnrolments, 'm')
const r = table(examResits, 'r')

const maxPast = 200

/** Returns a student's exams: upcoming exams, the next one first, and past exams with published grades, the latest first. */
export async function readStudentExams(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language },
  now: Date,
): Promise<WireOwnExams> {
  const exams = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(e, 'id', 'courseId', 'startsAt', 'durationMinutes', 'room', 'type', 'session', 'state'),
      course: inLanguage(c.name, language),
      kind: q.kind,
      ...columns(g, 'result', 'value'),
      isOver: expr<boolean>`${examEnd(e)} <= ${now.toISOString()}::timestamptz`,
    })}
     from ${e} cross join lateral (select s.resit_id from (${participantsOf(e)}) s where s.student_id = ${studentId}::uuid) sits
       join ${c} on ${c.id} = ${e.courseId} left join ${q} on ${q.id} = sits.resit_id
       left join ${g} on ${g.examId} = ${e.id} and ${g.studentId} = ${studentId}::uuid and ${isPublishedGrade(g)}
     where ${differsFromLiteral(e.state, 'draft')} and (${e.classId} in (select ${m.classId} from ${m} where ${m.studentId} = ${studentId}::uuid)
       or ${e.id} in (select ${r.examId} from ${r} where ${r.studentId} = ${studentId}::uuid))
     order by ${e.startsAt} desc, ${e.id} limit ${raw(maxPast)}`,
  )
  const selectExams = (isMatch: (exam: (typeof exams)[number]) => boolean) => exams.filter(isMatch).map(({ isOver: _, ...exam }) => exam)
  return {
    coming: selectExams(({ isOver }) => !isOver).toReversed(),
    past: selectExams(({ isOver, state }) => isOver && state !== 'cancelled'),
  }
}

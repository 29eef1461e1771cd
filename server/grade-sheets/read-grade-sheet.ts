import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permittedCondition } from '@matricola/server/policy/permit.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireGradeSheet, WireGradeSheetRow } from '#resources/academic/grade-sheet.ts'
import { canSeeGradeSheet } from '#resources/academic/grade-sheet-access.ts'
import { courses } from '#resources/courses.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { settings } from '#resources/settings.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from '../classes/class-name.ts'
import { participantsOf } from '../exams/participants.ts'
import { gradesDueSql, gradesLockSql } from './times.ts'

const examRow = table(exams)
const universityClass = table(universityClasses)
const course = table(courses)
const professor = table(professors)
const settingsRow = table(settings)
const formerGrade = table(grades, 'former_grade')
const otherGrade = table(grades, 'other_grade')
const student = table(students)
const examResit = outerTable(examResits)
/** The grade of a row, if its id is not null. */
const grade = table(grades)

interface ExamRow extends Omit<WireGradeSheet['exam'], 'professor'> {
  readonly professor: string
  readonly professorId: string
  readonly leadProfessorId: string
  readonly hasBegun: boolean
  readonly dueAt: string
  readonly locksAt: string
  readonly lockedAt: string | null
  readonly unlockReason: string | null
  readonly passMark: number
}

export interface SheetQuery {
  readonly caller: Caller
  readonly examId: string
  readonly now: Date
}

/**
 * Returns the grade sheet of an exam: its participants with their grades. Visible to staff, the
 * examiner and the leader of the class. Throws `record.missing` and `access.denied`.
 */
export async function readGradeSheet(
  queries: Queries,
  { caller, examId, now }: SheetQuery,
): Promise<WireGradeSheet> {
  const exam = await examOf(queries, caller, examId, now)
  const rows = await readSheetRows(queries, examId)
  const {
    courseId,
    className,
    courseName,
    session,
    type,
    state,
    startsAt,
    durationMinutes,
    room,
    professor,
    id,
    version,
  } = exam
  return {
    exam: {
      id,
      version,
      courseId,
      className,
      courseName,
      session,
      type,
      state,
      startsAt,
      durationMinutes,
      room,
      professor,
    },
    dueAt: exam.dueAt,
    locksAt: exam.locksAt,
    lockedAt: exam.lockedAt,
    unlockReason: exam.unlockReason,
    passMark: exam.passMark,
    can: allowedActions(exam, caller),
    rows,
    ...gradeCountsOf(rows),
  }
}

async function examOf(
  queries: Queries,
  caller: Caller,
  examId: string,
  now: Date,
): Promise<ExamRow> {
  const permit = authorize(caller, exams, 'read')
  authorize(caller, grades, 'read')
  const [exam] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        examRow,
        'id',
        'version',
        'courseId',
        'session',
        'type',
        'state',
        'startsAt',
        'durationMinutes',
        'room',
        'lockedAt',
        'unlockReason',
      ),
      className: classNameIn(universityClass.name, course.name, caller.language),
      courseName: inLanguage(course.name, caller.language),
      professor: expr<string>`${professor.lastName} || ' ' || ${professor.firstName}`,
      professorId: professor.id,
      leadProfessorId: universityClass.leadProfessorId,
      hasBegun: expr<boolean>`${examRow.startsAt} <= ${now.toISOString()}::timestamptz`,
      dueAt: gradesDueSql(examRow, settingsRow),
      locksAt: gradesLockSql(examRow, settingsRow),
      passMark: settingsRow.passMark,
    })}
     from ${examRow} join ${universityClass} on ${universityClass.id} = ${examRow.classId} join ${course} on ${course.id} = ${examRow.courseId}
       join ${professor} on ${professor.id} = coalesce(${examRow.professorId}, ${universityClass.leadProfessorId}) cross join ${settingsRow}
     where ${examRow.id} = ${examId}::uuid and ${permittedCondition(permit, examRow)}`,
  )
  if (!exam) throw new AppError('record.missing')
  if (!canSeeGradeSheet(caller, exam)) throw new AppError('access.denied')
  return exam
}

/** Returns the actions that the caller may take on the grades now. */
function allowedActions({ state, hasBegun }: ExamRow, { role }: Caller): WireGradeSheet['can'] {
  if (role !== 'professor' || !hasBegun || !['published', 'held', 'graded'].includes(state))
    return []
  return state === 'graded' ? ['enter', 'publish', 'correct'] : ['enter', 'publish']
}

/** Returns the students who sit the exam or have a grade in it, in alphabetical order. */
export async function readSheetRows(
  queries: Queries,
  examId: string,
): Promise<WireGradeSheetRow[]> {
  const rows = await runStatement(
    queries,
    sql`with exams as (select * from ${examRow} where ${examRow.id} = ${examId}), sitting as materialized (select p.* from exams, lateral (${participantsOf(examRow)}) p),
       everyone as (
         select student_id, resit_id, false as has_left from sitting union all
         select ${formerGrade.studentId}, null, true from ${formerGrade} where ${formerGrade.examId} = ${examId} and ${formerGrade.studentId} not in (select student_id from sitting))
     select ${pick({
       studentId: student.id,
       name: expr<string>`${student.lastName} || ' ' || ${student.firstName}`,
       number: student.matriculationNumber,
       group: student.groupName,
       resit: examResit.kind,
       hasLeft: expr<boolean>`v.has_left`,
       attempt: expr<number>`coalesce(${grade.attempt}, 1 + (select count(*)::int from ${otherGrade}
         where ${otherGrade.studentId} = ${student.id} and ${otherGrade.courseId} = ${examRow.courseId}))`,
       gradeId: expr<string | null>`${grade.id}`,
       ...columns(grade, 'version', 'result', 'value', 'state', 'publishedAt', 'correctionReason'),
     })}
     from exams cross join everyone v join ${student} on ${student.id} = v.student_id left join ${examResit} on ${examResit.id} = v.resit_id
       left join ${grade} on ${grade.examId} = ${examRow.id} and ${grade.studentId} = ${student.id}
     order by ${student.lastNameKey}, ${student.firstNameKey}, ${student.id}`,
  )
  return rows.map(
    ({ studentId, name, number, group, resit, attempt, hasLeft, gradeId, ...grade }) => ({
      studentId,
      name,
      number,
      group,
      resit,
      attempt,
      hasLeft,
      grade: gradeId === null ? null : { id: gradeId, ...grade },
    }),
  )
}

export const gradeCountsOf = (rows: readonly WireGradeSheetRow[]) => ({
  missing: rows.filter(({ grade, hasLeft }) => grade === null && !hasLeft).length,
  drafts: rows.filter(({ grade }) => grade?.state === 'draft').length,
})

/**
 * Returns the grade sheet after locking its exam until the transaction ends, which serializes
 * saving, publishing and locking the grades of an exam. Throws as `readGradeSheet` does.
 */
export async function lockGradeSheet(queries: Queries, query: SheetQuery): Promise<WireGradeSheet> {
  await runStatement(
    queries,
    sql`select 1 from ${examRow} where ${examRow.id} = ${query.examId} for no key update`,
  )
  return readGradeSheet(queries, query)
}

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permittedCondition } from '@matricola/server/policy/permit.ts'
import { columns, expr, inLanguage, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { canSeeGradeSheet, type WireGradeSheet, type WireGradeSheetRow } from '#resources/academic/grade-sheet.ts'
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

const e = table(exams, 'e')
const k = table(universityClasses, 'k')
const c = table(courses, 'c')
const p = table(professors, 'p')
const r = table(settings, 'r')
const g = table(grades, 'g')
const x = table(grades, 'x')
const s = table(students, 's')
const q = outerTable(examResits, 'q')
/** The grade of a row, if its id is not null. */
const gx = table(grades, 'gx')

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
 * Returns the grade sheet of an exam: its participants with their grades. Visible to staff, the examiner and the leader of the
 * class. Throws `record.missing` and `access.denied`.
 */
export async function readGradeSheet(queries: Queries, { caller, examId, now }: SheetQuery): Promise<WireGradeSheet> {
  const exam = await examOf(queries, caller, examId, now)
  const rows = await readSheetRows(queries, examId)
  const { courseId, className, courseName, session, type, state, startsAt, durationMinutes, room, professor, id, version } = exam
  return {
    exam: { id, version, courseId, className, courseName, session, type, state, startsAt, durationMinutes, room, professor },
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

async function examOf(queries: Queries, caller: Caller, examId: string, now: Date): Promise<ExamRow> {
  const permit = authorize(caller, exams, 'read')
  authorize(caller, grades, 'read')
  const [exam] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        e,
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
      className: classNameIn(k.name, c.name, caller.language),
      courseName: inLanguage(c.name, caller.language),
      professor: expr<string>`${p.lastName} || ' ' || ${p.firstName}`,
      professorId: p.id,
      leadProfessorId: k.leadProfessorId,
      hasBegun: expr<boolean>`${e.startsAt} <= ${now.toISOString()}::timestamptz`,
      dueAt: gradesDueSql(e, r),
      locksAt: gradesLockSql(e, r),
      passMark: r.passMark,
    })}
     from ${e} join ${k} on ${k.id} = ${e.classId} join ${c} on ${c.id} = ${e.courseId}
       join ${p} on ${p.id} = coalesce(${e.professorId}, ${k.leadProfessorId}) cross join ${r}
     where ${e.id} = ${examId}::uuid and ${permittedCondition(permit, e)}`,
  )
  if (!exam) throw new AppError('record.missing')
  if (!canSeeGradeSheet(caller, exam)) throw new AppError('access.denied')
  return exam
}

/** Returns the actions that the caller may take on the grades now. */
function allowedActions({ state, hasBegun }: ExamRow, { role }: Caller): WireGradeSheet['can'] {
  if (role !== 'professor' || !hasBegun || !['published', 'held', 'graded'].includes(state)) return []
  return state === 'graded' ? ['enter', 'publish', 'correct'] : ['enter', 'publish']
}

/** Returns the students who sit the exam or have a grade in it, in alphabetical order. */
export async function readSheetRows(queries: Queries, examId: string): Promise<WireGradeSheetRow[]> {
  const rows = await runStatement(
    queries,
    sql`with e as (select * from ${e} where ${e.id} = ${examId}), sitting as materialized (select p.* from e, lateral (${participantsOf(e)}) p),
       everyone as (
         select student_id, resit_id, false as has_left from sitting union all
         select ${g.studentId}, null, true from ${g} where ${g.examId} = ${examId} and ${g.studentId} not in (select student_id from sitting))
     select ${pick({
       studentId: s.id,
       name: expr<string>`${s.lastName} || ' ' || ${s.firstName}`,
       number: s.matriculationNumber,
       group: s.groupName,
       resit: q.kind,
       hasLeft: expr<boolean>`v.has_left`,
       attempt: expr<number>`coalesce(${gx.attempt}, 1 + (select count(*)::int from ${x}
         where ${x.studentId} = ${s.id} and ${x.courseId} = ${e.courseId}))`,
       gradeId: expr<string | null>`${gx.id}`,
       ...columns(gx, 'version', 'result', 'value', 'state', 'publishedAt', 'correctionReason'),
     })}
     from e cross join everyone v join ${s} on ${s.id} = v.student_id left join ${q} on ${q.id} = v.resit_id
       left join ${gx} on ${gx.examId} = ${e.id} and ${gx.studentId} = ${s.id}
     order by ${s.lastNameKey}, ${s.firstNameKey}, ${s.id}`,
  )
  return rows.map(({ studentId, name, number, group, resit, attempt, hasLeft, gradeId, ...grade }) => ({
    studentId,
    name,
    number,
    group,
    resit,
    attempt,
    hasLeft,
    grade: gradeId === null ? null : { id: gradeId, ...grade },
  }))
}

export const gradeCountsOf = (rows: readonly WireGradeSheetRow[]) => ({
  missing: rows.filter(({ grade, hasLeft }) => grade === null && !hasLeft).length,
  drafts: rows.filter(({ grade }) => grade?.state === 'draft').length,
})

/**
 * Returns the grade sheet after locking its exam until the transaction ends, which serializes saving, publishing and locking the
 * grades of an exam. Throws as `readGradeSheet` does.
 */
export async function lockGradeSheet(queries: Queries, query: SheetQuery): Promise<WireGradeSheet> {
  await runStatement(queries, sql`select 1 from ${e} where ${e.id} = ${query.examId} for no key update`)
  return readGradeSheet(queries, query)
}

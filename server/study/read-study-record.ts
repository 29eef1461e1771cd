import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { inLanguage, isTranslatedIn } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import {
  computeStudyRecord,
  type NamedStudyRecord,
  type StudyCourse,
} from '#resources/academic/study-record.ts'
import { academicYears } from '#resources/academic-years.ts'
import * as calls from '#resources/calls/study-record.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { readGradeAppeals } from '#server/appeals/read-grade-appeal.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'
import { readStudyRules } from './rules.ts'

const studentRow = table(students)
const specialization = table(specializations)
const grade = table(grades)
const academicYear = outerTable(academicYears)
const professor = outerTable(professors)
const course = table(courses)
const classEnrolment = table(classEnrolments)
const universityClass = table(universityClasses)

/** The study record of a student, for the student and for staff. */
export function studyRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  registerCall(app, calls.getStudyRecord, async ({ caller, params: { id } }) => {
    const permit = authorize(caller, asAnyResource(students), 'read')
    await records.get(permit, id)
    await records.accessLogger.logOpened(permit, id)
    const { database, clock } = context
    const [record, appeals] = await Promise.all([
      readStudyRecord(database, id, caller.language),
      readGradeAppeals(database, { studentId: id, role: caller.role, now: clock.now() }),
    ])
    return ok({ ...record, appeals })
  })
}

/** Rows of the common table expression `named_grades`: grades with additional names. */
const namedGrade = table(grades, 'named_grade')

/**
 * Returns the study record of a student: compulsory courses of the programme up to the current
 * year, other attended courses, and every course with a published grade. The caller must have
 * checked access to the student. Throws `record.missing`.
 */
export async function readStudyRecord(
  queries: Queries,
  studentId: string,
  language: Language,
): Promise<NamedStudyRecord> {
  const [[student], courses, { passMark }] = await Promise.all([
    runStatement(
      queries,
      sql`select ${pick({
        studentId: studentRow.id,
        name: expr<string>`${studentRow.lastName} || ' ' || ${studentRow.firstName}`,
        ...columns(studentRow, 'matriculationNumber', 'studyYear'),
        programme: inLanguage(specialization.name, language),
        ...columns(specialization, 'yearsOfStudy', 'creditsPerYear', 'totalCredits'),
      })}
       from ${studentRow} join ${specialization} on ${specialization.id} = ${studentRow.specializationId} where ${studentRow.id} = ${studentId}::uuid`,
    ),
    coursesOf(queries, studentId, language),
    readStudyRules(queries),
  ])
  if (!student) throw new AppError('record.missing')
  const { creditsPerYear, totalCredits } = student
  return {
    ...student,
    passMark,
    ...computeStudyRecord(courses, { passMark, creditsPerYear, totalCredits }),
  }
}

async function coursesOf(
  queries: Queries,
  studentId: string,
  language: Language,
): Promise<StudyCourse[]> {
  const rows = await runStatement(
    queries,
    sql`with named_grades as (
       select grades.*, ${academicYear.name} as year_name, ${professor.lastName} || ' ' || ${professor.firstName} as professor from ${grade}
       left join ${academicYear} on ${academicYear.id} = ${grade.academicYearId} left join ${professor} on ${professor.id} = ${grade.professorId}
       where ${grade.studentId} = ${studentId}::uuid and ${isPublishedGrade(grade)}
     )
     select ${pick({
       ...columns(course, 'id', 'code', 'year', 'semester', 'credits', 'type'),
       name: inLanguage(course.name, language),
       isTranslated: isTranslatedIn(course.name, language),
       attempts: expr<StudyCourse['attempts'] | string>`coalesce((
       select jsonb_agg(jsonb_build_object('id', ${namedGrade.id}, 'kind', ${namedGrade.kind}, 'attempt', ${namedGrade.attempt}, 'result', ${namedGrade.result}, 'value', ${namedGrade.value},
           'academicYear', named_grade.year_name, 'publishedAt', to_char(${namedGrade.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'publishedBy', named_grade.professor) order by ${namedGrade.attempt}, ${namedGrade.publishedAt}, ${namedGrade.id})
       from named_grades named_grade where ${namedGrade.courseId} = ${course.id}), '[]'::jsonb)`,
     })}
     from ${course}
     where ${course.id} in (select ${namedGrade.courseId} from named_grades named_grade)
       or ${course.id} in (select ${universityClass.courseId} from ${classEnrolment} join ${universityClass} on ${universityClass.id} = ${classEnrolment.classId}
         where ${classEnrolment.studentId} = ${studentId}::uuid and ${equalsLiteral(classEnrolment.status, 'active')})
       or exists (select from ${studentRow} where ${studentRow.id} = ${studentId}::uuid and ${studentRow.specializationId} = ${course.specializationId}
         and ${course.year} <= ${studentRow.studyYear} and ${equalsLiteral(course.type, 'compulsory')} and ${course.isActive})
     order by ${course.year}, ${course.semester}, ${course.nameKey}, ${course.id}`,
  )
  // PostgreSQL and the embedded database differ in whether they return JSON as text.
  return rows.map((row) => ({
    ...row,
    attempts: typeof row.attempts === 'string' ? JSON.parse(row.attempts) : row.attempts,
  }))
}

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  equalsLiteral,
  expr,
  inLanguage,
  isTranslatedIn,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { computeStudyRecord, type NamedStudyRecord, type StudyCourse } from '#resources/academic/study-record.ts'
import { academicYears } from '#resources/academic-years.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'
import { readStudyRules } from './rules.ts'

const s = table(students, 's')
const p = table(specializations, 'p')
const g = table(grades, 'g')
const y = outerTable(academicYears, 'y')
const px = outerTable(professors, 'px')
const c = table(courses, 'c')
const e = table(classEnrolments, 'e')
const k = table(universityClasses, 'k')
/** Rows of the common table expression `named_grades`: grades with additional names. */
const m = table(grades, 'm')

/**
 * Returns the study record of a student: compulsory courses of the programme up to the current year, other attended courses, and
 * every course with a published grade. The caller must have checked access to the student. Throws `record.missing`.
 */
export async function readStudyRecord(queries: Queries, studentId: string, language: Language): Promise<NamedStudyRecord> {
  const [[student], courses, { passMark }] = await Promise.all([
    runStatement(
      queries,
      sql`select ${pick({
        studentId: s.id,
        name: expr<string>`${s.lastName} || ' ' || ${s.firstName}`,
        ...columns(s, 'matriculationNumber', 'studyYear'),
        programme: inLanguage(p.name, language),
        ...columns(p, 'yearsOfStudy', 'creditsPerYear', 'totalCredits'),
      })}
       from ${s} join ${p} on ${p.id} = ${s.specializationId} where ${s.id} = ${studentId}::uuid`,
    ),
    coursesOf(queries, studentId, language),
    readStudyRules(queries),
  ])
  if (!student) throw new AppError('record.missing')
  const { creditsPerYear, totalCredits } = student
  return { ...student, passMark, ...computeStudyRecord(courses, { passMark, creditsPerYear, totalCredits }) }
}

async function coursesOf(queries: Queries, studentId: string, language: Language): Promise<StudyCourse[]> {
  const rows = await runStatement(
    queries,
    sql`with named_grades as (
       select g.*, ${y.name} as year_name, ${px.lastName} || ' ' || ${px.firstName} as professor from ${g}
       left join ${y} on ${y.id} = ${g.academicYearId} left join ${px} on ${px.id} = ${g.professorId}
       where ${g.studentId} = ${studentId}::uuid and ${isPublishedGrade(g)}
     )
     select ${pick({
       ...columns(c, 'id', 'code', 'year', 'semester', 'credits', 'type'),
       name: inLanguage(c.name, language),
       isTranslated: isTranslatedIn(c.name, language),
       attempts: expr<StudyCourse['attempts'] | string>`coalesce((
       select jsonb_agg(jsonb_build_object('id', ${m.id}, 'kind', ${m.kind}, 'attempt', ${m.attempt}, 'result', ${m.result}, 'value', ${m.value},
           'academicYear', m.year_name, 'publishedAt', to_char(${m.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'publishedBy', m.professor) order by ${m.attempt}, ${m.publishedAt}, ${m.id})
       from named_grades m where ${m.courseId} = ${c.id}), '[]'::jsonb)`,
     })}
     from ${c}
     where ${c.id} in (select ${m.courseId} from named_grades m)
       or ${c.id} in (select ${k.courseId} from ${e} join ${k} on ${k.id} = ${e.classId}
         where ${e.studentId} = ${studentId}::uuid and ${equalsLiteral(e.status, 'active')})
       or exists (select from ${s} where ${s.id} = ${studentId}::uuid and ${s.specializationId} = ${c.specializationId}
         and ${c.year} <= ${s.studyYear} and ${equalsLiteral(c.type, 'compulsory')} and ${c.isActive})
     order by ${c.year}, ${c.semester}, ${c.nameKey}, ${c.id}`,
  )
  // PostgreSQL and the embedded database differ in whether they return JSON as text.
  return rows.map((row) => ({ ...row, attempts: typeof row.attempts === 'string' ? JSON.parse(row.attempts) : row.attempts }))
}

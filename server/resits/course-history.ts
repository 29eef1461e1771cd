/** A student's results, exams and requests per course, which determine whether a resit or improvement can be requested. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  differsFromLiteral,
  equalsLiteral,
  expr,
  inLanguage,
  isOneOfLiterals,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { ResitState } from '#resources/academic/resits.ts'
import { courses } from '#resources/courses.ts'
import { examResits } from '#resources/exam-resits.ts'
import { grades } from '#resources/grades.ts'
import { settings } from '#resources/settings.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'

const g = table(grades, 'g')
const t = table(settings, 't')
// Rows of the common table expressions below, which have the columns of grades.
const r = table(grades, 'r')
const l = table(grades, 'l')
const p = outerTable(grades, 'p')
const q = table(examResits, 'q')
const d = table(courses, 'd')
const c = table(courses, 'c')

export interface CourseHistory extends ResitState {
  readonly courseId: string
  readonly course: string
  /** The best passing grade, else the latest published result. */
  readonly result: string
  readonly value: number | null
  /** Academic year of the latest result. */
  readonly yearId: string
  /** Number of exams of the course in the requested academic year that took place or were approved. */
  readonly sittings: number
}

interface CourseHistoryQuery {
  readonly studentId: string
  /** Null: every course in which the student has a published result. */
  readonly courseId: string | null
  /** Academic year of a new request; null: that of the latest result in each course. */
  readonly yearId: string | null
  /** Language for the names of courses; absent: as the university entered them. */
  readonly language?: Language | null
}

/**
 * Returns the student's results and exams in each course with a published result, in the order of the courses' names. An exam
 * counts if the student sat it or was absent, but not if the student had no right to sit it.
 */
export const readCourseHistories = (
  queries: Queries,
  { studentId, courseId, yearId, language = null }: CourseHistoryQuery,
): Promise<CourseHistory[]> =>
  runStatement(
    queries,
    sql`with results as (
       select g.*, row_number() over (partition by ${g.courseId}
       order by ${g.publishedAt} desc nulls last, ${g.attempt} desc, ${g.id} desc) as place
       from ${g} where ${g.studentId} = ${studentId}::uuid and ${isPublishedGrade(g)} and (${courseId}::uuid is null
       or ${g.courseId} = ${courseId}::uuid)),
     latest as (select r.*, coalesce(${yearId}::uuid, ${r.academicYearId}) as asked_year_id from results r where r.place = 1),
     passes as (
       select distinct on (${r.courseId}) ${r.courseId}, ${r.academicYearId}, ${r.result}, ${r.value} from results r
       where ${equalsLiteral(r.result, 'graded')} and ${r.value} >= (select ${t.passMark} from ${t} limit 1)
       order by ${r.courseId}, ${r.value} desc, ${r.attempt})
     select ${pick({
       courseId: l.courseId,
       course: inLanguage(c.name, language),
       result: expr<string>`coalesce(${p.result}, ${l.result})`,
       value: expr<number | null>`coalesce(${p.value}, ${l.value})`,
       yearId: l.academicYearId,
       hasResult: expr<true>`true`,
       isPassed: expr<boolean>`${p.courseId} is not null`,
       passedYearId: p.academicYearId,
       improvements: expr<number>`(select count(*) from ${q} join ${d} on ${d.id} = ${q.courseId}
        where ${q.studentId} = ${studentId}::uuid and ${equalsLiteral(q.kind, 'improvement')} and ${isOneOfLiterals(q.status, ['requested', 'approved', 'held'])}
          and ${q.academicYearId} = l.asked_year_id and ${d.semester} = ${c.semester})`,
       openKinds: expr<
         CourseHistory['openKinds']
       >`array(select ${q.kind} from ${q} where ${q.studentId} = ${studentId}::uuid and ${q.courseId} = ${l.courseId}
         and ${isOneOfLiterals(q.status, ['requested', 'approved'])})`,
       sittings: expr<number>`(select count(*) from results r where ${r.courseId} = ${l.courseId} and ${r.academicYearId} = l.asked_year_id
          and ${differsFromLiteral(r.kind, 'recognised')} and ${isOneOfLiterals(r.result, ['graded', 'absent'])})
       + (select count(*) from ${q} where ${q.studentId} = ${studentId}::uuid and ${q.courseId} = ${l.courseId}
       and ${q.academicYearId} = l.asked_year_id
          and ${isOneOfLiterals(q.status, ['approved', 'held'])} and not exists (select from results r where ${r.examId} = ${q.examId}))`,
     })}
     from latest l join ${c} on ${c.id} = ${l.courseId} left join passes p on ${p.courseId} = ${l.courseId}
     order by ${inLanguage(c.nameKey, language)}, ${c.id}`,
  )

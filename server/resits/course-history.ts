/**
 * A student's results, exams and requests per course, which determine whether a resit or
 * improvement can be requested.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  differsFromLiteral,
  equalsLiteral,
  expr,
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

const grade = table(grades)
const settingsRow = table(settings)
// Rows of the common table expressions below, which have the columns of grades.
const result = table(grades, 'result')
const latest = table(grades, 'latest')
const pass = outerTable(grades, 'pass')
const examResit = table(examResits)
const otherCourse = table(courses, 'other_course')
const course = table(courses)

export interface CourseHistory extends ResitState {
  readonly courseId: string
  readonly course: string
  /** The best passing grade, else the latest published result. */
  readonly result: string
  readonly value: number | null
  /** Academic year of the latest result. */
  readonly yearId: string
  /**
   * Number of exams of the course in the requested academic year that took place or were approved.
   */
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
 * Returns the student's results and exams in each course with a published result, in the order of
 * the courses' names. An exam counts if the student sat it or was absent, but not if the student
 * had no right to sit it.
 */
export const readCourseHistories = (
  queries: Queries,
  { studentId, courseId, yearId, language = null }: CourseHistoryQuery,
): Promise<CourseHistory[]> =>
  runStatement(
    queries,
    sql`with results as (
       select grades.*, row_number() over (partition by ${grade.courseId}
       order by ${grade.publishedAt} desc nulls last, ${grade.attempt} desc, ${grade.id} desc) as place
       from ${grade} where ${grade.studentId} = ${studentId}::uuid and ${isPublishedGrade(grade)} and (${courseId}::uuid is null
       or ${grade.courseId} = ${courseId}::uuid)),
     latest as (select result.*, coalesce(${yearId}::uuid, ${result.academicYearId}) as asked_year_id from results result where result.place = 1),
     passes as (
       select distinct on (${result.courseId}) ${result.courseId}, ${result.academicYearId}, ${result.result}, ${result.value} from results result
       where ${equalsLiteral(result.result, 'graded')} and ${result.value} >= (select ${settingsRow.passMark} from ${settingsRow} limit 1)
       order by ${result.courseId}, ${result.value} desc, ${result.attempt})
     select ${pick({
       courseId: latest.courseId,
       course: inLanguage(course.name, language),
       result: expr<string>`coalesce(${pass.result}, ${latest.result})`,
       value: expr<number | null>`coalesce(${pass.value}, ${latest.value})`,
       yearId: latest.academicYearId,
       hasResult: expr<true>`true`,
       isPassed: expr<boolean>`${pass.courseId} is not null`,
       passedYearId: pass.academicYearId,
       improvements: expr<number>`(select count(*) from ${examResit} join ${otherCourse} on ${otherCourse.id} = ${examResit.courseId}
        where ${examResit.studentId} = ${studentId}::uuid and ${equalsLiteral(examResit.kind, 'improvement')} and ${isOneOfLiterals(examResit.status, ['requested', 'approved', 'held'])}
          and ${examResit.academicYearId} = latest.asked_year_id and ${otherCourse.semester} = ${course.semester})`,
       openKinds: expr<
         CourseHistory['openKinds']
       >`array(select ${examResit.kind} from ${examResit} where ${examResit.studentId} = ${studentId}::uuid and ${examResit.courseId} = ${latest.courseId}
         and ${isOneOfLiterals(examResit.status, ['requested', 'approved'])})`,
       sittings: expr<number>`(select count(*) from results result where ${result.courseId} = ${latest.courseId} and ${result.academicYearId} = latest.asked_year_id
          and ${differsFromLiteral(result.kind, 'recognised')} and ${isOneOfLiterals(result.result, ['graded', 'absent'])})
       + (select count(*) from ${examResit} where ${examResit.studentId} = ${studentId}::uuid and ${examResit.courseId} = ${latest.courseId}
       and ${examResit.academicYearId} = latest.asked_year_id
          and ${isOneOfLiterals(examResit.status, ['approved', 'held'])} and not exists (select from results result where ${result.examId} = ${examResit.examId}))`,
     })}
     from latest join ${course} on ${course.id} = ${latest.courseId} left join passes pass on ${pass.courseId} = ${latest.courseId}
     order by ${inLanguage(course.nameKey, language)}, ${course.id}`,
  )

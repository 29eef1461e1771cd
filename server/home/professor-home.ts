import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { ProfessorHome } from '#resources/academic/home.ts'
import { courses } from '#resources/courses.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { licenseExams } from '#resources/license-exams.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { awaitsGrades } from '#server/computed.ts'
import { isAppealOfOwnGrade, isOfOwnCourse, isOwnExam } from '#server/scopes.ts'
import { participantsOf } from '../exams/participants.ts'

const exam = table(exams)
const course = table(courses)
const universityClass = table(universityClasses)
const grade = table(grades)
const examResit = table(examResits)
const licenseExam = table(licenseExams)
const gradeAppeal = table(gradeAppeals)

const aheadMs = 14 * 86_400_000
const maxListed = 8

/** Returns the data of a professor's start page. */
export async function readProfessorHome(
  { database, clock }: Context,
  { id, personId, language }: Caller,
): Promise<ProfessorHome> {
  const now = clock.now()
  const me = expr<string>`${id}::uuid`
  const [exams, sheets, [counts]] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(exam, 'id', 'startsAt', 'room', 'session'), course: inLanguage(course.name, language), group: universityClass.groupName })}
       from ${exam} join ${course} on ${course.id} = ${exam.courseId} join ${universityClass} on ${universityClass.id} = ${exam.classId}
       where ${isOwnExam.professor(exam, me)} and ${isOneOfLiterals(exam.state, ['draft', 'published'])}
         and ${exam.startsAt} between ${now.toISOString()}::timestamptz and ${new Date(now.getTime() + aheadMs).toISOString()}::timestamptz
       order by ${exam.startsAt}, ${exam.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        ...columns(exam, 'id', 'startsAt'),
        course: inLanguage(course.name, language),
        group: universityClass.groupName,
        dueAt: exam.gradeDueAt,
        missing: expr<number>`(select count(*) from (${participantsOf(exam)}) p where not exists (
           select from ${grade} where ${grade.examId} = ${exam.id} and ${grade.studentId} = p.student_id))`,
        drafts: expr<number>`(select count(*) from ${grade} where ${grade.examId} = ${exam.id} and ${equalsLiteral(grade.state, 'draft')})`,
      })}
       from ${exam} join ${course} on ${course.id} = ${exam.courseId} join ${universityClass} on ${universityClass.id} = ${exam.classId}
       where ${exam.professorId} = ${personId}::uuid and ${exam.startsAt} < ${now.toISOString()}::timestamptz
         and ${awaitsGrades(exam)}
       order by ${exam.gradeDueAt} nulls last, ${exam.startsAt}, ${exam.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        resits: expr<number>`(select count(*) from ${examResit} where ${equalsLiteral(examResit.status, 'requested')} and ${isOfOwnCourse.professor(examResit, me)})`,
        theses: expr<number>`(select count(*) from ${licenseExam} where ${licenseExam.supervisorId} = ${personId}::uuid
          and ${isOneOfLiterals(licenseExam.status, ['registered', 'eligible'])})`,
        open: expr<number>`a.open`,
        overdue: expr<number>`a.overdue`,
      })}
       from (select count(*) as open, count(*) filter (where ${gradeAppeal.dueAt} < ${now.toISOString()}::timestamptz) as overdue from ${gradeAppeal}
         where ${equalsLiteral(gradeAppeal.status, 'open')} and ${isAppealOfOwnGrade.professor(gradeAppeal, me)}) a`,
    ),
  ])
  const { resits = 0, theses = 0, open = 0, overdue = 0 } = counts ?? {}
  return {
    kind: 'professor',
    professorId: personId ?? null,
    asOf: now.toISOString(),
    exams,
    sheets,
    resits,
    theses,
    appeals: { open, overdue },
  }
}

import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  notNull,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { StudentHome } from '#resources/academic/home.ts'
import { courses } from '#resources/courses.ts'
import { dataChanges } from '#resources/data-changes.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { isOwnExam } from '#server/scopes.ts'
import { readStudentAccount } from '../finances/account.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'
import { readCredits } from '../study/credits.ts'

const exam = table(exams)
const course = table(courses)
const grade = table(grades)
const examResit = table(examResits)
const dataChange = table(dataChanges)
const gradeAppeal = table(gradeAppeals)

const maxListed = 5
const newDays = 30
const dayMs = 86_400_000

/** Returns the data of a student's start page. */
export async function readStudentHome(
  { database, clock }: Context,
  { id, personId, language }: Caller,
): Promise<StudentHome> {
  const now = clock.now()
  const [exams, grades, { credits, rules }, { balance, open }, [requests]] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(exam, 'id', 'startsAt', 'room', 'session'), course: inLanguage(course.name, language) })} from ${exam} join ${course} on ${course.id} = ${exam.courseId}
       where ${isOwnExam.student(exam, expr<string>`${id}::uuid`)} and ${equalsLiteral(exam.state, 'published')}
       and ${exam.startsAt} >= ${now.toISOString()}::timestamptz
       order by ${exam.startsAt}, ${exam.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(grade, 'id', 'result', 'value'), publishedAt: notNull(grade.publishedAt), course: inLanguage(course.name, language) })} from ${grade}
       join ${course} on ${course.id} = ${grade.courseId}
       where ${grade.studentId} = ${personId}::uuid and ${isPublishedGrade(grade)}
       and ${grade.publishedAt} >= ${new Date(now.getTime() - newDays * dayMs).toISOString()}::timestamptz
       order by ${grade.publishedAt} desc, ${grade.id} desc limit ${raw(maxListed)}`,
    ),
    readCredits(database, personId ? [personId] : []),
    readStudentAccount(database, personId),
    runStatement(
      database,
      sql`select ${pick({
        resits: expr<number>`(select count(*) from ${examResit} where ${examResit.studentId} = ${personId}::uuid and ${equalsLiteral(examResit.status, 'requested')})`,
        dataChanges: expr<number>`(select count(*) from ${dataChange} where ${dataChange.studentId} = ${personId}::uuid and ${equalsLiteral(dataChange.status, 'requested')})`,
        appeals: expr<number>`(select count(*) from ${gradeAppeal} where ${gradeAppeal.studentId} = ${personId}::uuid and ${equalsLiteral(gradeAppeal.status, 'open')})`,
      })}`,
    ),
  ])
  const ownCredits = credits.get(personId ?? '')
  return {
    kind: 'student',
    asOf: now.toISOString(),
    exams,
    grades,
    credits: ownCredits ? { earned: ownCredits.won, total: ownCredits.total } : null,
    balance,
    open,
    requests: requests ?? { resits: 0, dataChanges: 0, appeals: 0 },
    canRequestResits: rules.allowExamResit,
  }
}

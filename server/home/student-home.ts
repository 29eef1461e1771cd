import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { columns, equalsLiteral, expr, inLanguage, notNull, pick, raw, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
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

const e = table(exams, 'e')
const c = table(courses, 'c')
const g = table(grades, 'g')
const q = table(examResits, 'q')
const d = table(dataChanges, 'd')
const a = table(gradeAppeals, 'a')

const maxListed = 5
const newDays = 30
const dayMs = 86_400_000

/** Returns the data of a student's start page. */
export async function readStudentHome({ database, clock }: Context, { id, personId, language }: Caller): Promise<StudentHome> {
  const now = clock.now()
  const [exams, grades, { credits, rules }, { balance, open }, [requests]] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(e, 'id', 'startsAt', 'room', 'session'), course: inLanguage(c.name, language) })} from ${e} join ${c} on ${c.id} = ${e.courseId}
       where ${isOwnExam.student(e, expr<string>`${id}::uuid`)} and ${equalsLiteral(e.state, 'published')}
       and ${e.startsAt} >= ${now.toISOString()}::timestamptz
       order by ${e.startsAt}, ${e.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(g, 'id', 'result', 'value'), publishedAt: notNull(g.publishedAt), course: inLanguage(c.name, language) })} from ${g}
       join ${c} on ${c.id} = ${g.courseId}
       where ${g.studentId} = ${personId}::uuid and ${isPublishedGrade(g)}
       and ${g.publishedAt} >= ${new Date(now.getTime() - newDays * dayMs).toISOString()}::timestamptz
       order by ${g.publishedAt} desc, ${g.id} desc limit ${raw(maxListed)}`,
    ),
    readCredits(database, personId ? [personId] : []),
    readStudentAccount(database, personId),
    runStatement(
      database,
      sql`select ${pick({
        resits: expr<number>`(select count(*) from ${q} where ${q.studentId} = ${personId}::uuid and ${equalsLiteral(q.status, 'requested')})`,
        dataChanges: expr<number>`(select count(*) from ${d} where ${d.studentId} = ${personId}::uuid and ${equalsLiteral(d.status, 'requested')})`,
        appeals: expr<number>`(select count(*) from ${a} where ${a.studentId} = ${personId}::uuid and ${equalsLiteral(a.status, 'open')})`,
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

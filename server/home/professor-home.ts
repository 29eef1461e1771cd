import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  columns,
  equalsLiteral,
  expr,
  inLanguage,
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

const e = table(exams, 'e')
const c = table(courses, 'c')
const k = table(universityClasses, 'k')
const g = table(grades, 'g')
const q = table(examResits, 'q')
const l = table(licenseExams, 'l')
const x = table(gradeAppeals, 'x')

const aheadMs = 14 * 86_400_000
const maxListed = 8

/** Returns the data of a professor's start page. */
export async function readProfessorHome({ database, clock }: Context, { id, personId, language }: Caller): Promise<ProfessorHome> {
  const now = clock.now()
  const me = expr<string>`${id}::uuid`
  const [exams, sheets, [counts]] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(e, 'id', 'startsAt', 'room', 'session'), course: inLanguage(c.name, language), group: k.groupName })}
       from ${e} join ${c} on ${c.id} = ${e.courseId} join ${k} on ${k.id} = ${e.classId}
       where ${isOwnExam.professor(e, me)} and ${isOneOfLiterals(e.state, ['draft', 'published'])}
         and ${e.startsAt} between ${now.toISOString()}::timestamptz and ${new Date(now.getTime() + aheadMs).toISOString()}::timestamptz
       order by ${e.startsAt}, ${e.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        ...columns(e, 'id', 'startsAt'),
        course: inLanguage(c.name, language),
        group: k.groupName,
        dueAt: e.gradeDueAt,
        missing: expr<number>`(select count(*) from (${participantsOf(e)}) p where not exists (
           select from ${g} where ${g.examId} = ${e.id} and ${g.studentId} = p.student_id))`,
        drafts: expr<number>`(select count(*) from ${g} where ${g.examId} = ${e.id} and ${equalsLiteral(g.state, 'draft')})`,
      })}
       from ${e} join ${c} on ${c.id} = ${e.courseId} join ${k} on ${k.id} = ${e.classId}
       where ${e.professorId} = ${personId}::uuid and ${e.startsAt} < ${now.toISOString()}::timestamptz
         and ${awaitsGrades(e)}
       order by ${e.gradeDueAt} nulls last, ${e.startsAt}, ${e.id} limit ${raw(maxListed)}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        resits: expr<number>`(select count(*) from ${q} where ${equalsLiteral(q.status, 'requested')} and ${isOfOwnCourse.professor(q, me)})`,
        theses: expr<number>`(select count(*) from ${l} where ${l.supervisorId} = ${personId}::uuid
          and ${isOneOfLiterals(l.status, ['registered', 'eligible'])})`,
        open: expr<number>`a.open`,
        overdue: expr<number>`a.overdue`,
      })}
       from (select count(*) as open, count(*) filter (where ${x.dueAt} < ${now.toISOString()}::timestamptz) as overdue from ${x}
         where ${equalsLiteral(x.status, 'open')} and ${isAppealOfOwnGrade.professor(x, me)}) a`,
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

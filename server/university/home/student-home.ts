import type { HomeExam, HomeGrade, StudentHome } from '#model/academic/home.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { scopes } from '#server/university/scopes.ts'
import { publishedSql } from '../exams/published.ts'
import { accountOf } from '../finances/account.ts'
import { creditsOf } from '../study/credits.ts'

const shown = 5
const newDays = 30
const dayMs = 86_400_000

/** What concerns the student who asks. */
export async function studentHome({ database, clock }: Context, { id, personId }: Caller): Promise<StudentHome> {
  const now = clock.now()
  const [exams, grades, { credits, rules }, { balance, open }, [requests]] = await Promise.all([
    database.query<HomeExam>(
      `select e.id, c.name as course, e.starts_at as "startsAt", e.room, e.session from exams e join courses c on c.id = e.course_id
       where ${scopes.ownExams.student('e', '$1::uuid')} and e.state = 'published' and e.starts_at >= $2::timestamptz
       order by e.starts_at, e.id limit ${shown}`,
      [id, now.toISOString()],
    ),
    database.query<HomeGrade>(
      `select g.id, c.name as course, g.result, g.value, g.published_at as "publishedAt" from grades g join courses c on c.id = g.course_id
       where g.student_id = $1::uuid and ${publishedSql('g')} and g.published_at >= $2::timestamptz
       order by g.published_at desc, g.id desc limit ${shown}`,
      [personId, new Date(now.getTime() - newDays * dayMs).toISOString()],
    ),
    creditsOf(database, personId ? [personId] : []),
    accountOf(database, personId),
    database.query<StudentHome['requests']>(
      `select (select count(*) from exam_resits q where q.student_id = $1::uuid and q.status = 'requested') as resits,
         (select count(*) from data_changes d where d.student_id = $1::uuid and d.status = 'requested') as "dataChanges",
         (select count(*) from grade_appeals a where a.student_id = $1::uuid and a.status = 'open') as appeals`,
      [personId],
    ),
  ])
  const own = credits.get(personId ?? '')
  return {
    kind: 'student',
    asOf: now.toISOString(),
    exams,
    grades,
    credits: own ? { won: own.won, total: own.total } : null,
    balance,
    open,
    requests: requests ?? { resits: 0, dataChanges: 0, appeals: 0 },
    mayAskForResits: rules.allowExamResit,
  }
}

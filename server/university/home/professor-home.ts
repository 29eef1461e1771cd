import type { HomeSheet, ProfessorHome } from '#model/academic/home.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { computed } from '#server/university/computed.ts'
import { scopes } from '#server/university/scopes.ts'
import { participantsSql } from '../exams/participants.ts'

const aheadMs = 14 * 86_400_000
const shown = 8

/** What concerns the professor who asks. */
export async function professorHome({ database, clock }: Context, { id, personId }: Caller): Promise<ProfessorHome> {
  const now = clock.now()
  const [exams, sheets, [counts]] = await Promise.all([
    database.query<ProfessorHome['exams'][number]>(
      `select e.id, c.name as course, k.group_name as "group", e.starts_at as "startsAt", e.room, e.session
       from exams e join courses c on c.id = e.course_id join university_classes k on k.id = e.class_id
       where ${scopes.ownExams.professor('e', '$1::uuid')} and e.state in ('draft', 'published')
         and e.starts_at between $2::timestamptz and $3::timestamptz
       order by e.starts_at, e.id limit ${shown}`,
      [id, now.toISOString(), new Date(now.getTime() + aheadMs).toISOString()],
    ),
    database.query<HomeSheet>(
      `select e.id, c.name as course, k.group_name as "group", e.starts_at as "startsAt", e.grade_due_at as "dueAt",
         (select count(*) from (${participantsSql('e')}) p where not exists (
           select from grades g where g.exam_id = e.id and g.student_id = p.student_id)) as missing,
         (select count(*) from grades g where g.exam_id = e.id and g.state = 'draft') as drafts
       from exams e join courses c on c.id = e.course_id join university_classes k on k.id = e.class_id
       where e.professor_id = $1::uuid and e.starts_at < $2::timestamptz
         and ${computed.awaitsMarks('e')}
       order by e.grade_due_at nulls last, e.starts_at, e.id limit ${shown}`,
      [personId, now.toISOString()],
    ),
    database.query<{ resits: number; theses: number; open: number; overdue: number }>(
      `select (select count(*) from exam_resits q where q.status = 'requested' and ${scopes.ofOwnCourses.professor('q', '$1::uuid')}) as resits,
         (select count(*) from license_exams l where l.supervisor_id = $2::uuid and l.status in ('registered', 'eligible')) as theses,
         a.open, a.overdue
       from (select count(*) as open, count(*) filter (where x.due_at < $3::timestamptz) as overdue from grade_appeals x
         where x.status = 'open' and ${scopes.appealsOfOwnMarks.professor('x', '$1::uuid')}) a`,
      [id, personId, now.toISOString()],
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

import type { WireOwnExam, WireOwnExams } from '#model/academic/exam-wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { participantsSql } from './participants.ts'
import { publishedSql } from './published.ts'
import { endSql } from './times.ts'

const mostPast = 200

/** The exams that a student sits, the next first, and those of the past with their published results, the latest first. */
export async function ownExams(queries: Queries, studentId: string, now: Date): Promise<WireOwnExams> {
  const exams = await queries.query<WireOwnExam & { readonly isOver: boolean }>(
    `select e.id, e.course_id as "courseId", c.name as course, e.starts_at as "startsAt", e.duration_minutes as "durationMinutes", e.room,
       e.type, e.session, e.state, q.kind, g.result, g.value,
       ${endSql('e')} <= $2::timestamptz as "isOver"
     from exams e cross join lateral (select s.resit_id from (${participantsSql('e')}) s where s.student_id = $1::uuid) sits
       join courses c on c.id = e.course_id left join exam_resits q on q.id = sits.resit_id
       left join grades g on g.exam_id = e.id and g.student_id = $1::uuid and ${publishedSql('g')}
     where e.state <> 'draft' and (e.class_id in (select m.class_id from class_enrolments m where m.student_id = $1::uuid)
       or e.id in (select r.exam_id from exam_resits r where r.student_id = $1::uuid))
     order by e.starts_at desc, e.id limit ${mostPast}`,
    [studentId, now.toISOString()],
  )
  const among = (isOne: (exam: (typeof exams)[number]) => boolean) => exams.filter(isOne).map(({ isOver: _, ...exam }) => exam)
  return {
    coming: among(({ isOver }) => !isOver).toReversed(),
    past: among(({ isOver, state }) => isOver && state !== 'cancelled'),
  }
}

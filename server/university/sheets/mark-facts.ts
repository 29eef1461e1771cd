import type { Queries } from '#server/engine/database/database.ts'
import type { PlannedWrite } from '#server/engine/records/lifecycles.ts'
import { participantsSql } from '../exams/participants.ts'

/** What decides whether a mark can be entered, and what it counts as. */
export interface MarkFacts {
  /** Null where the mark names no exam, or one that does not exist. */
  readonly exam: {
    readonly courseId: string
    readonly academicYearId: string
    readonly state: string
    readonly hasBegun: boolean
    readonly professorId: string
    /** Who leads its class. */
    readonly leaderId: string
  } | null
  readonly sits: boolean
  readonly kind: 'exam' | 'resit' | 'improvement'
  /** Marks of the student in the course, this one left out. */
  readonly attempts: number
  /** Where there is no exam: whether the person leads a class of the course. */
  readonly leadsCourse: boolean
}

interface Row {
  readonly course: string | null
  readonly year: string
  readonly state: string
  readonly begun: boolean
  readonly professor: string
  readonly leader: string
  readonly sits: boolean
  readonly kind: 'resit' | 'improvement' | null
  readonly attempts: number
  readonly leads: boolean
}

/** The facts of each of some marks, in their order. */
export async function markFacts(queries: Queries, writes: readonly PlannedWrite[], now: Date): Promise<readonly MarkFacts[]> {
  if (writes.length === 0) return []
  const column = (of: (write: PlannedWrite) => unknown) => writes.map((write) => of(write) ?? null)
  const rows = await queries.query<Row>(
    `select e.course_id as course, e.academic_year_id as year, e.state, e.starts_at <= $6 as begun, coalesce(e.professor_id, k.lead_professor_id) as professor,
       k.lead_professor_id as leader, p.student_id is not null as sits, q.kind,
       (select count(*)::int from grades x
        where x.student_id = g.student and x.course_id = coalesce(e.course_id, g.course) and x.id is distinct from g.mark) as attempts,
       e.id is null and exists (select from university_classes c where c.course_id = g.course and c.lead_professor_id = g.asker) as leads
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) with ordinality as g(mark, exam, student, course, asker, place)
     left join exams e on e.id = g.exam
     left join university_classes k on k.id = e.class_id
     left join lateral (select * from (${participantsSql('e')}) s where s.student_id = g.student limit 1) p on true
     left join exam_resits q on q.id = p.resit_id
     order by g.place`,
    [
      column(({ before }) => before?.id),
      column(({ record }) => record.examId),
      column(({ record }) => record.studentId),
      column(({ record }) => record.courseId),
      column(({ permit }) => permit.caller?.personId),
      now.toISOString(),
    ],
  )
  return rows.map(({ course, year, state, begun, professor, leader, sits, kind, attempts, leads }) => ({
    exam:
      course === null ? null : { courseId: course, academicYearId: year, state, hasBegun: begun, professorId: professor, leaderId: leader },
    sits,
    kind: kind ?? 'exam',
    attempts,
    leadsCourse: leads,
  }))
}

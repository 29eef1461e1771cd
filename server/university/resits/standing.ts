/** How students stand in their courses: results, sittings and requests, as asking for another sitting is judged by. */
import type { Standing } from '#model/academic/resits.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { publishedSql } from '../exams/published.ts'

export interface CourseStanding extends Standing {
  readonly courseId: string
  readonly course: string
  /** The best mark that passes, else the latest published result. */
  readonly result: string
  readonly value: number | null
  /** The academic year of the latest result. */
  readonly yearId: string
  /** Sittings of the course in the academic year asked about that took place or were granted. */
  readonly sittings: number
}

interface Asked {
  readonly studentId: string
  /** Null: every course that the student has a published result in. */
  readonly courseId: string | null
  /** The academic year that a new request belongs to; null: the one of the latest result of each course. */
  readonly yearId: string | null
}

/**
 * The student's standing in each course with a published result, by the name of the course. A sitting counts where the
 * student sat it or stayed away; who had no right to sit did not use one up.
 */
export const standingsOf = (queries: Queries, { studentId, courseId, yearId }: Asked): Promise<CourseStanding[]> =>
  queries.query<CourseStanding>(
    `with results as (
       select g.*, row_number() over (partition by g.course_id order by g.published_at desc nulls last, g.attempt desc, g.id desc) as place
       from grades g where g.student_id = $1::uuid and ${publishedSql('g')} and ($2::uuid is null or g.course_id = $2::uuid)),
     latest as (select r.*, coalesce($3::uuid, r.academic_year_id) as asked_year_id from results r where r.place = 1),
     passes as (
       select distinct on (r.course_id) r.course_id, r.academic_year_id, r.result, r.value from results r
       where r.result = 'graded' and r.value >= (select pass_mark from settings limit 1) order by r.course_id, r.value desc, r.attempt)
     select l.course_id as "courseId", c.name as course, coalesce(p.result, l.result) as result, coalesce(p.value, l.value) as value, l.academic_year_id as "yearId", true as "hasResult",
       p.course_id is not null as "isPassed", p.academic_year_id as "passedYearId",
       (select count(*) from exam_resits q join courses d on d.id = q.course_id
        where q.student_id = $1::uuid and q.kind = 'improvement' and q.status in ('requested', 'approved', 'held')
          and q.academic_year_id = l.asked_year_id and d.semester = c.semester) as improvements,
       array(select q.kind from exam_resits q where q.student_id = $1::uuid and q.course_id = l.course_id
         and q.status in ('requested', 'approved')) as "openKinds",
       (select count(*) from results r where r.course_id = l.course_id and r.academic_year_id = l.asked_year_id
          and r.kind <> 'recognised' and r.result in ('graded', 'absent'))
       + (select count(*) from exam_resits q where q.student_id = $1::uuid and q.course_id = l.course_id and q.academic_year_id = l.asked_year_id
          and q.status in ('approved', 'held') and not exists (select from results r where r.exam_id = q.exam_id)) as sittings
     from latest l join courses c on c.id = l.course_id left join passes p on p.course_id = l.course_id
     order by c.name_key, c.id`,
    [studentId, courseId, yearId],
  )

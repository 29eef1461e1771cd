import type { WireExamPlan, WirePlannedExam } from '#model/academic/exam-wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { countConflicts, type Plan } from './conflicts.ts'
import { plannedStates } from './times.ts'

type Row = Plan & Pick<WirePlannedExam, 'id' | 'course' | 'group' | 'state' | 'type' | 'professor'>

/** The exams of a session of an academic year that are not called off, in their order, each with what stands against it. */
export async function examPlan(
  queries: Queries,
  { academicYearId, session }: { readonly academicYearId: string; readonly session: string },
): Promise<WireExamPlan> {
  const periods = await queries.query<WireExamPlan['periods'][number]>(
    `select name, starts_on as "startsOn", ends_on as "endsOn" from academic_periods
     where academic_year_id = $1::uuid and kind = $2 order by starts_on`,
    [academicYearId, session],
  )
  const exams = await queries.query<Row>(
    `select e.id, c.name as course, k.group_name as "group", e.state, e.type, p.last_name || ' ' || p.first_name as professor,
       e.class_id as "classId", e.session, e.starts_at as "startsAt", e.duration_minutes as "durationMinutes", e.room, e.capacity,
       e.professor_id as "professorId", e.second_professor_id as "secondProfessorId"
     from exams e join courses c on c.id = e.course_id join university_classes k on k.id = e.class_id
       left join professors p on p.id = e.professor_id
     where e.academic_year_id = $1::uuid and e.session = $2 and e.state <> 'cancelled' order by e.starts_at, c.name_key, e.id`,
    [academicYearId, session],
  )
  const counts = await countConflicts(queries, exams, plannedStates)
  return {
    periods,
    exams: exams.map(({ id, course, group, state, type, professor, startsAt, durationMinutes, room, capacity }, at): WirePlannedExam => {
      const { participants = 0, clashes = 0, sameDay = 0, isRoomTaken = false, isProfessorTaken = false } = counts[at] ?? {}
      const missingPlaces = capacity === null ? 0 : Math.max(0, participants - capacity)
      const conflicts = { participants, clashes, sameDay, isRoomTaken, isProfessorTaken, missingPlaces }
      return { id, course, group, state, type, professor, startsAt, durationMinutes, room, ...conflicts }
    }),
  }
}

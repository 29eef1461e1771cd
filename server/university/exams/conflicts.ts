/** What stands against exams at their times and places: students who sit two, rooms and professors that are taken. */
import type { WireExamBeside, WireExamConflicts, WireExamMeeting } from '#model/academic/exam-wire.ts'
import { timeZone } from '#model/dates.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { participantsSql } from './participants.ts'
import { endSql, knownStates, longestSql, plannedStates } from './times.ts'

/** An exam as it is stored or as it would be. */
export interface Plan {
  /** Null: not stored. */
  readonly id: string | null
  readonly classId: string
  readonly session: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly room: string | null
  readonly capacity: number | null
  readonly professorId: string | null
  readonly secondProfessorId: string | null
}

const mostNamed = 20
const day = (instant: string) => `(${instant} AT TIME ZONE '${timeZone}')::date`

/**
 * The plans of `$1`, who sits each, and the other exams in the states of `$2` on its day. `meetings` are students who
 * sit an exam of the plan and one of those; those who would sit two at once have `together`.
 */
const planned = `
  plan AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x (nth integer, id uuid, class_id uuid, session text, starts_at timestamptz,
    duration_minutes integer, room text, capacity integer, professor_id uuid, second_professor_id uuid)),
  sits AS (SELECT x.nth, s.student_id FROM plan x CROSS JOIN LATERAL (${participantsSql('x')}) s),
  beside AS (SELECT x.nth, y.id, y.starts_at < ${endSql('x')} AND ${endSql('y')} > x.starts_at AS together,
      lower(y.room) = lower(x.room) AS is_room,
      y.professor_id IN (x.professor_id, x.second_professor_id) OR y.second_professor_id IN (x.professor_id, x.second_professor_id) AS is_professor
    FROM plan x JOIN exams y ON y.id IS DISTINCT FROM x.id AND y.state = ANY($2::text[])
      AND y.starts_at > x.starts_at - interval '1 day' - ${longestSql} AND y.starts_at < x.starts_at + interval '1 day' + ${longestSql}
    WHERE ${day('y.starts_at')} = ${day('x.starts_at')} OR (y.starts_at < ${endSql('x')} AND ${endSql('y')} > x.starts_at)),
  meetings AS (SELECT b.nth, b.id, b.together, o.student_id FROM beside b JOIN exams y ON y.id = b.id
    CROSS JOIN LATERAL (${participantsSql('y')}) o JOIN sits s ON s.nth = b.nth AND s.student_id = o.student_id)`

const rowsOf = (plans: readonly Plan[]) =>
  JSON.stringify(
    plans.map((plan, nth) => ({
      nth,
      id: plan.id,
      class_id: plan.classId,
      session: plan.session,
      starts_at: plan.startsAt,
      duration_minutes: plan.durationMinutes,
      room: plan.room,
      capacity: plan.capacity,
      professor_id: plan.professorId,
      second_professor_id: plan.secondProfessorId,
    })),
  )

export interface ConflictCounts {
  readonly participants: number
  readonly clashes: number
  readonly sameDay: number
  readonly isRoomTaken: boolean
  readonly isProfessorTaken: boolean
}

/** How much stands against each of many exams, in their order. */
export async function countConflicts(queries: Queries, plans: readonly Plan[], states: readonly string[]): Promise<ConflictCounts[]> {
  if (plans.length === 0) return []
  return queries.query<ConflictCounts & { readonly nth: number }>(
    `WITH ${planned},
       met AS (SELECT nth, student_id, bool_or(together) AS together FROM meetings GROUP BY nth, student_id)
     SELECT x.nth, (SELECT count(*) FROM sits s WHERE s.nth = x.nth) AS participants,
       (SELECT count(*) FROM met m WHERE m.nth = x.nth AND m.together) AS clashes,
       (SELECT count(*) FROM met m WHERE m.nth = x.nth AND NOT m.together) AS "sameDay",
       EXISTS (SELECT FROM beside b WHERE b.nth = x.nth AND b.together AND b.is_room) AS "isRoomTaken",
       EXISTS (SELECT FROM beside b WHERE b.nth = x.nth AND b.together AND b.is_professor) AS "isProfessorTaken"
     FROM plan x ORDER BY x.nth`,
    [rowsOf(plans), states],
  )
}

/** Everything that stands against one exam, with the names of those concerned. */
export async function conflictsOf(queries: Queries, plan: Plan, states: readonly string[] = knownStates): Promise<WireExamConflicts> {
  const values = [rowsOf([plan]), states]
  const [counts] = await countConflicts(queries, [plan], states)
  const meetings = await queries.query<WireExamMeeting & { readonly together: boolean }>(
    `WITH ${planned},
       named AS (SELECT DISTINCT ON (m.student_id) m.student_id, m.together, y.starts_at, y.course_id FROM meetings m JOIN exams y ON y.id = m.id
         ORDER BY m.student_id, m.together DESC, y.starts_at),
       ranked AS (SELECT n.*, s.last_name || ' ' || s.first_name AS student,
           row_number() OVER (PARTITION BY n.together ORDER BY s.last_name, s.first_name, s.id) AS place
         FROM named n JOIN students s ON s.id = n.student_id)
     SELECT r.student_id AS "studentId", r.student, c.name AS course, r.starts_at AS "startsAt", r.together
     FROM ranked r JOIN courses c ON c.id = r.course_id WHERE r.place <= ${mostNamed} ORDER BY r.place`,
    values,
  )
  const others = await queries.query<WireExamBeside & { readonly is_room: boolean | null; readonly is_professor: boolean | null }>(
    `WITH ${planned}
     SELECT y.id, c.name AS course, k.group_name AS "group", y.starts_at AS "startsAt", y.duration_minutes AS "durationMinutes", y.room,
       b.is_room, b.is_professor
     FROM beside b JOIN exams y ON y.id = b.id JOIN courses c ON c.id = y.course_id JOIN university_classes k ON k.id = y.class_id
     WHERE b.together AND (b.is_room OR b.is_professor) ORDER BY y.starts_at, y.id LIMIT ${mostNamed}`,
    [values[0], plannedStates],
  )
  const participants = counts?.participants ?? 0
  const named = (together: boolean) =>
    meetings
      .filter((meeting) => meeting.together === together)
      .map(({ studentId, student, course, startsAt }) => ({ studentId, student, course, startsAt }))
  const besides = (isOne: (other: (typeof others)[number]) => boolean | null) =>
    others.filter(isOne).map(({ is_room: _, is_professor: __, ...other }) => other)
  return {
    participants,
    clashes: { count: counts?.clashes ?? 0, students: named(true) },
    sameDay: { count: counts?.sameDay ?? 0, students: named(false) },
    room: besides(({ is_room }) => is_room),
    professors: besides(({ is_professor }) => is_professor),
    missingPlaces: plan.capacity === null ? 0 : Math.max(0, participants - plan.capacity),
  }
}

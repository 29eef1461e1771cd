/** The exam that a request is for. */
import { isId } from '#model/paths.ts'
import type { Issue } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'

export interface Sitting {
  readonly id: string
  readonly courseId: string
  readonly course: string
  readonly academicYearId: string
  readonly session: string
  readonly state: string
  readonly startsAt: string
  readonly durationMinutes: number
}

export async function sittingOf(queries: Queries, id: unknown): Promise<Sitting | null> {
  if (typeof id !== 'string' || !isId(id)) return null
  const [sitting] = await queries.query<Sitting>(
    `select e.id, e.course_id as "courseId", c.name as course, e.academic_year_id as "academicYearId", e.session, e.state,
       e.starts_at as "startsAt", e.duration_minutes as "durationMinutes"
     from exams e join courses c on c.id = e.course_id where e.id = $1::uuid`,
    [id],
  )
  return sitting ?? null
}

/** Why an exam cannot be the sitting of a request; null: it can. */
export function sittingIssue(
  { courseId, state, startsAt }: Sitting,
  asked: { readonly courseId: string; readonly now: Date },
): Issue | null {
  if (courseId !== asked.courseId) return { code: 'reference.notAllowed' }
  if (state === 'cancelled') return { code: 'resit.sittingCancelled' }
  const isAhead = ['draft', 'published'].includes(state) && startsAt > asked.now.toISOString()
  return isAhead ? null : { code: 'resit.sittingOver' }
}

/** The exam of a resit request. */
import { isId } from '@matricola/schema/paths.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'

const exam = table(exams)
const course = table(courses)

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

export async function findSitting(queries: Queries, id: unknown): Promise<Sitting | null> {
  if (typeof id !== 'string' || !isId(id)) return null
  const [sitting] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        exam,
        'id',
        'courseId',
        'academicYearId',
        'session',
        'state',
        'startsAt',
        'durationMinutes',
      ),
      course: course.name,
    })}
     from ${exam} join ${course} on ${course.id} = ${exam.courseId} where ${exam.id} = ${id}::uuid`,
  )
  return sitting ?? null
}

/** Returns an issue if the exam cannot be chosen for the request, otherwise null. */
export function sittingIssue(
  { courseId, state, startsAt }: Sitting,
  request: { readonly courseId: string; readonly now: Date },
): Issue | null {
  if (courseId !== request.courseId) return { code: 'reference.notAllowed' }
  if (state === 'cancelled') return { code: 'resit.sittingCancelled' }
  const isAhead = ['draft', 'published'].includes(state) && startsAt > request.now.toISOString()
  return isAhead ? null : { code: 'resit.sittingOver' }
}

import { grouped } from '#model/grouped.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Noted, Verdict } from '#server/engine/records/batch-types.ts'
import type { ServerAction } from '#server/engine/records/lifecycles.ts'
import { join, type Membership } from './memberships.ts'
import { writerFor } from './writer.ts'

const classEnrolments = resourceNamed('class-enrolments')

/** How many names of those without a place are told. */
const mostNamed = 10

/**
 * Brings the students of each class's group into it, by name, as far as it holds them; who attends another class of the
 * course stays there. Told of each class: how many came, and who found no place.
 */
export const enrollingGroup = (context: Pick<Context, 'keys' | 'clock'>): ServerAction => ({
  async workAll({ queries, records, permit }, classes) {
    const ids = classes.map(({ id }) => id)
    const waiting = await waitingStudents(queries, ids)
    const wanted = waiting.map(({ classId, studentId, known }) => ({
      classId,
      studentId,
      source: 'group' as const,
      known: known ?? undefined,
    }))
    const { joined, leftOut } = await join(queries, writerFor(context, permit), 'join', wanted)
    records.forgetTotals(classEnrolments.name)
    const names = new Map(waiting.map(({ studentId, name }) => [studentId, name]))
    const [came, without] = [grouped(joined, ({ classId }) => classId), grouped(leftOut, ({ place }) => place.id)]
    return new Map(
      ids.map((id) => [
        id,
        saidOf(
          came.get(id)?.length ?? 0,
          (without.get(id) ?? []).map(({ studentId }) => names.get(studentId) ?? ''),
        ),
      ]),
    )
  },
})

function saidOf(joined: number, without: readonly string[]): Verdict | Noted {
  const missing = without.length > 0 && { _: [{ code: 'class.noPlaceFor', params: { number: without.length, names: listed(without) } }] }
  if (joined === 0) return missing ? { verdict: 'invalid', issues: missing } : { verdict: 'same' }
  return { notes: { members: [{ code: 'class.joined', params: { number: joined } }], ...missing } }
}

const listed = (names: readonly string[]) => `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`

interface Waiting {
  readonly classId: string
  readonly studentId: string
  readonly name: string
  /** The row that a student has who attended the class before. */
  readonly known: Membership | null
}

/** The students of each class's group who attend no class of its course in its year, by name. */
const waitingStudents = (queries: Queries, classIds: readonly string[]) =>
  queries.query<Waiting>(
    `select k.id as "classId", s.id as "studentId", s.last_name || ' ' || s.first_name as name,
       case when m.id is null then null else jsonb_build_object('id', m.id, 'version', m.version, 'classId', m.class_id,
         'studentId', m.student_id, 'status', m.status, 'source', m.source) end as known
     from university_classes k join courses c on c.id = k.course_id
     join students s on s.specialization_id = c.specialization_id and s.group_name = k.group_name and s.study_year = c.year
     left join class_enrolments m on m.class_id = k.id and m.student_id = s.id
     where k.id = any($1::uuid[]) and s.status = 'active' and not exists (
       select from class_enrolments other join university_classes o on o.id = other.class_id
       where other.student_id = s.id and other.status = 'active' and o.course_id = k.course_id and o.academic_year_id = k.academic_year_id)
     order by s.last_name_key, s.first_name_key, s.id, k.id for no key update of s`,
    [classIds],
  )

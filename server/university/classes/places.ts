import type { Queries } from '#server/engine/database/database.ts'

/** A class as far as it matters who may attend it. */
export interface ClassPlaces {
  readonly id: string
  readonly name: string
  readonly courseId: string
  readonly courseName: string
  readonly courseType: 'compulsory' | 'optional' | 'facultative'
  readonly courseYear: number
  readonly specializationId: string
  readonly academicYearId: string
  readonly groupName: string
  /** How many may attend: what the class holds, and never more than the settings allow. */
  readonly room: number
  /** How many do. */
  readonly members: number
}

/**
 * The classes with their places, by id. Whoever else gives places in one of them waits until this transaction ends, so
 * that no place is given twice.
 */
export async function heldClasses(queries: Queries, ids: readonly string[]): Promise<Map<string, ClassPlaces>> {
  if (ids.length === 0) return new Map()
  // All take them in the same order, so that no two wait for each other.
  await queries.query('select 1 from university_classes where id = any($1::uuid[]) order by id for no key update', [ids])
  // In a statement of its own: it sees what those who held the classes before have stored.
  const rows = await queries.query<ClassPlaces>(
    `select k.id, k.name, k.course_id as "courseId", c.name as "courseName", c.type as "courseType", c.year as "courseYear",
       c.specialization_id as "specializationId", k.academic_year_id as "academicYearId", k.group_name as "groupName",
       least(k.capacity, (select max_students_per_course from settings limit 1)) as room,
       (select count(*) from class_enrolments m where m.class_id = k.id and m.status = 'active') as members
     from university_classes k join courses c on c.id = k.course_id where k.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

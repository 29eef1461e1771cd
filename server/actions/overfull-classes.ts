import type { WireOverfullClass } from '#model/wire.ts'
import type { Queries } from '../database/database.ts'

const mostTold = 100

/** Classes that are not over and hold more active students than the settings allow, the fullest first. A student belongs to a class by programme and group. */
export const overfullClasses = (queries: Queries): Promise<WireOverfullClass[]> =>
  queries.query<WireOverfullClass>(
    `select k.id, k.name as title, count(*) as students
     from university_classes k join courses c on c.id = k.course_id
     join students s on s.specialization_id = c.specialization_id and s.group_name = k.group_name and s.status = 'active'
     where k.status <> 'closed'
     group by k.id, k.name, k.name_key having count(*) > (select max_students_per_course from settings)
     order by count(*) desc, k.name_key, k.id limit ${mostTold}`,
  )

import type { WireOverfullClass } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'

const mostTold = 100

/** Classes that are not over and have more members than the settings allow, the fullest first. */
export const overfullClasses = (queries: Queries): Promise<WireOverfullClass[]> =>
  queries.query<WireOverfullClass>(
    `select k.id, k.name as title, count(*) as students
     from university_classes k join class_enrolments m on m.class_id = k.id and m.status = 'active'
     where k.status <> 'closed'
     group by k.id, k.name, k.name_key having count(*) > (select max_students_per_course from settings)
     order by count(*) desc, k.name_key, k.id limit ${mostTold}`,
  )

import type { Queries } from '@matricola/server/database/database.ts'
import { differsFromLiteral, equalsLiteral, expr, pick, raw, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { WireOverfullClass } from '#resources/academic/wire-dashboard.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'

const k = table(universityClasses, 'k')
const m = table(classEnrolments, 'm')
const t = table(settings, 't')

const maxListed = 100

/** Returns open classes with more members than the settings allow, fullest first. */
export const readOverfullClasses = (queries: Queries): Promise<WireOverfullClass[]> =>
  runStatement(
    queries,
    sql`select ${pick({ id: k.id, title: k.name, students: expr<WireOverfullClass['students']>`count(*)` })}
     from ${k} join ${m} on ${m.classId} = ${k.id} and ${equalsLiteral(m.status, 'active')}
     where ${differsFromLiteral(k.status, 'closed')}
     group by ${k.id}, ${k.name}, ${k.nameKey} having count(*) > (select ${t.maxStudentsPerCourse} from ${t})
     order by count(*) desc, ${k.nameKey}, ${k.id} limit ${raw(maxListed)}`,
  )

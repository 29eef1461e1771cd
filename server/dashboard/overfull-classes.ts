import type { Queries } from '@matricola/server/database/database.ts'
import { differsFromLiteral, equalsLiteral, expr, pick, raw, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { WireOverfullClass } from '#resources/academic/wire-dashboard.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'

const universityClass = table(universityClasses)
const classEnrolment = table(classEnrolments)
const settingsRow = table(settings)

const maxListed = 100

/** Returns open classes with more members than the settings allow, fullest first. */
export const readOverfullClasses = (queries: Queries): Promise<WireOverfullClass[]> =>
  runStatement(
    queries,
    sql`select ${pick({ id: universityClass.id, title: universityClass.name, students: expr<WireOverfullClass['students']>`count(*)` })}
     from ${universityClass} join ${classEnrolment} on ${classEnrolment.classId} = ${universityClass.id} and ${equalsLiteral(classEnrolment.status, 'active')}
     where ${differsFromLiteral(universityClass.status, 'closed')}
     group by ${universityClass.id}, ${universityClass.name}, ${universityClass.nameKey} having count(*) > (select ${settingsRow.maxStudentsPerCourse} from ${settingsRow})
     order by count(*) desc, ${universityClass.nameKey}, ${universityClass.id} limit ${raw(maxListed)}`,
  )

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columns, equalsLiteral, expr, inLanguage, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from './class-name.ts'

const k = table(universityClasses, 'k')
const t = table(settings, 't')
const m = table(classEnrolments, 'm')
const c = table(courses, 'c')

/** The facts about a class that determine who may attend it. */
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
  /** Maximum number of members: the capacity of the class, limited by the settings. */
  readonly room: number
  readonly members: number
}

/**
 * Returns classes with their places, by id, and locks them until the transaction ends, so that concurrent transactions cannot
 * give the same place twice. Names are in the given language.
 */
export async function lockClasses(queries: Queries, ids: readonly string[], language: Language | null): Promise<Map<string, ClassPlaces>> {
  if (ids.length === 0) return new Map()
  // Always in the order of ids, which prevents deadlocks.
  await runStatement(queries, sql`select 1 from ${k} where ${k.id} = any(${ids}::uuid[]) order by ${k.id} for no key update`)
  // A separate statement, so that its snapshot includes what earlier holders of the lock committed.
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(k, 'id', 'courseId', 'academicYearId', 'groupName'),
      name: classNameIn(k.name, c.name, language),
      courseName: inLanguage(c.name, language),
      courseType: c.type,
      courseYear: c.year,
      specializationId: c.specializationId,
      room: expr<number>`least(${k.capacity}, (select ${t.maxStudentsPerCourse} from ${t} limit 1))`,
      members: expr<number>`(select count(*) from ${m} where ${m.classId} = ${k.id} and ${equalsLiteral(m.status, 'active')})`,
    })}
     from ${k} join ${c} on ${c.id} = ${k.courseId} where ${k.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

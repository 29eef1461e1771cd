import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from './class-name.ts'

const universityClass = table(universityClasses)
const settingsRow = table(settings)
const classEnrolment = table(classEnrolments)
const course = table(courses)

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
 * Returns classes with their places, by id, and locks them until the transaction ends, so that
 * concurrent transactions cannot give the same place twice. Names are in the given language.
 */
export async function lockClasses(
  queries: Queries,
  ids: readonly string[],
  language: Language | null,
): Promise<Map<string, ClassPlaces>> {
  if (ids.length === 0) return new Map()
  // Always in the order of ids, which prevents deadlocks.
  await runStatement(
    queries,
    sql`select 1 from ${universityClass} where ${universityClass.id} = any(${ids}::uuid[]) order by ${universityClass.id} for no key update`,
  )
  // A separate statement, so that its snapshot includes what earlier holders of the lock committed.
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(universityClass, 'id', 'courseId', 'academicYearId', 'groupName'),
      name: classNameIn(universityClass.name, course.name, language),
      courseName: inLanguage(course.name, language),
      courseType: course.type,
      courseYear: course.year,
      specializationId: course.specializationId,
      room: expr<number>`least(${universityClass.capacity}, (select ${settingsRow.maxStudentsPerCourse} from ${settingsRow} limit 1))`,
      members: expr<number>`(select count(*) from ${classEnrolment} where ${classEnrolment.classId} = ${universityClass.id} and ${equalsLiteral(classEnrolment.status, 'active')})`,
    })}
     from ${universityClass} join ${course} on ${course.id} = ${universityClass.courseId} where ${universityClass.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

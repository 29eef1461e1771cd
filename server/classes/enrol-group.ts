import { groupBy } from '@matricola/schema/group-by.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { RowRefusal, RowWarnings } from '@matricola/server/records/batch/types.ts'
import type { ServerAction } from '@matricola/server/records/hooks.ts'
import {
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { createEnrolmentWriter } from './enrolment-writer.ts'
import { addMemberships, type Membership } from './memberships.ts'

const universityClass = table(universityClasses)
const course = table(courses)
const student = table(students)
const classEnrolment = outerTable(classEnrolments)
const otherEnrolment = table(classEnrolments, 'other_enrolment')
const otherClass = table(universityClasses, 'other_class')

/** Maximum number of students without a place who are named in the message. */
const maxNamed = 10

/**
 * Enrols the students of each class's group, in alphabetical order, until the class is full.
 * Students in another class of the same course stay there. The notes of each class list how many
 * joined and who got no place.
 */
export const enrolGroupAction = (context: Pick<Context, 'keys' | 'clock'>): ServerAction => ({
  async workAll({ queries, records, permit }, classes) {
    const ids = classes.map(({ id }) => id)
    const waiting = await waitingStudents(queries, ids)
    const planned = waiting.map(({ classId, studentId, existing }) => ({
      classId,
      studentId,
      source: 'group' as const,
      existing: existing ?? undefined,
    }))
    const { joined, unplaced } = await addMemberships(
      queries,
      createEnrolmentWriter(context, permit),
      'join',
      planned,
    )
    records.invalidateTotals(classEnrolments.name)
    const names = new Map(waiting.map(({ studentId, name }) => [studentId, name]))
    const [joinedByClass, unplacedByClass] = [
      groupBy(joined, ({ classId }) => classId),
      groupBy(unplaced, ({ universityClass }) => universityClass.id),
    ]
    return new Map(
      ids.map((id) => [
        id,
        outcomeOf(
          joinedByClass.get(id)?.length ?? 0,
          (unplacedByClass.get(id) ?? []).map(({ studentId }) => names.get(studentId) ?? ''),
        ),
      ]),
    )
  },
})

function outcomeOf(joined: number, unplacedNames: readonly string[]): RowRefusal | RowWarnings {
  const missing = unplacedNames.length > 0 && {
    _: [
      {
        code: 'class.noPlaceFor',
        params: { number: unplacedNames.length, names: formatNames(unplacedNames) },
      },
    ],
  }
  if (joined === 0) return missing ? { verdict: 'invalid', issues: missing } : { verdict: 'same' }
  return {
    warnings: { members: [{ code: 'class.joined', params: { number: joined } }], ...missing },
  }
}

const formatNames = (names: readonly string[]) =>
  `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', …' : ''}`

/**
 * Returns the students of each class's group who attend no class of that course in that year, in
 * alphabetical order.
 */
const waitingStudents = (queries: Queries, classIds: readonly string[]) =>
  runStatement(
    queries,
    sql`select ${pick({
      classId: universityClass.id,
      studentId: student.id,
      name: expr<string>`${student.lastName} || ' ' || ${student.firstName}`,
      existing: expr<Membership | null>`case when ${classEnrolment.id} is null then null
        else jsonb_build_object('id', ${classEnrolment.id}, 'version', ${classEnrolment.version}, 'classId', ${classEnrolment.classId},
         'studentId', ${classEnrolment.studentId}, 'status', ${classEnrolment.status}, 'source', ${classEnrolment.source}) end`,
    })}
     from ${universityClass} join ${course} on ${course.id} = ${universityClass.courseId}
     join ${student} on ${student.specializationId} = ${course.specializationId} and ${student.groupName} = ${universityClass.groupName} and ${student.studyYear} = ${course.year}
     left join ${classEnrolment} on ${classEnrolment.classId} = ${universityClass.id} and ${classEnrolment.studentId} = ${student.id}
     where ${universityClass.id} = any(${classIds}::uuid[]) and ${equalsLiteral(student.status, 'active')} and not exists (
       select from ${otherEnrolment} join ${otherClass} on ${otherClass.id} = ${otherEnrolment.classId}
       where ${otherEnrolment.studentId} = ${student.id} and ${equalsLiteral(otherEnrolment.status, 'active')} and ${otherClass.courseId} = ${universityClass.courseId}
       and ${otherClass.academicYearId} = ${universityClass.academicYearId})
     order by ${student.lastNameKey}, ${student.firstNameKey}, ${student.id}, ${universityClass.id} for no key update of students`,
  )

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
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
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from './class-name.ts'
import { type ClassPlaces, lockClasses } from './lock-classes.ts'

const student = table(students)
const classEnrolment = table(classEnrolments)
const universityClass = table(universityClasses)
const course = table(courses)

/** Requires a place in the class, and the conditions in `enrolment-issues.ts`. */
export const classEnrolmentHooks: Hooks<typeof classEnrolments> = {
  validate: {
    fields: ['status'],
    locksRows: true,
    async work(writes, queries) {
      const joining = writes.filter(({ record }) => record.status === 'active')
      const issues = await enrolmentIssues(
        queries,
        joining.map(({ record }) => record),
        // All writes in a call have the same caller.
        joining[0]?.permit.language ?? null,
      )
      return writes.map((write) => issues[joining.indexOf(write)] ?? {})
    },
  },
}

/** A planned enrolment of a student in a class. */
interface PlannedEnrolment {
  readonly classId: string
  readonly studentId: string
}

interface Student {
  readonly id: string
  readonly isActive: boolean
  readonly specializationId: string
  readonly studyYear: number
}

/**
 * Returns the issues of each enrolment, in the same order. An enrolment has an issue if the class
 * is full, or if the student is inactive, attends another class of the course in that year, is in
 * another programme, or has not reached the year of study. Earlier entries get places first. The
 * write itself rejects unknown classes and students. Class names are in `language`.
 */
async function enrolmentIssues(
  queries: Queries,
  planned: readonly PlannedEnrolment[],
  language: Language | null,
): Promise<FieldIssues[]> {
  if (planned.length === 0) return []
  const studentIds = [...new Set(planned.map(({ studentId }) => studentId))]
  await runStatement(
    queries,
    sql`select 1 from ${student} where ${student.id} = any(${studentIds}::uuid[]) order by ${student.id} for no key update`,
  )
  const classes = await lockClasses(
    queries,
    [...new Set(planned.map(({ classId }) => classId))],
    language,
  )
  const students = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(student, 'id', 'specializationId', 'studyYear'),
      isActive: expr<boolean>`${equalsLiteral(student.status, 'active')}`,
    })}
     from ${student} where ${student.id} = any(${studentIds}::uuid[])`,
  )
  const studentsById = new Map(students.map((student) => [student.id, student]))
  const memberships = await readActiveMemberships(queries, studentIds, language)
  const freePlaces = new Map([...classes].map(([id, { room, members }]) => [id, room - members]))
  return planned.map((enrolment) => {
    const [universityClass, student] = [
      classes.get(enrolment.classId),
      studentsById.get(enrolment.studentId),
    ]
    if (!universityClass || !student) return {}
    const isMember = memberships.some(
      ({ classId, studentId }) =>
        classId === enrolment.classId && studentId === enrolment.studentId,
    )
    const other = memberships.find(
      ({ studentId, classId, courseId, academicYearId }) =>
        studentId === enrolment.studentId &&
        classId !== enrolment.classId &&
        courseId === universityClass.courseId &&
        academicYearId === universityClass.academicYearId,
    )
    // A student who is already a member has a place, so this check counts it as free.
    const left = (freePlaces.get(universityClass.id) ?? 0) + (isMember ? 1 : 0)
    const issues = issuesOf(universityClass, student, { other: other?.name, left })
    if (Object.keys(issues).length === 0 && !isMember) {
      freePlaces.set(universityClass.id, left - 1)
      memberships.push({
        ...enrolment,
        courseId: universityClass.courseId,
        academicYearId: universityClass.academicYearId,
        name: universityClass.name,
      })
    }
    return issues
  })
}

const readActiveMemberships = (
  queries: Queries,
  studentIds: readonly string[],
  language: Language | null,
) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(classEnrolment, 'classId', 'studentId'),
      ...columns(universityClass, 'courseId', 'academicYearId'),
      name: classNameIn(universityClass.name, course.name, language),
    })}
     from ${classEnrolment} join ${universityClass} on ${universityClass.id} = ${classEnrolment.classId} join ${course} on ${course.id} = ${universityClass.courseId} where ${equalsLiteral(classEnrolment.status, 'active')} and ${classEnrolment.studentId} = any(${studentIds}::uuid[])`,
  )

function issuesOf(
  { courseType, courseYear, specializationId, room }: ClassPlaces,
  student: Student,
  { other, left }: { readonly other: string | undefined; readonly left: number },
): FieldIssues {
  if (!student.isActive) return { studentId: [{ code: 'student.inactive' }] }
  if (other !== undefined)
    return { studentId: [{ code: 'class.otherOfCourse', params: { name: other } }] }
  // Facultative courses are open to all students. Students may attend courses from earlier years
  // that they missed.
  if (courseType !== 'facultative' && student.specializationId !== specializationId)
    return { studentId: [{ code: 'class.otherProgramme' }] }
  if (courseType !== 'facultative' && student.studyYear < courseYear)
    return { studentId: [{ code: 'class.laterYear', params: { year: courseYear } }] }
  return left > 0 ? {} : { classId: [{ code: 'class.full', params: { max: room } }] }
}

/** Keeps class enrolments in step with students: their group, programme and status. */

import { groupBy } from '@matricola/schema/group-by.ts'
import type { ValuesOf } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  type ColumnsOf,
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  type TableOf,
  table,
} from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { settings } from '#resources/settings.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import {
  addMemberships,
  type EnrolmentWriter,
  endMemberships,
  type Membership,
  type PlannedMembership,
} from './memberships.ts'

const change = table(changeTable)
const classEnrolment = table(classEnrolments)
const universityClass = table(universityClasses)
const course = table(courses)
const academicYear = table(academicYears)
const student = table(students)
const settingsRow = table(settings)

type Student = ValuesOf<typeof students>

interface ChangedStudent {
  readonly id: string
  readonly before: Student
  readonly record: Student
}

/**
 * Action that the history shows for enrolments that ended because the student left. It
 * distinguishes them from enrolments that staff ended.
 */
const leaveAction = 'leave'

/** Fields of a student that affect class enrolments. */
export const fieldsAffectingClasses = [
  'groupName',
  'specializationId',
  'status',
] as const satisfies readonly (keyof Student)[]

/**
 * Updates class enrolments after students changed. Students with a new group leave the classes of
 * the old one and join those of the new one; enrolments made by hand stay. Students who stop
 * studying leave all classes of the year, and get them back when they return, if there are places.
 * Returns, by student, the classes that were full.
 */
export async function updateClassEnrolments(
  queries: Queries,
  writer: EnrolmentWriter,
  changedStudents: readonly ChangedStudent[],
): Promise<ReadonlyMap<string, FieldIssues>> {
  const students = new Map(changedStudents.map((one) => [one.id, one]))
  const memberships = await lockMemberships(queries, [...students.keys()], today(writer.at))
  const isLeaving = (one: KnownMembership) =>
    one.status === 'active' && shouldLeave(students.get(one.studentId), one)
  const endedMemberships = memberships.filter(isLeaving)
  await endMemberships(
    queries,
    writer,
    leaveAction,
    endedMemberships.filter(({ studentId }) => hasStopped(students.get(studentId))),
  )
  await endMemberships(
    queries,
    writer,
    'changeGroup',
    endedMemberships.filter(({ studentId }) => !hasStopped(students.get(studentId))),
  )
  const takenCourses = new Set(
    memberships.filter((one) => one.status === 'active' && !isLeaving(one)).map(courseKey),
  )
  const planned: PlannedMembership[] = []
  const planMembership = (membership: PlannedMembership & Course) => {
    if (takenCourses.has(courseKey(membership))) return
    takenCourses.add(courseKey(membership))
    planned.push(membership)
  }
  for (const membership of memberships)
    if (membership.hasLeft && shouldReturn(students.get(membership.studentId), membership))
      planMembership({ ...membership, existing: membership })
  const rows = new Map(memberships.map((one) => [membershipKey(one), one]))
  const joiningIds = changedStudents.filter(shouldJoin).map(({ id }) => id)
  const leftCourses = new Set(endedMemberships.map(courseKey))
  for (const { studentId, classId, ...course } of await readGroupClasses(
    queries,
    joiningIds,
    today(writer.at),
  )) {
    const membership = {
      studentId,
      classId,
      ...course,
      source: 'group' as const,
      existing: rows.get(membershipKey({ studentId, classId })),
    }
    if (course.courseType === 'compulsory' || leftCourses.has(courseKey(membership)))
      planMembership(membership)
  }
  const { unplaced } = await addMemberships(queries, writer, 'join', planned)
  return unplacedIssues(
    unplaced.map(({ studentId, universityClass }) => ({ studentId, name: universityClass.name })),
  )
}

interface Course {
  readonly studentId: string
  readonly courseId: string
  readonly academicYearId: string
}

interface KnownMembership extends Membership, Course {
  readonly groupName: string
  readonly specializationId: string
  /** Whether the enrolment ended because the student left, and has not changed since. */
  readonly hasLeft: boolean
}

const membershipKey = ({ studentId, classId }: Pick<Membership, 'studentId' | 'classId'>) =>
  `${studentId} ${classId}`
const courseKey = ({ studentId, courseId, academicYearId }: Course) =>
  `${studentId} ${courseId} ${academicYearId}`

const isStudying = ({ status }: Student) => status === 'active'
/**
 * Whether the student stopped studying. A graduate has finished the classes and does not leave
 * them.
 */
const hasStopped = (student: ChangedStudent | undefined) =>
  student !== undefined &&
  isStudying(student.before) &&
  !isStudying(student.record) &&
  student.record.status !== 'graduated'
const hasMoved = ({ before, record }: ChangedStudent) =>
  before.groupName !== record.groupName || before.specializationId !== record.specializationId
const isOfGroup = ({ record }: ChangedStudent, { groupName, specializationId }: KnownMembership) =>
  groupName === record.groupName && specializationId === record.specializationId

const shouldLeave = (student: ChangedStudent | undefined, membership: KnownMembership) =>
  student !== undefined &&
  (hasStopped(student) ||
    (hasMoved(student) && membership.source !== 'manual' && !isOfGroup(student, membership)))

const hasReturned = ({ before, record }: ChangedStudent) =>
  isStudying(record) && !isStudying(before)
const shouldReturn = (student: ChangedStudent | undefined, membership: KnownMembership) =>
  student !== undefined &&
  hasReturned(student) &&
  (membership.source === 'manual' || isOfGroup(student, membership))

const shouldJoin = (student: ChangedStudent) =>
  isStudying(student.record) &&
  student.record.groupName !== null &&
  (hasMoved(student) || hasReturned(student))

/** Returns enrolments in open classes of the current and later academic years, and locks them. */
const lockMemberships = (queries: Queries, studentIds: readonly string[], day: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(classEnrolment, 'id', 'version', 'classId', 'studentId', 'status', 'source'),
      ...columns(universityClass, 'courseId', 'academicYearId', 'groupName'),
      specializationId: course.specializationId,
      hasLeft: expr<boolean>`${equalsLiteral(classEnrolment.status, 'dropped')} and exists (select from ${change}
        where ${change.resource} = 'class-enrolments' and ${change.record_id} = ${classEnrolment.id}
         and ${change.version} = ${classEnrolment.version} and ${change.action} = ${leaveAction})`,
    })}
     from ${classEnrolment} join ${universityClass} on ${universityClass.id} = ${classEnrolment.classId} join ${course} on ${course.id} = ${universityClass.courseId}
     join ${academicYear} on ${academicYear.id} = ${universityClass.academicYearId}
     where ${classEnrolment.studentId} = any(${studentIds}::uuid[]) and ${differsFromLiteral(universityClass.status, 'closed')} and (${academicYear.endsOn} >= ${day}::date
     or ${academicYear.id} = ${currentAcademicYear(day)})
     order by ${classEnrolment.studentId}, ${classEnrolment.id} for no key update of class_enrolments`,
  )

interface GroupClass extends Course {
  readonly classId: string
  readonly name: string
  readonly courseType: string
}

/**
 * SQL `FROM` clause that joins students with the open classes of their group, programme and year of
 * study.
 */
export const joinGroupClasses = (
  student: TableOf<typeof students>,
  course: TableOf<typeof courses>,
  universityClass: TableOf<typeof universityClasses>,
  day: string,
) =>
  expr`${student} join ${course} on ${course.specializationId} = ${student.specializationId} and ${course.year} = ${student.studyYear}
   join ${universityClass} on ${universityClass.courseId} = ${course.id} and ${universityClass.groupName} = ${student.groupName} and ${differsFromLiteral(universityClass.status, 'closed')}
   and ${universityClass.academicYearId} = ${academicYearOfStudent(student, day)}`

/** Returns the open classes of each student's group, programme and year of study. */
const readGroupClasses = (
  queries: Queries,
  studentIds: readonly string[],
  day: string,
): Promise<GroupClass[]> =>
  studentIds.length === 0
    ? Promise.resolve([])
    : runStatement(
        queries,
        sql`select ${pick({
          studentId: student.id,
          classId: universityClass.id,
          ...columns(universityClass, 'name', 'courseId', 'academicYearId'),
          courseType: course.type,
        })}
         from ${joinGroupClasses(student, course, universityClass, day)} where ${student.id} = any(${studentIds}::uuid[])
         order by array_position(${studentIds}::uuid[], ${student.id}), ${universityClass.nameKey}`,
      )

/**
 * Enrols a student in the compulsory classes of the group. Returns the courses whose classes are
 * full; the caller must then roll back.
 */
export async function enrolInFirstClasses(
  queries: Queries,
  writer: EnrolmentWriter,
  studentId: string,
): Promise<string[]> {
  const day = today(writer.at)
  const memberships = await lockMemberships(queries, [studentId], day)
  const takenCourses = new Set(
    memberships.filter(({ status }) => status === 'active').map(courseKey),
  )
  const classes = (await readGroupClasses(queries, [studentId], day)).filter(
    (one) => one.courseType === 'compulsory' && !takenCourses.has(courseKey(one)),
  )
  const planned = classes.map(({ classId }) => ({
    classId,
    studentId,
    source: 'enrolment' as const,
    existing: memberships.find((one) => one.classId === classId),
  }))
  const { unplaced } = await addMemberships(queries, writer, 'join', planned)
  return unplaced.map(({ universityClass }) => universityClass.courseName)
}

/** Turns the full classes into a warning for each student. */
function unplacedIssues(
  unplaced: readonly { readonly studentId: string; readonly name: string }[],
): ReadonlyMap<string, FieldIssues> {
  const byStudent = groupBy(unplaced, ({ studentId }) => studentId)
  const issuesFor = (names: readonly string[]) => ({
    _: [{ code: 'student.notInClasses', params: { names: names.join(', ') } }],
  })
  return new Map([...byStudent].map(([id, all]) => [id, issuesFor(all.map(({ name }) => name))]))
}

/**
 * SQL for the current academic year: the one in the settings, else the one that contains the day.
 */
const currentAcademicYear = (day: string) =>
  expr<string>`coalesce((SELECT ${settingsRow.academicYearId} FROM ${settingsRow} LIMIT 1), (SELECT ${academicYear.id} FROM ${academicYear}
  WHERE ${day}::date BETWEEN ${academicYear.startsOn} AND ${academicYear.endsOn} LIMIT 1))`

/**
 * SQL for the academic year of a student: the current one, or the year of entry if that is later.
 */
const academicYearOfStudent = (
  student: ColumnsOf<typeof students, 'academicYearOfEntry'>,
  day: string,
) =>
  expr<string>`(SELECT ${academicYear.id} FROM ${academicYear} WHERE ${academicYear.id} = ${currentAcademicYear(day)} OR ${academicYear.name} = ${student.academicYearOfEntry}
    ORDER BY ${academicYear.startsOn} DESC LIMIT 1)`

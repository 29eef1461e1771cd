import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  differsFromLiteral,
  equalsLiteral,
  expr,
  jsonRows,
  notNull,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { formatHour, type Weekday, type Weeks } from '#resources/academic/hours.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { classHours } from '#resources/class-hours.ts'
import { courses } from '#resources/courses.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from './class-name.ts'
import { joinGroupClasses } from './update-enrolments.ts'

const classHour = table(classHours)
const universityClass = table(universityClasses)
const course = table(courses)
const otherHour = table(classHours, 'other_hour')
const otherClass = table(universityClasses, 'other_class')
const otherCourse = table(courses, 'other_course')
const student = table(students)
const classEnrolment = table(classEnrolments)

export interface Clash {
  readonly name: string
  readonly weekday: Weekday
  readonly startsAt: string
  readonly endsAt: string
  readonly weeks: Weeks
  readonly own: boolean
  readonly room: boolean
  readonly professor: boolean
  readonly group: boolean
}

interface ClashQuery {
  readonly classId: SqlExpression<string>
  /** Absent: all hours of the class. */
  readonly hourId?: SqlExpression<string>
  /** The reader's language, for class names. */
  readonly language: Language | null
}

/** Returns the query for the hours of a class with the entries that overlap them. */
const clashesOf = ({ classId, hourId, language }: ClashQuery) =>
  sql`select ${pick({
    name: classNameIn(otherClass.name, otherCourse.name, language),
    weekday: notNull(classHour.weekday),
    startsAt: notNull(classHour.startsAt),
    endsAt: notNull(classHour.endsAt),
    weeks: classHour.weeks,
    own: expr<boolean>`${otherClass.id} = ${universityClass.id}`,
    room: expr<boolean>`lower(${otherHour.room}) = lower(${classHour.room})`,
    professor: expr<boolean>`${otherClass.leadProfessorId} = ${universityClass.leadProfessorId}`,
    group: expr<boolean>`${otherClass.groupName} = ${universityClass.groupName} and ${otherCourse.specializationId} = ${course.specializationId} and ${otherCourse.year} = ${course.year}`,
  })}
     from ${classHour} join ${universityClass} on ${universityClass.id} = ${classHour.classId} join ${course} on ${course.id} = ${universityClass.courseId}
     join ${otherHour} on ${otherHour.id} <> ${classHour.id} and ${otherHour.isActive} and ${otherHour.weekday} = ${classHour.weekday} and ${otherHour.startsAt} < ${classHour.endsAt}
     and ${classHour.startsAt} < ${otherHour.endsAt}
       and ('every' in (${otherHour.weeks}, ${classHour.weeks}) or ${otherHour.weeks} = ${classHour.weeks})
     join ${otherClass} on ${otherClass.id} = ${otherHour.classId} and ${otherClass.academicYearId} = ${universityClass.academicYearId} and ${otherClass.semester} = ${universityClass.semester}
     and ${differsFromLiteral(otherClass.status, 'closed')}
     join ${otherCourse} on ${otherCourse.id} = ${otherClass.courseId}
     where ${universityClass.id} = ${classId} and ${hourId ? expr`${classHour.id} = ${hourId}` : raw('true')} and ${classHour.isActive}
     and ${differsFromLiteral(universityClass.status, 'closed')}
     order by ${classHour.weekday}, ${classHour.startsAt}, ${otherClass.nameKey}, ${otherClass.id}, ${otherHour.id}`

/** Fields of an hour and of a class that affect their warnings. */
export const hourWarningFields = [
  'classId',
  'weekday',
  'startsAt',
  'endsAt',
  'weeks',
  'room',
  'isActive',
] as const
export const classWarningFields = [
  'courseId',
  'academicYearId',
  'semester',
  'groupName',
  'leadProfessorId',
  'status',
] as const

/** SQL for the data that the warnings of one hour need, to be selected together with the hour. */
export const hourClashes = (query: Required<ClashQuery>) => jsonRows(clashesOf(query))

/**
 * Returns warnings, which do not block a write: the room, the professor or the group is busy, or
 * two hours of the class overlap.
 */
export function clashWarnings(clashes: readonly Clash[]): Issue[] {
  const warnings = (code: string, isMatch: (clash: Clash) => boolean) =>
    clashes
      .filter(isMatch)
      .map((clash) => ({ code, params: { name: clash.name, hour: formatHour(clash) } }))
  return [
    ...warnings('class.hoursOverlap', ({ own }) => own),
    ...warnings('class.roomTaken', ({ own, room }) => !own && room),
    ...warnings('class.professorBusy', ({ own, professor }) => !own && professor),
    ...warnings('class.groupBusy', ({ own, group }) => !own && group),
  ]
}

export interface ClassFacts {
  readonly clashes: readonly Clash[]
  /** Number of students of the group who do not attend the class. */
  readonly absent: number
}

/** SQL for the data that the warnings of a class need, to be selected together with the class. */
export const classFacts = (id: SqlExpression<string>, language: Language | null) =>
  expr<ClassFacts>`jsonb_build_object('clashes', ${jsonRows(clashesOf({ classId: id, language }))}, 'absent', (select count(*) from ${universityClass} join ${course} on ${course.id} = ${universityClass.courseId}
     join ${student} on ${student.specializationId} = ${course.specializationId} and ${student.groupName} = ${universityClass.groupName} and ${student.studyYear} = ${course.year}
     and ${student.groupNameKey} = ${universityClass.groupNameKey} and ${equalsLiteral(student.status, 'active')}
     where ${universityClass.id} = ${id} and ${differsFromLiteral(universityClass.status, 'closed')} and ${equalsLiteral(course.type, 'compulsory')} and not exists (
       select from ${classEnrolment} join ${otherClass} on ${otherClass.id} = ${classEnrolment.classId}
       where ${classEnrolment.studentId} = ${student.id} and ${equalsLiteral(classEnrolment.status, 'active')} and ${otherClass.courseId} = ${universityClass.courseId}
       and ${otherClass.academicYearId} = ${universityClass.academicYearId})))`

/**
 * Returns warnings of a class, which do not block a write: overlapping hours, and students of the
 * group who are not enrolled.
 */
export const classWarnings = ({ clashes, absent }: ClassFacts): Issue[] => [
  ...clashWarnings(clashes),
  ...(absent > 0 ? [{ code: 'class.groupAbsent', params: { number: absent } }] : []),
]

/**
 * SQL for the names of the compulsory classes of the student's group whose course the student does
 * not attend in any class.
 */
export const missedClasses = (
  studentId: SqlExpression<string>,
  now: Date,
  language: Language | null,
) =>
  expr<
    readonly string[] | null
  >`(select array_agg(${classNameIn(universityClass.name, course.name, language)} order by ${universityClass.nameKey}) from ${joinGroupClasses(student, course, universityClass, today(now))}
     where ${student.id} = ${studentId} and ${equalsLiteral(course.type, 'compulsory')} and not exists (
       select from ${classEnrolment} join ${otherClass} on ${otherClass.id} = ${classEnrolment.classId}
       where ${classEnrolment.studentId} = ${student.id} and ${equalsLiteral(classEnrolment.status, 'active')} and ${otherClass.courseId} = ${universityClass.courseId}
       and ${otherClass.academicYearId} = ${universityClass.academicYearId}))`

/** Returns a warning that lists the missed classes. */
export const missedClassWarnings = (missed: readonly string[] | null): Issue[] =>
  missed ? [{ code: 'student.notInClasses', params: { names: missed.join(', ') } }] : []

export async function readStudentWarnings(
  queries: Queries,
  { id, language }: { readonly id: string; readonly language: Language | null },
  now: Date,
): Promise<Issue[]> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ missed: missedClasses(expr`${id}::uuid`, now, language) })}`,
  )
  return missedClassWarnings(row?.missed ?? null)
}

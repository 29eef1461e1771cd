import { today } from '@matricola/schema/values/dates.ts'
import { formatHour, type Weekday, type Weeks } from '@matricola/schema/values/hours.ts'
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
import { classEnrolments } from '#resources/class-enrolments.ts'
import { classHours } from '#resources/class-hours.ts'
import { courses } from '#resources/courses.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { classNameIn } from './class-name.ts'
import { joinGroupClasses } from './update-enrolments.ts'

const h = table(classHours, 'h')
const k = table(universityClasses, 'k')
const c = table(courses, 'c')
const g = table(classHours, 'g')
const o = table(universityClasses, 'o')
const oc = table(courses, 'oc')
const s = table(students, 's')
const m = table(classEnrolments, 'm')

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
    name: classNameIn(o.name, oc.name, language),
    weekday: notNull(h.weekday),
    startsAt: notNull(h.startsAt),
    endsAt: notNull(h.endsAt),
    weeks: h.weeks,
    own: expr<boolean>`${o.id} = ${k.id}`,
    room: expr<boolean>`lower(${g.room}) = lower(${h.room})`,
    professor: expr<boolean>`${o.leadProfessorId} = ${k.leadProfessorId}`,
    group: expr<boolean>`${o.groupName} = ${k.groupName} and ${oc.specializationId} = ${c.specializationId} and ${oc.year} = ${c.year}`,
  })}
     from ${h} join ${k} on ${k.id} = ${h.classId} join ${c} on ${c.id} = ${k.courseId}
     join ${g} on ${g.id} <> ${h.id} and ${g.isActive} and ${g.weekday} = ${h.weekday} and ${g.startsAt} < ${h.endsAt}
     and ${h.startsAt} < ${g.endsAt}
       and ('every' in (${g.weeks}, ${h.weeks}) or ${g.weeks} = ${h.weeks})
     join ${o} on ${o.id} = ${g.classId} and ${o.academicYearId} = ${k.academicYearId} and ${o.semester} = ${k.semester}
     and ${differsFromLiteral(o.status, 'closed')}
     join ${oc} on ${oc.id} = ${o.courseId}
     where ${k.id} = ${classId} and ${hourId ? expr`${h.id} = ${hourId}` : raw('true')} and ${h.isActive}
     and ${differsFromLiteral(k.status, 'closed')}
     order by ${h.weekday}, ${h.startsAt}, ${o.nameKey}, ${o.id}, ${g.id}`

/** Fields of an hour and of a class that affect their warnings. */
export const hourWarningFields = ['classId', 'weekday', 'startsAt', 'endsAt', 'weeks', 'room', 'isActive'] as const
export const classWarningFields = ['courseId', 'academicYearId', 'semester', 'groupName', 'leadProfessorId', 'status'] as const

/** SQL for the data that the warnings of one hour need, to be selected together with the hour. */
export const hourClashes = (query: Required<ClashQuery>) => jsonRows(clashesOf(query))

/**
 * Returns warnings, which do not block a write: the room, the professor or the group is busy, or two hours of the class overlap.
 */
export function clashWarnings(clashes: readonly Clash[]): Issue[] {
  const warnings = (code: string, isMatch: (clash: Clash) => boolean) =>
    clashes.filter(isMatch).map((clash) => ({ code, params: { name: clash.name, hour: formatHour(clash) } }))
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
  expr<ClassFacts>`jsonb_build_object('clashes', ${jsonRows(clashesOf({ classId: id, language }))}, 'absent', (select count(*) from ${k} join ${c} on ${c.id} = ${k.courseId}
     join ${s} on ${s.specializationId} = ${c.specializationId} and ${s.groupName} = ${k.groupName} and ${s.studyYear} = ${c.year}
     and ${s.groupNameKey} = ${k.groupNameKey} and ${equalsLiteral(s.status, 'active')}
     where ${k.id} = ${id} and ${differsFromLiteral(k.status, 'closed')} and ${equalsLiteral(c.type, 'compulsory')} and not exists (
       select from ${m} join ${o} on ${o.id} = ${m.classId}
       where ${m.studentId} = ${s.id} and ${equalsLiteral(m.status, 'active')} and ${o.courseId} = ${k.courseId}
       and ${o.academicYearId} = ${k.academicYearId})))`

/** Returns warnings of a class, which do not block a write: overlapping hours, and students of the group who are not enrolled. */
export const classWarnings = ({ clashes, absent }: ClassFacts): Issue[] => [
  ...clashWarnings(clashes),
  ...(absent > 0 ? [{ code: 'class.groupAbsent', params: { number: absent } }] : []),
]

/** SQL for the names of the compulsory classes of the student's group whose course the student does not attend in any class. */
export const missedClasses = (studentId: SqlExpression<string>, now: Date, language: Language | null) =>
  expr<
    readonly string[] | null
  >`(select array_agg(${classNameIn(k.name, c.name, language)} order by ${k.nameKey}) from ${joinGroupClasses(s, c, k, today(now))}
     where ${s.id} = ${studentId} and ${equalsLiteral(c.type, 'compulsory')} and not exists (
       select from ${m} join ${o} on ${o.id} = ${m.classId}
       where ${m.studentId} = ${s.id} and ${equalsLiteral(m.status, 'active')} and ${o.courseId} = ${k.courseId}
       and ${o.academicYearId} = ${k.academicYearId}))`

/** Returns a warning that lists the missed classes. */
export const missedClassWarnings = (missed: readonly string[] | null): Issue[] =>
  missed ? [{ code: 'student.notInClasses', params: { names: missed.join(', ') } }] : []

export async function readStudentWarnings(
  queries: Queries,
  { id, language }: { readonly id: string; readonly language: Language | null },
  now: Date,
): Promise<Issue[]> {
  const [row] = await runStatement(queries, sql`select ${pick({ missed: missedClasses(expr`${id}::uuid`, now, language) })}`)
  return missedClassWarnings(row?.missed ?? null)
}

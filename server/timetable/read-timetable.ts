import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permittedCondition } from '@matricola/server/policy/permit.ts'
import { columns, differsFromLiteral, expr, inLanguage, notNull, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import {
  daysOfLesson,
  instantAt,
  type Lesson,
  type LessonForm,
  mondayOf,
  timeOfDay,
  type WireTimetable,
  type WireTimetableEntry,
  weekNumber,
} from '#resources/academic/timetable.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import { academicYears } from '#resources/academic-years.ts'
import { classHours } from '#resources/class-hours.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { universityClasses } from '#resources/university-classes.ts'

const p = table(academicPeriods, 'p')
const y = table(academicYears, 'y')
const h = table(classHours, 'h')
const k = table(universityClasses, 'k')
const c = table(courses, 'c')
const px = table(professors, 'px')
const e = table(exams, 'e')

/** A planned hour of a class. */
export interface TaughtHour extends Lesson {
  /** Id of the class. */
  readonly id: string
  readonly hourId: string
  readonly form: LessonForm | null
  readonly title: string
  readonly course: string
  readonly groupName: string
  readonly professor: string
  readonly room: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly updatedAt: string
}

export interface TimedExam extends Omit<TaughtHour, keyof Lesson | 'hourId' | 'form' | 'startsAt' | 'endsAt'> {
  readonly state: string
  readonly at: string
  readonly minutes: number
}

/** Returns the caller's timetable for the week that contains `day`; null: this week. */
export async function readTimetable({ database, clock }: Context, caller: Caller, day: string | null): Promise<WireTimetable> {
  const now = today(clock.now())
  const week = mondayOf(day ?? now)
  const sunday = daysAfter(week, 6)
  const periods = await readPeriods(database, week, sunday)
  const hours = await readTimetableHours(database, caller)
  const exams = await readTimetableExams(database, caller, { from: instantAt(week, '00:00'), to: instantAt(daysAfter(week, 7), '00:00') })
  const isInside = (date: string) => week <= date && date <= sunday
  const entries = [
    ...hours.flatMap((one) =>
      daysOfLesson(one, periods)
        .flatMap(({ days }) => days.filter(isInside))
        .map(
          (date): WireTimetableEntry => ({
            kind: 'class',
            form: one.form,
            ...entryFields(one),
            date,
            startsAt: one.startsAt,
            endsAt: one.endsAt,
          }),
        ),
    ),
    ...exams.map((one): WireTimetableEntry => {
      const [start, end] = [new Date(one.at), new Date(Date.parse(one.at) + one.minutes * 60_000)]
      return { kind: 'exam', form: null, ...entryFields(one), date: today(start), startsAt: timeOfDay(start), endsAt: timeOfDay(end) }
    }),
  ]
  return {
    week,
    today: now,
    entries: entries.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
    periods: periods
      .filter(({ startsOn, endsOn }) => startsOn <= sunday && week <= endsOn)
      .map(({ name, kind, startsOn, endsOn }) => {
        return {
          name,
          kind,
          startsOn,
          endsOn,
          number: kind === 'teaching' ? weekNumber(startsOn, week < startsOn ? startsOn : week) : null,
        }
      }),
  }
}

const orderOf = ({ date, startsAt, title, id }: WireTimetableEntry) => `${date} ${startsAt} ${title} ${id}`
const entryFields = ({ id, title, course, groupName, professor, room }: TaughtHour | TimedExam) => ({
  id,
  title,
  course,
  groupName,
  professor,
  room,
})

/** Returns all periods of the academic years that overlap a range of days. */
export const readPeriods = (queries: Queries, from: string, to: string) =>
  runStatement(
    queries,
    sql`select ${pick(columns(p, 'id', 'name', 'academicYearId', 'kind', 'semester', 'startsOn', 'endsOn'))}
     from ${p} join ${y} on ${y.id} = ${p.academicYearId}
     where ${y.startsOn} <= ${to}::date and ${y.endsOn} >= ${from}::date order by ${p.startsOn}, ${p.id}`,
  )

const factsFor = ({ language }: Caller) => ({
  course: inLanguage(c.name, language),
  groupName: k.groupName,
  professor: expr<string>`${px.lastName} || ' ' || ${px.firstName}`,
})

/** Returns the planned hours of the classes that the caller attends or teaches. */
export function readTimetableHours(queries: Queries, caller: Caller): Promise<TaughtHour[]> {
  const rows = permittedCondition(authorize(caller, universityClasses, 'read'), k)
  return runStatement(
    queries,
    sql`select ${pick({
      ...columns(k, 'id', 'semester', 'academicYearId'),
      hourId: h.id,
      form: h.kind,
      title: k.name,
      ...factsFor(caller),
      room: h.room,
      weekday: notNull(h.weekday),
      weeks: h.weeks,
      startsAt: notNull(h.startsAt),
      endsAt: notNull(h.endsAt),
      updatedAt: expr<string>`greatest(${h.updatedAt}, ${k.updatedAt})`,
    })}
     from ${h} join ${k} on ${k.id} = ${h.classId} join ${c} on ${c.id} = ${k.courseId} join ${px} on ${px.id} = ${k.leadProfessorId}
     where ${h.isActive} and ${h.weekday} is not null and ${h.startsAt} is not null and ${h.endsAt} is not null and ${rows}
     order by ${k.nameKey}, ${k.id}, ${h.id}`,
  )
}

/** Returns the exams between two instants that the caller may read. */
export function readTimetableExams(
  queries: Queries,
  caller: Caller,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<TimedExam[]> {
  const rows = permittedCondition(authorize(caller, exams, 'read'), e)
  return runStatement(
    queries,
    sql`select ${pick({
      ...columns(e, 'id', 'room', 'state', 'updatedAt'),
      title: k.name,
      ...factsFor(caller),
      at: e.startsAt,
      minutes: e.durationMinutes,
    })}
     from ${e} join ${k} on ${k.id} = ${e.classId} join ${c} on ${c.id} = ${k.courseId}
     join ${px} on ${px.id} = coalesce(${e.professorId}, ${k.leadProfessorId})
     where ${differsFromLiteral(e.state, 'cancelled')} and ${e.startsAt} >= ${from.toISOString()}::timestamptz
     and ${e.startsAt} < ${to.toISOString()}::timestamptz and ${rows} order by ${e.startsAt}, ${e.id}`,
  )
}

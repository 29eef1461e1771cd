import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permittedCondition } from '@matricola/server/policy/permit.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  notNull,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
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

const academicPeriod = table(academicPeriods)
const academicYear = table(academicYears)
const classHour = table(classHours)
const universityClass = table(universityClasses)
const course = table(courses)
const professor = table(professors)
const exam = table(exams)

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

export interface TimedExam
  extends Omit<TaughtHour, keyof Lesson | 'hourId' | 'form' | 'startsAt' | 'endsAt'> {
  readonly state: string
  readonly at: string
  readonly minutes: number
}

/** Returns the caller's timetable for the week that contains `day`; null: this week. */
export async function readTimetable(
  { database, clock }: Context,
  caller: Caller,
  day: string | null,
): Promise<WireTimetable> {
  const now = today(clock.now())
  const week = mondayOf(day ?? now)
  const sunday = daysAfter(week, 6)
  const periods = await readPeriods(database, week, sunday)
  const hours = await readTimetableHours(database, caller)
  const exams = await readTimetableExams(database, caller, {
    from: instantAt(week, '00:00'),
    to: instantAt(daysAfter(week, 7), '00:00'),
  })
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
      return {
        kind: 'exam',
        form: null,
        ...entryFields(one),
        date: today(start),
        startsAt: timeOfDay(start),
        endsAt: timeOfDay(end),
      }
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
          number:
            kind === 'teaching' ? weekNumber(startsOn, week < startsOn ? startsOn : week) : null,
        }
      }),
  }
}

const orderOf = ({ date, startsAt, title, id }: WireTimetableEntry) =>
  `${date} ${startsAt} ${title} ${id}`
const entryFields = ({
  id,
  title,
  course,
  groupName,
  professor,
  room,
}: TaughtHour | TimedExam) => ({
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
    sql`select ${pick(columns(academicPeriod, 'id', 'name', 'academicYearId', 'kind', 'semester', 'startsOn', 'endsOn'))}
     from ${academicPeriod} join ${academicYear} on ${academicYear.id} = ${academicPeriod.academicYearId}
     where ${academicYear.startsOn} <= ${to}::date and ${academicYear.endsOn} >= ${from}::date order by ${academicPeriod.startsOn}, ${academicPeriod.id}`,
  )

const factsFor = ({ language }: Caller) => ({
  course: inLanguage(course.name, language),
  groupName: universityClass.groupName,
  professor: expr<string>`${professor.lastName} || ' ' || ${professor.firstName}`,
})

/** Returns the planned hours of the classes that the caller attends or teaches. */
export function readTimetableHours(queries: Queries, caller: Caller): Promise<TaughtHour[]> {
  const rows = permittedCondition(authorize(caller, universityClasses, 'read'), universityClass)
  return runStatement(
    queries,
    sql`select ${pick({
      ...columns(universityClass, 'id', 'semester', 'academicYearId'),
      hourId: classHour.id,
      form: classHour.kind,
      title: universityClass.name,
      ...factsFor(caller),
      room: classHour.room,
      weekday: notNull(classHour.weekday),
      weeks: classHour.weeks,
      startsAt: notNull(classHour.startsAt),
      endsAt: notNull(classHour.endsAt),
      updatedAt: expr<string>`greatest(${classHour.updatedAt}, ${universityClass.updatedAt})`,
    })}
     from ${classHour} join ${universityClass} on ${universityClass.id} = ${classHour.classId} join ${course} on ${course.id} = ${universityClass.courseId} join ${professor} on ${professor.id} = ${universityClass.leadProfessorId}
     where ${classHour.isActive} and ${classHour.weekday} is not null and ${classHour.startsAt} is not null and ${classHour.endsAt} is not null and ${rows}
     order by ${universityClass.nameKey}, ${universityClass.id}, ${classHour.id}`,
  )
}

/** Returns the exams between two instants that the caller may read. */
export function readTimetableExams(
  queries: Queries,
  caller: Caller,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<TimedExam[]> {
  const rows = permittedCondition(authorize(caller, exams, 'read'), exam)
  return runStatement(
    queries,
    sql`select ${pick({
      ...columns(exam, 'id', 'room', 'state', 'updatedAt'),
      title: universityClass.name,
      ...factsFor(caller),
      at: exam.startsAt,
      minutes: exam.durationMinutes,
    })}
     from ${exam} join ${universityClass} on ${universityClass.id} = ${exam.classId} join ${course} on ${course.id} = ${universityClass.courseId}
     join ${professor} on ${professor.id} = coalesce(${exam.professorId}, ${universityClass.leadProfessorId})
     where ${differsFromLiteral(exam.state, 'cancelled')} and ${exam.startsAt} >= ${from.toISOString()}::timestamptz
     and ${exam.startsAt} < ${to.toISOString()}::timestamptz and ${rows} order by ${exam.startsAt}, ${exam.id}`,
  )
}

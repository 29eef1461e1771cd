import {
  daysOf,
  hourOf,
  instantOf,
  type Lesson,
  type LessonForm,
  mondayOf,
  type Period,
  type WireTimetable,
  type WireTimetableEntry,
  weekNumber,
} from '#model/academic/timetable.ts'
import { daysAfter, today } from '#model/dates.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, permittedRows } from '#server/engine/policy/permit.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'

/** One of the hours of a class. */
export interface TaughtHour extends Lesson {
  /** Of the class. */
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

/** An exam that has a time. */
export interface TimedExam extends Omit<TaughtHour, keyof Lesson | 'hourId' | 'form' | 'startsAt' | 'endsAt'> {
  readonly state: string
  readonly at: string
  readonly minutes: number
}

/** The week that `day` lies in, as the person attends or teaches it. */
export async function readTimetable({ database, clock }: Context, caller: Caller, day: string | null): Promise<WireTimetable> {
  const now = today(clock.now())
  const week = mondayOf(day ?? now)
  const sunday = daysAfter(week, 6)
  const periods = await periodsFrom(database, week, sunday)
  const hours = await ownHours(database, caller)
  const exams = await ownExams(database, caller, { from: instantOf(week, '00:00'), to: instantOf(daysAfter(week, 7), '00:00') })
  const isInside = (date: string) => week <= date && date <= sunday
  const entries = [
    ...hours.flatMap((one) =>
      daysOf(one, periods)
        .flatMap(({ days }) => days.filter(isInside))
        .map(
          (date): WireTimetableEntry => ({
            kind: 'class',
            form: one.form,
            ...shown(one),
            date,
            startsAt: one.startsAt,
            endsAt: one.endsAt,
          }),
        ),
    ),
    ...exams.map((one): WireTimetableEntry => {
      const [start, end] = [new Date(one.at), new Date(Date.parse(one.at) + one.minutes * 60_000)]
      return { kind: 'exam', form: null, ...shown(one), date: today(start), startsAt: hourOf(start), endsAt: hourOf(end) }
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
const shown = ({ id, title, course, groupName, professor, room }: TaughtHour | TimedExam) => ({
  id,
  title,
  course,
  groupName,
  professor,
  room,
})

/** Every period of the academic years that a span of days touches. */
export const periodsFrom = (queries: Queries, from: string, to: string) =>
  queries.query<Period>(
    `select p.id, p.name, p.academic_year_id as "academicYearId", p.kind, p.semester, p.starts_on as "startsOn", p.ends_on as "endsOn"
     from academic_periods p join academic_years y on y.id = p.academic_year_id
     where y.starts_on <= $2::date and y.ends_on >= $1::date order by p.starts_on, p.id`,
    [from, to],
  )

const facts = `c.name as course, k.group_name as "groupName", p.last_name || ' ' || p.first_name as professor`

/** The hours of the classes that the person attends or teaches, as far as they are planned. */
export function ownHours(queries: Queries, caller: Caller): Promise<TaughtHour[]> {
  const parameters = new Parameters()
  const rows = permittedRows(authorize(caller, resourceNamed('university-classes'), 'read'), 'k', parameters)
  return queries.query<TaughtHour>(
    `select k.id, h.id as "hourId", h.kind as form, k.name as title, ${facts}, h.room, h.weekday, h.weeks, k.semester,
       k.academic_year_id as "academicYearId", h.starts_at as "startsAt", h.ends_at as "endsAt",
       greatest(h.updated_at, k.updated_at) as "updatedAt"
     from class_hours h join university_classes k on k.id = h.class_id join courses c on c.id = k.course_id join professors p on p.id = k.lead_professor_id
     where h.is_active and h.weekday is not null and h.starts_at is not null and h.ends_at is not null and ${rows}
     order by k.name_key, k.id, h.id`,
    parameters.values,
  )
}

/** The exams that the person may see between two instants. */
export function ownExams(queries: Queries, caller: Caller, { from, to }: { readonly from: Date; readonly to: Date }): Promise<TimedExam[]> {
  const parameters = new Parameters()
  const rows = permittedRows(authorize(caller, resourceNamed('exams'), 'read'), 'e', parameters)
  const [start, end] = [parameters.add(from.toISOString(), 'timestamptz'), parameters.add(to.toISOString(), 'timestamptz')]
  return queries.query<TimedExam>(
    `select e.id, k.name as title, ${facts}, e.room, e.state, e.starts_at as at, e.duration_minutes as minutes, e.updated_at as "updatedAt"
     from exams e join university_classes k on k.id = e.class_id join courses c on c.id = k.course_id
     join professors p on p.id = coalesce(e.professor_id, k.lead_professor_id)
     where e.state <> 'cancelled' and e.starts_at >= ${start} and e.starts_at < ${end} and ${rows} order by e.starts_at, e.id`,
    parameters.values,
  )
}

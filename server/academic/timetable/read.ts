import {
  daysOf,
  hourOf,
  instantOf,
  type Lesson,
  mondayOf,
  type Period,
  type WireTimetable,
  type WireTimetableEntry,
} from '#model/academic/timetable.ts'
import { daysAfter, today } from '#model/dates.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import { authorize, permittedRows } from '#server/policy/permit.ts'
import { Parameters } from '#server/records/parameters.ts'

/** A class with its hours. */
export interface TaughtClass extends Lesson {
  readonly id: string
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
export interface TimedExam extends Omit<TaughtClass, keyof Lesson | 'startsAt' | 'endsAt'> {
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
  const classes = await ownClasses(database, caller)
  const exams = await ownExams(database, caller, { from: instantOf(week, '00:00'), to: instantOf(daysAfter(week, 7), '00:00') })
  const isInside = (date: string) => week <= date && date <= sunday
  const entries = [
    ...classes.flatMap((one) =>
      daysOf(one, periods)
        .flatMap(({ days }) => days.filter(isInside))
        .map((date): WireTimetableEntry => ({ kind: 'class', ...shown(one), date, startsAt: one.startsAt, endsAt: one.endsAt })),
    ),
    ...exams.map((one): WireTimetableEntry => {
      const [start, end] = [new Date(one.at), new Date(Date.parse(one.at) + one.minutes * 60_000)]
      return { kind: 'exam', ...shown(one), date: today(start), startsAt: hourOf(start), endsAt: hourOf(end) }
    }),
  ]
  return {
    week,
    today: now,
    entries: entries.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
    periods: periods
      .filter(({ startsOn, endsOn }) => startsOn <= sunday && week <= endsOn)
      .map(({ name, kind, startsOn, endsOn }) => ({ name, kind, startsOn, endsOn })),
  }
}

const orderOf = ({ date, startsAt, title, id }: WireTimetableEntry) => `${date} ${startsAt} ${title} ${id}`
const shown = ({ id, title, course, groupName, professor, room }: TaughtClass | TimedExam) => ({
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

/** The classes that the person attends or teaches, as far as their hours are planned. */
export function ownClasses(queries: Queries, caller: Caller): Promise<TaughtClass[]> {
  const parameters = new Parameters()
  const rows = permittedRows(authorize(caller, resourceNamed('university-classes'), 'read'), 'k', parameters)
  return queries.query<TaughtClass>(
    `select k.id, k.name as title, ${facts}, k.room, k.weekday, k.semester, k.academic_year_id as "academicYearId",
       k.starts_at as "startsAt", k.ends_at as "endsAt", k.updated_at as "updatedAt"
     from university_classes k join courses c on c.id = k.course_id join professors p on p.id = k.lead_professor_id
     where k.weekday is not null and k.starts_at is not null and k.ends_at is not null and ${rows} order by k.name_key, k.id`,
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

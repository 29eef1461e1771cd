/** Exams: one for every class in its exam period, and resits in autumn. */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Course } from '../departments.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from '../rows.ts'
import { pickRoom, type UniversityClass } from '../timetable.ts'
import type { DemoAcademicPeriod, DemoAcademicYear } from './academic-years.ts'

export type DemoExam = DemoRowWith<
  'exams',
  | 'classId'
  | 'courseId'
  | 'academicYearId'
  | 'session'
  | 'startsAt'
  | 'state'
  | 'professorId'
  | 'lockedAt'
  | 'gradeDueAt'
>

/** Start hours in the university's time zone. */
const hours = [9, 12, 15] as const
const dayMs = 86_400_000

interface ExamPlan {
  readonly year: DemoAcademicYear
  readonly periods: readonly DemoAcademicPeriod[]
  readonly courses: ReadonlyMap<string, Course>
  /** Time slots in which a professor, group or room is occupied. */
  readonly busy: Set<string>
}

/**
 * Returns the exams of a year's classes in their regular period. Periods more than half a year away
 * are not planned yet.
 */
export function makeExams(
  classes: readonly UniversityClass[],
  plan: ExamPlan,
  tools: DemoTools,
): DemoExam[] {
  const positions = new Map<string, number>()
  return classes.flatMap((universityClass) => {
    const period = plan.periods.find(
      ({ academicYearId, kind, semester }) =>
        academicYearId === plan.year.id &&
        kind === (universityClass.semester === 1 ? 'winter' : 'summer') &&
        semester === universityClass.semester,
    )
    if (!period || Date.parse(period.startsOn) > Date.parse(tools.calendar.today) + 180 * dayMs)
      return []
    const key = `${universityClass.groupName} ${universityClass.semester}`
    const position = positions.get(key) ?? 0
    positions.set(key, position + 1)
    // Exams of a group are five days apart.
    return [makeExam(universityClass, period, 1 + position * 5, plan, tools)]
  })
}

/** Plans an exam of a class in a period, on the first free day from `firstDay`. */
export function makeExam(
  universityClass: UniversityClass,
  period: DemoAcademicPeriod,
  firstDay: number,
  { courses, busy, year }: ExamPlan,
  tools: DemoTools,
): DemoExam {
  const { random, calendar } = tools
  const session = period.kind === 'winter' || period.kind === 'summer' ? period.kind : 'resit'
  for (let attempt = 0; attempt < 400; attempt++) {
    const day = daysAfter(period.startsOn, firstDay + Math.floor(attempt / 30))
    if (day > period.endsOn || new Date(day).getUTCDay() === 0) continue
    const hour = random.pick(hours)
    const room = pickRoom(universityClass.room.slice(0, universityClass.room.indexOf(' ')), random)
    const slots = [universityClass.groupName, universityClass.leadProfessorId, room].map(
      (part) => `${day} ${hour} ${part}`,
    )
    if (slots.some((slot) => busy.has(slot))) continue
    for (const slot of slots) busy.add(slot)
    const startsAt = new Date(
      Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`) - offset(day),
    ).toISOString()
    const ends = Date.parse(startsAt) + 2 * 3_600_000
    const lockedAt = Date.parse(`${period.endsOn}T21:00:00Z`) + 2 * dayMs
    const state = stateAt(calendar.today, { day, lockedAt })
    return {
      ...createRecordBase(tools, Date.UTC(year.start, session === 'winter' ? 10 : 16, 10, 8)),
      classId: universityClass.id,
      courseId: universityClass.courseId,
      academicYearId: universityClass.academicYearId,
      session,
      type:
        courses.get(universityClass.courseId)?.assessment === 'project'
          ? 'project'
          : random.fraction() < 0.7
            ? 'written'
            : 'oral',
      startsAt,
      durationMinutes: 120,
      room,
      professorId: universityClass.leadProfessorId,
      state,
      gradeDueAt: new Date(ends + 3 * dayMs).toISOString(),
      lockedAt: state === 'locked' ? new Date(lockedAt).toISOString() : null,
    }
  }
  throw new Error(`no free time for the exam of ${universityClass.name}`)
}

/** UTC offset: two hours in winter, and three from the end of March to the end of October. */
const offset = (day: string) =>
  (day.slice(5) > '03-29' && day.slice(5) < '10-25' ? 3 : 2) * 3_600_000

function stateAt(
  today: string,
  { day, lockedAt }: { readonly day: string; readonly lockedAt: number },
): DemoExam['state'] {
  const now = Date.parse(today)
  if (now > lockedAt) return 'locked'
  const age = (now - Date.parse(day)) / dayMs
  if (age > 3) return 'graded'
  if (age > 0) return 'held'
  return age > -75 ? 'published' : 'draft'
}

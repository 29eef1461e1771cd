/** Two academic years of classes, exams, grades and finances. */

import type { DemoUniversity } from '../demo-university.ts'
import type { Course, Specialization } from '../departments.ts'
import type { Professor } from '../professors.ts'
import type { Tools } from '../rows.ts'
import type { Group, Student } from '../students.ts'
import { makeClasses, type UniversityClass } from '../timetable.ts'
import { makeAssistants, makeAttendance } from './attendance.ts'
import { makeEntries } from './books.ts'
import { makeResults } from './marks.ts'
import { makeSittings } from './sittings.ts'
import { makeSpecialSitting } from './special-sitting.ts'
import { makeDegreeExams } from './theses.ts'
import { makeAcademicYears } from './years.ts'

interface People {
  readonly specializations: readonly Specialization[]
  readonly courses: readonly Course[]
  readonly professors: readonly Professor[]
  readonly students: readonly Student[]
  readonly groups: readonly Group[]
}

type Life = Pick<
  DemoUniversity,
  | 'academic-years'
  | 'academic-periods'
  | 'class-hours'
  | 'class-enrolments'
  | 'class-assistants'
  | 'exams'
  | 'exam-resits'
  | 'grades'
  | 'license-exams'
  | 'finances'
> & { readonly 'university-classes': readonly UniversityClass[] }

/** Generates the current academic year and the previous one. Classes of the current year come first. */
export function makeAcademicLife({ specializations, courses, professors, students, groups }: People, tools: Tools): Life {
  const { current, last, periods } = makeAcademicYears(tools)
  const byId = new Map(courses.map((course) => [course.id, course]))
  const yearly = [current, last].map((year) => ({ year, ...makeClasses(courses, groups, year, tools) }))
  const attendance = makeAttendance(
    students,
    yearly.flatMap(({ classes }) => classes),
    { current, last },
    tools,
  )
  const attended = new Set(attendance.map(({ classId }) => classId))
  const results = yearly.map(({ year, classes }) => {
    const plan = { year, periods, courses: byId, busy: new Set<string>() }
    const held = classes.filter(({ id }) => attended.has(id))
    const sittings = makeSittings(held, plan, tools)
    return { sittings, ...makeResults({ sittings, classes: held, attendance }, plan, tools) }
  })
  const [own] = yearly[0]?.classes ?? []
  const again = yearly[1]?.classes.find(({ id, leadProfessorId }) => leadProfessorId === own?.leadProfessorId && attended.has(id))
  const special = again && makeSpecialSitting(again, { attendance, grades: results.flatMap(({ grades }) => grades) }, tools)
  // Omit last year's classes without students: those of groups that have no second year now.
  const classes = yearly.flatMap(({ year, classes: all }) => all.filter(({ id }) => year === current || attended.has(id)))
  const kept = new Set(classes.map(({ id }) => id))
  return {
    'academic-years': [last, current].map(({ start: _, ...year }) => year),
    'academic-periods': periods,
    'university-classes': classes,
    'class-hours': yearly.flatMap(({ hours }) => hours.filter(({ classId }) => kept.has(classId))),
    'class-enrolments': attendance,
    'class-assistants': makeAssistants(classes, professors, tools),
    exams: [...results.flatMap(({ sittings, exams }) => [...sittings, ...exams]), ...(special ? [special.exam] : [])],
    'exam-resits': [...results.flatMap(({ resits }) => resits), ...(special?.resits ?? [])],
    grades: results.flatMap(({ grades }) => grades),
    'license-exams': makeDegreeExams({ students, specializations, courses, professors }, tools),
    finances: makeEntries(students, specializations, { current, last }, tools),
  }
}

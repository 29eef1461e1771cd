/** Two academic years of classes, exams, grades and finances. */

import type { DemoUniversity } from '../demo-university.ts'
import type { Course, Specialization } from '../departments.ts'
import type { Professor } from '../professors.ts'
import type { DemoTools } from '../rows.ts'
import type { Student, StudentGroup } from '../students.ts'
import { makeClasses, type UniversityClass } from '../timetable.ts'
import { makeAcademicYears } from './academic-years.ts'
import { makeAssistants, makeClassEnrolments } from './class-enrolments.ts'
import { makeDegreeExams } from './degree-exams.ts'
import { makeExams } from './exams.ts'
import { makeGradesAndResits } from './grades.ts'
import { makeLedgerEntries } from './ledger.ts'
import { makeSpecialExam } from './special-exam.ts'

interface People {
  readonly specializations: readonly Specialization[]
  readonly courses: readonly Course[]
  readonly professors: readonly Professor[]
  readonly students: readonly Student[]
  readonly groups: readonly StudentGroup[]
}

type AcademicRecords = Pick<
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

/**
 * Generates the current academic year and the previous one. Classes of the current year come first.
 */
export function makeAcademicRecords(
  { specializations, courses, professors, students, groups }: People,
  tools: DemoTools,
): AcademicRecords {
  const { current, last, periods } = makeAcademicYears(tools)
  const byId = new Map(courses.map((course) => [course.id, course]))
  const yearly = [current, last].map((year) => ({
    year,
    ...makeClasses(courses, groups, year, tools),
  }))
  const enrolments = makeClassEnrolments(
    students,
    yearly.flatMap(({ classes }) => classes),
    { current, last },
    tools,
  )
  const classesWithStudents = new Set(enrolments.map(({ classId }) => classId))
  const results = yearly.map(({ year, classes }) => {
    const plan = { year, periods, courses: byId, busy: new Set<string>() }
    const taughtClasses = classes.filter(({ id }) => classesWithStudents.has(id))
    const sittings = makeExams(taughtClasses, plan, tools)
    return {
      sittings,
      ...makeGradesAndResits(
        { sittings, classes: taughtClasses, attendance: enrolments },
        plan,
        tools,
      ),
    }
  })
  const [demoClass] = yearly[0]?.classes ?? []
  const lastYearsClass = yearly[1]?.classes.find(
    ({ id, leadProfessorId }) =>
      leadProfessorId === demoClass?.leadProfessorId && classesWithStudents.has(id),
  )
  const special =
    lastYearsClass &&
    makeSpecialExam(
      lastYearsClass,
      { attendance: enrolments, grades: results.flatMap(({ grades }) => grades) },
      tools,
    )
  // Omit last year's classes that have no students, because their groups have no second year now.
  const classes = yearly.flatMap(({ year, classes: all }) =>
    all.filter(({ id }) => year === current || classesWithStudents.has(id)),
  )
  const classIds = new Set(classes.map(({ id }) => id))
  return {
    'academic-years': [last, current].map(({ start: _, ...year }) => year),
    'academic-periods': periods,
    'university-classes': classes,
    'class-hours': yearly.flatMap(({ hours }) =>
      hours.filter(({ classId }) => classIds.has(classId)),
    ),
    'class-enrolments': enrolments,
    'class-assistants': makeAssistants(classes, professors, tools),
    exams: [
      ...results.flatMap(({ sittings, exams }) => [...sittings, ...exams]),
      ...(special ? [special.exam] : []),
    ],
    'exam-resits': [...results.flatMap(({ resits }) => resits), ...(special?.resits ?? [])],
    grades: results.flatMap(({ grades }) => grades),
    'license-exams': makeDegreeExams({ students, specializations, courses, professors }, tools),
    finances: makeLedgerEntries(students, specializations, { current, last }, tools),
  }
}

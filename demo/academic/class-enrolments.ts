/** The students of each class, and the professors who assist. */
import { groupBy } from '@matricola/schema/group-by.ts'
import type { Professor } from '../professors.ts'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from '../rows.ts'
import type { Student } from '../students.ts'
import type { UniversityClass } from '../timetable.ts'
import type { DemoAcademicYear } from './academic-years.ts'

export type ClassEnrolment = DemoRowWith<'class-enrolments', 'classId' | 'studentId'>

/**
 * Returns a student's group in the previous year, or the same group for graduates. Null if the
 * student had not enrolled yet.
 */
function groupLastYear({ groupName, studyYear, status }: Student): string | null {
  if (status === 'graduated') return groupName
  return studyYear > 1 && groupName
    ? `${groupName.slice(0, 2)}${studyYear - 1}${groupName.slice(3)}`
    : null
}

/**
 * Enrols each student in the classes of the group in both years. Students who have left are not in
 * this year's classes.
 */
export function makeClassEnrolments(
  students: readonly Student[],
  classes: readonly UniversityClass[],
  { current, last }: { readonly current: DemoAcademicYear; readonly last: DemoAcademicYear },
  tools: DemoTools,
): ClassEnrolment[] {
  const classesByGroup = groupBy(
    classes,
    ({ academicYearId, groupName }) => `${academicYearId} ${groupName}`,
  )
  return students.flatMap((student) => {
    const groups = [
      [last, groupLastYear(student)],
      [current, student.status === 'active' ? student.groupName : null],
    ] as const
    return groups.flatMap(([year, group]) =>
      (classesByGroup.get(`${year.id} ${group}`) ?? []).map((one) => ({
        ...createRecordBase(tools, Date.UTC(year.start, 8, 28, 10)),
        classId: one.id,
        studentId: student.id,
        status: 'active' as const,
        source: 'group' as const,
      })),
    )
  })
}

/** Gives every fifth class an assistant of the same department. */
export function makeAssistants(
  classes: readonly UniversityClass[],
  professors: readonly Professor[],
  tools: DemoTools,
): DemoRow<'class-assistants'>[] {
  const byId = new Map(professors.map((one) => [one.id, one]))
  return classes.flatMap((one, i) => {
    if (i % 5 !== 3) return []
    const lead = byId.get(one.leadProfessorId)
    const helpers = professors.filter(
      ({ departmentProfileId, academicTitle, isActive, id }) =>
        departmentProfileId === lead?.departmentProfileId &&
        academicTitle === 'assistant' &&
        isActive &&
        id !== lead?.id,
    )
    if (helpers.length === 0) return []
    return [
      {
        ...createRecordBase(tools, Date.parse(one.createdAt) + 3_600_000),
        classId: one.id,
        professorId: tools.random.pick(helpers).id,
        isActive: true,
      },
    ]
  })
}

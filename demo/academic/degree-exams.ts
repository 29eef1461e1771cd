/** Final degree exams: those of last July's graduates, and registrations for the next one. */
import type { Course, Specialization } from '../departments.ts'
import type { Professor } from '../professors.ts'
import { createRecordBase, type DemoRow, type DemoTools, itemInCycle } from '../rows.ts'
import type { Student } from '../students.ts'

const titlePrefixes = [
  'Contribuții la',
  'Studiu de caz în',
  'O abordare practică în',
  'Metode moderne în',
  'Aplicații în',
] as const
/** One in this many final-year students has already registered for the next exam. */
const registrationInterval = 3

/** Generates a passed exam for each graduate, and registrations with a title and a supervisor. */
export function makeDegreeExams(
  {
    students,
    specializations,
    courses,
    professors,
  }: {
    readonly students: readonly Student[]
    readonly specializations: readonly Specialization[]
    readonly courses: readonly Course[]
    readonly professors: readonly Professor[]
  },
  tools: DemoTools,
): DemoRow<'license-exams'>[] {
  const { random, calendar } = tools
  const programmes = new Map(specializations.map((one) => [one.id, one]))
  return students.flatMap((student, i): DemoRow<'license-exams'>[] => {
    const programme = programmes.get(student.specializationId)
    const isGraduate = student.status === 'graduated'
    const isNext =
      student.status === 'active' &&
      student.studyYear === programme?.yearsOfStudy &&
      i % registrationInterval === 0
    if (!programme || !(isGraduate || isNext)) return []
    const teachers = professors.filter(
      ({ departmentProfileId, isActive }) =>
        departmentProfileId === programme.departmentProfileId && isActive,
    )
    const last = courses.filter(
      ({ specializationId, year }) =>
        specializationId === programme.id && year === programme.yearsOfStudy,
    )
    const [supervisorId, chairId, memberId, secondMemberId] = [4, 0, 1, 2].map(
      (index) => itemInCycle(teachers, i + index).id,
    )
    const year = isGraduate ? calendar.startYear : calendar.startYear + 1
    const registered = {
      ...createRecordBase(
        tools,
        Date.UTC(isGraduate ? year : year - 1, isGraduate ? 2 : 10, random.between(1, 20), 9),
      ),
      studentId: student.id,
      year,
      session: 'july' as const,
      thesisTitle: `${random.pick(titlePrefixes)} ${lower(random.pick(last).name)}`,
      thesisDueOn: `${year}-05-31`,
      ...{ supervisorId, chairId, memberId, secondMemberId },
    }
    if (!isGraduate) return [{ ...registered, status: 'registered' as const }]
    const [written, defence] = [random.between(620, 1000), random.between(700, 1000)]
    return [
      {
        ...registered,
        scheduledAt: new Date(Date.UTC(year, 6, random.between(1, 10), 6)).toISOString(),
        writtenGrade: written / 100,
        defenceGrade: defence / 100,
        average: Math.floor((written + defence) / 2) / 100,
        credits: 10,
        status: 'passed' as const,
      },
    ]
  })
}

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

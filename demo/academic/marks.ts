/** Grades of students, and resits of those who did not pass. */
import { grouped } from '#model/grouped.ts'
import type { Course } from '../departments.ts'
import { born, type Row, type RowWith, type Tools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { Attendance } from './attendance.ts'
import { type Sitting, sitting } from './sittings.ts'
import type { Period, Year } from './years.ts'

type Mark = RowWith<'grades', 'studentId' | 'courseId' | 'result' | 'value' | 'kind'>

interface Given {
  readonly year: Year
  readonly periods: readonly Period[]
  readonly courses: ReadonlyMap<string, Course>
  readonly busy: Set<string>
}

interface Results {
  readonly exams: Sitting[]
  readonly grades: Mark[]
  readonly resits: Row<'exam-resits'>[]
}

const isGraded = ({ state }: Sitting) => state === 'graded' || state === 'locked'

/** Returns the grades of past exams, and the autumn exams with theirs. */
export function makeResults(
  {
    sittings,
    classes,
    attendance,
  }: { sittings: readonly Sitting[]; classes: readonly UniversityClass[]; attendance: readonly Attendance[] },
  given: Given,
  tools: Tools,
): Results {
  const members = grouped(attendance, ({ classId }) => classId)
  const abilities = new Map<string, number>()
  const ability = (id: string) => {
    const known = abilities.get(id) ?? 5.2 + tools.random.share() * 4.2
    abilities.set(id, known)
    return known
  }
  const grades = sittings
    .filter(isGraded)
    .flatMap((exam) => (members.get(exam.classId) ?? []).map(({ studentId }) => mark(exam, studentId, ability(studentId), tools)))
  const again = autumn({ grades, classes, sittings }, given, ability, tools)
  return { exams: again.exams, grades: [...grades, ...again.grades], resits: again.resits }
}

function mark(exam: Sitting, studentId: string, ability: number, tools: Tools, attempt = 1): Mark {
  const { random } = tools
  const isAbsent = random.share() < 0.04
  const value = Math.max(2, Math.min(10, Math.round(ability + (random.share() + random.share() - 1) * 3)))
  const at = Date.parse(exam.startsAt) + random.between(20, 60) * 3_600_000
  return {
    ...born(tools, at),
    studentId,
    examId: exam.id,
    courseId: exam.courseId,
    academicYearId: exam.academicYearId,
    kind: attempt > 1 ? 'resit' : 'exam',
    attempt,
    result: isAbsent ? 'absent' : 'graded',
    value: isAbsent ? null : value,
    state: exam.state === 'locked' ? 'locked' : 'published',
    professorId: exam.professorId ?? null,
    publishedAt: new Date(at).toISOString(),
  } as Mark
}

/** Most students who did not pass take the exam again in autumn, in one exam per course. */
function autumn(
  { grades, classes, sittings }: { grades: readonly Mark[]; classes: readonly UniversityClass[]; sittings: readonly Sitting[] },
  given: Given,
  ability: (studentId: string) => number,
  tools: Tools,
): Results {
  const results: Results = { exams: [], grades: [], resits: [] }
  const period = given.periods.find(
    ({ academicYearId, kind, semester }) => academicYearId === given.year.id && kind === 'resit' && !semester,
  )
  if (!period || period.startsOn > tools.calendar.today) return results
  const classOf = new Map(sittings.map(({ id, classId }) => [id, classId]))
  const byId = new Map(classes.map((one) => [one.id, one]))
  const failed = grouped(
    grades.filter(({ value }) => (value ?? 0) < 5 && tools.random.share() < 0.85),
    ({ courseId }) => courseId,
  )
  for (const marks of failed.values()) {
    const first = byId.get(classOf.get(String(marks[0]?.examId)) ?? '')
    if (!first) continue
    const exam = sitting(first, period, tools.random.between(0, 8), given, tools)
    results.exams.push(exam)
    for (const { studentId, courseId } of marks) {
      const askedAt = new Date(Date.parse(`${period.startsOn}T07:00:00Z`) - tools.random.between(3, 20) * 86_400_000)
      results.resits.push({
        ...born(tools, askedAt.getTime()),
        studentId,
        courseId,
        academicYearId: exam.academicYearId,
        kind: 'resit',
        examId: exam.id,
        status: isGraded(exam) ? 'held' : 'approved',
        requestedAt: askedAt.toISOString(),
      })
      if (isGraded(exam)) results.grades.push(mark(exam, studentId, ability(studentId) + 0.6, tools, 2))
    }
  }
  return results
}

/** Students' grades, and resits for those who did not pass. */
import { groupBy } from '@matricola/schema/group-by.ts'
import type { Course } from '../departments.ts'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { DemoAcademicPeriod, DemoAcademicYear } from './academic-years.ts'
import type { ClassEnrolment } from './class-enrolments.ts'
import { type DemoExam, makeExam } from './exams.ts'

type DemoGrade = DemoRowWith<'grades', 'studentId' | 'courseId' | 'result' | 'value' | 'kind'>

interface ExamPlan {
  readonly year: DemoAcademicYear
  readonly periods: readonly DemoAcademicPeriod[]
  readonly courses: ReadonlyMap<string, Course>
  readonly busy: Set<string>
}

interface GradesAndResits {
  readonly exams: DemoExam[]
  readonly grades: DemoGrade[]
  readonly resits: DemoRow<'exam-resits'>[]
}

const isGraded = ({ state }: DemoExam) => state === 'graded' || state === 'locked'

/** Returns the grades of past exams, and the autumn exams with their grades. */
export function makeGradesAndResits(
  {
    sittings,
    classes,
    attendance,
  }: {
    sittings: readonly DemoExam[]
    classes: readonly UniversityClass[]
    attendance: readonly ClassEnrolment[]
  },
  plan: ExamPlan,
  tools: DemoTools,
): GradesAndResits {
  const members = groupBy(attendance, ({ classId }) => classId)
  const abilities = new Map<string, number>()
  const ability = (id: string) => {
    const stored = abilities.get(id) ?? 5.2 + tools.random.fraction() * 4.2
    abilities.set(id, stored)
    return stored
  }
  const grades = sittings
    .filter(isGraded)
    .flatMap((exam) =>
      (members.get(exam.classId) ?? []).map(({ studentId }) =>
        makeGrade(exam, studentId, ability(studentId), tools),
      ),
    )
  const resitResults = makeAutumnResits({ grades, classes, sittings }, plan, ability, tools)
  return {
    exams: resitResults.exams,
    grades: [...grades, ...resitResults.grades],
    resits: resitResults.resits,
  }
}

function makeGrade(
  exam: DemoExam,
  studentId: string,
  ability: number,
  tools: DemoTools,
  attempt = 1,
): DemoGrade {
  const { random } = tools
  const isAbsent = random.fraction() < 0.04
  const value = Math.max(
    2,
    Math.min(10, Math.round(ability + (random.fraction() + random.fraction() - 1) * 3)),
  )
  const at = Date.parse(exam.startsAt) + random.between(20, 60) * 3_600_000
  return {
    ...createRecordBase(tools, at),
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
  } as DemoGrade
}

/** Most students who did not pass take the exam again in autumn, in one exam per course. */
function makeAutumnResits(
  {
    grades,
    classes,
    sittings,
  }: {
    grades: readonly DemoGrade[]
    classes: readonly UniversityClass[]
    sittings: readonly DemoExam[]
  },
  plan: ExamPlan,
  ability: (studentId: string) => number,
  tools: DemoTools,
): GradesAndResits {
  const results: GradesAndResits = { exams: [], grades: [], resits: [] }
  const period = plan.periods.find(
    ({ academicYearId, kind, semester }) =>
      academicYearId === plan.year.id && kind === 'resit' && !semester,
  )
  if (!period || period.startsOn > tools.calendar.today) return results
  const classOf = new Map(sittings.map(({ id, classId }) => [id, classId]))
  const byId = new Map(classes.map((one) => [one.id, one]))
  const failed = groupBy(
    grades.filter(({ value }) => (value ?? 0) < 5 && tools.random.fraction() < 0.85),
    ({ courseId }) => courseId,
  )
  for (const failedGrades of failed.values()) {
    const first = byId.get(classOf.get(String(failedGrades[0]?.examId)) ?? '')
    if (!first) continue
    const exam = makeExam(first, period, tools.random.between(0, 8), plan, tools)
    results.exams.push(exam)
    for (const { studentId, courseId } of failedGrades) {
      const requestedAt = new Date(
        Date.parse(`${period.startsOn}T07:00:00Z`) - tools.random.between(3, 20) * 86_400_000,
      )
      results.resits.push({
        ...createRecordBase(tools, requestedAt.getTime()),
        studentId,
        courseId,
        academicYearId: exam.academicYearId,
        kind: 'resit',
        examId: exam.id,
        status: isGraded(exam) ? 'held' : 'approved',
        requestedAt: requestedAt.toISOString(),
      })
      if (isGraded(exam))
        results.grades.push(makeGrade(exam, studentId, ability(studentId) + 0.6, tools, 2))
    }
  }
  return results
}

/**
 * A special exam with grades published yesterday and appealed, one with overdue grades, and appeals
 * against grades in earlier exams.
 */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { DemoUniversity } from '../demo-university.ts'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { DemoExam } from './exams.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const participantCount = 12

type AcademicRecords = Pick<DemoUniversity, 'class-enrolments' | 'exams' | 'grades'> & {
  readonly 'university-classes': readonly UniversityClass[]
}
type GradeAppealRecords = Pick<
  DemoUniversity,
  'exams' | 'exam-resits' | 'grades' | 'grade-appeals' | 'notifications'
>
type Appeal = DemoRowWith<'grade-appeals', 'status' | 'appealedAt'>

interface People {
  /** The examiner, and one of the students who are graded. */
  readonly professor: DemoRow<'professors'>
  readonly student: DemoRow<'students'>
}

interface AppealCase {
  readonly status: 'changed' | 'upheld' | 'withdrawn' | 'open'
  readonly explanation: string
  readonly answer?: string
  /** Hours from publication to the appeal, and from the appeal to its answer. */
  readonly afterHours: number
  readonly answeredAfterHours?: number
}

const openAppeals: readonly AppealCase[] = [
  {
    status: 'open',
    afterHours: 3,
    explanation: 'La subiectul al doilea am rezolvat și punctul c, pe verso-ul ultimei foi.',
  },
  {
    status: 'open',
    afterHours: 26,
    explanation: 'Suma punctajelor de pe lucrare este 7,60, iar în catalog apare nota 7.',
  },
]

const closedAppeals: readonly AppealCase[] = [
  {
    ...{ status: 'changed', afterHours: 5, answeredAfterHours: 19 },
    explanation: 'Nu a fost punctată a treia problemă, rezolvată integral.',
    answer: 'A treia problemă nu fusese adunată la total. Nota a fost corectată.',
  },
  {
    ...{ status: 'upheld', afterHours: 20, answeredAfterHours: 8 },
    explanation: 'Consider că răspunsul la întrebarea a patra este complet.',
    answer: 'Răspunsul omite cazul general, cerut în enunț. Punctajul a rămas același.',
  },
  {
    status: 'withdrawn',
    afterHours: 11,
    explanation: 'Am crezut că nu s-a ținut seama de proiectul predat în semestru.',
  },
]

/** Generates appeals. Returns nothing if the student attended no class last year. */
export function makeGradeAppeals(
  academicRecords: AcademicRecords,
  { professor, student }: People,
  now: Date,
  tools: DemoTools,
): GradeAppealRecords {
  const classes = new Map(academicRecords['university-classes'].map((one) => [one.id, one]))
  const graded = new Set(academicRecords.grades.map(({ examId }) => examId))
  const gradedExams = academicRecords.exams.filter(({ id }) => graded.has(id))
  const passedGrade = academicRecords.grades.find(
    ({ studentId, value }) => studentId === student.id && (value ?? 0) >= 5,
  )
  const passedClass = classes.get(
    gradedExams.find(({ id }) => id === passedGrade?.examId)?.classId ?? '',
  )
  const overdueClass = classes.get(
    gradedExams.findLast(({ professorId }) => professorId === professor.id)?.classId ?? '',
  )
  if (!passedClass || !overdueClass)
    return { exams: [], 'exam-resits': [], grades: [], 'grade-appeals': [], notifications: [] }
  const members = (classId: string) =>
    academicRecords['class-enrolments']
      .filter((member) => member.classId === classId)
      .map((member) => String(member.studentId))
  const published = now.getTime() - 29 * hourMs
  const gradedExam = makePastExam(
    passedClass,
    { professor, day: daysAfter(tools.calendar.today, -2), state: 'graded' },
    tools,
  )
  const others = members(passedClass.id).filter((id) => id !== student.id)
  const gradedStudentIds = [student.id, ...others.slice(0, participantCount - 1)]
  const grades = gradedStudentIds.map((studentId, index) =>
    makeGrade(gradedExam, studentId, { at: published, value: (index % 5) + 5 }, tools),
  )
  const overdue = makePastExam(
    overdueClass,
    { professor, day: daysAfter(tools.calendar.today, -6), state: 'held' },
    tools,
  )
  const earlierGrades = academicRecords.grades
    .filter(({ professorId, publishedAt }) => professorId === professor.id && publishedAt)
    .slice(0, closedAppeals.length)
  const appeals = [
    ...openAppeals.map((one, at) => makeAppeal(grades[at + 1], one, tools)),
    ...closedAppeals.map((one, at) => makeAppeal(earlierGrades[at], one, tools)),
  ].flatMap((appeal) => appeal ?? [])
  return {
    exams: [gradedExam, overdue],
    'exam-resits': [
      ...gradedStudentIds.map((studentId) =>
        makeResitRequest(
          gradedExam,
          studentId,
          { status: 'held', grades: academicRecords.grades },
          tools,
        ),
      ),
      ...members(overdueClass.id)
        .slice(0, participantCount)
        .map((studentId) =>
          makeResitRequest(
            overdue,
            studentId,
            { status: 'approved', grades: academicRecords.grades },
            tools,
          ),
        ),
    ],
    grades,
    'grade-appeals': appeals,
    notifications: appeals
      .filter(({ status }) => status === 'open')
      .map((appeal) => makeAppealNotification(appeal, professor, tools)),
  }
}

function makePastExam(
  universityClass: UniversityClass,
  {
    professor,
    day,
    state,
  }: {
    readonly professor: DemoRow<'professors'>
    readonly day: string
    readonly state: 'held' | 'graded'
  },
  tools: DemoTools,
): DemoExam {
  return {
    ...createRecordBase(tools, Date.parse(day) - 20 * dayMs),
    ...{
      classId: universityClass.id,
      courseId: universityClass.courseId,
      academicYearId: universityClass.academicYearId,
      session: 'special',
      type: 'oral',
    },
    ...{
      startsAt: `${day}T11:00:00.000Z`,
      durationMinutes: 120,
      room: universityClass.room ?? null,
    },
    ...{
      professorId: professor.id,
      state,
      gradeDueAt: `${daysAfter(day, 3)}T13:00:00.000Z`,
      lockedAt: null,
    },
  }
}

function makeResitRequest(
  { id: examId, courseId, academicYearId, startsAt }: DemoExam,
  studentId: string,
  {
    status,
    grades,
  }: { readonly status: 'held' | 'approved'; readonly grades: AcademicRecords['grades'] },
  tools: DemoTools,
): DemoRow<'exam-resits'> {
  const base = createRecordBase(tools, Date.parse(startsAt) - tools.random.between(3, 12) * dayMs)
  const isPassed = grades.some(
    (grade) =>
      grade.studentId === studentId && grade.courseId === courseId && (grade.value ?? 0) >= 5,
  )
  const kind = isPassed ? 'improvement' : 'resit'
  return {
    ...base,
    studentId,
    courseId,
    academicYearId,
    kind,
    examId,
    status,
    requestedAt: base.createdAt,
  }
}

function makeGrade(
  { id: examId, courseId, academicYearId, professorId }: DemoExam,
  studentId: string,
  { at, value }: { readonly at: number; readonly value: number },
  tools: DemoTools,
): DemoRow<'grades'> {
  const base = createRecordBase(tools, at)
  return {
    ...{
      ...base,
      studentId,
      examId,
      courseId,
      academicYearId,
      professorId: professorId ?? '',
      value,
    },
    ...{
      kind: 'improvement',
      attempt: 2,
      result: 'graded',
      state: 'published',
      publishedAt: base.createdAt,
    },
  }
}

/** Returns the appeal against a grade. The grade already has the value after the appeal. */
function makeAppeal(
  grade: DemoRow<'grades'> | undefined,
  appealCase: AppealCase,
  tools: DemoTools,
): Appeal | null {
  if (!grade?.publishedAt) return null
  const { status, explanation, answer = null, afterHours, answeredAfterHours } = appealCase
  const base = createRecordBase(tools, Date.parse(grade.publishedAt) + afterHours * hourMs)
  const at = (hours: number) => new Date(Date.parse(base.createdAt) + hours * hourMs).toISOString()
  const { id: gradeId, studentId, courseId, professorId, result, value = null } = grade
  const isChanged = status === 'changed' && value !== null
  return {
    ...{ ...base, gradeId, studentId, courseId, professorId, result, status, explanation, answer },
    value: isChanged ? value - 1 : value,
    ...(isChanged && { newResult: result, newValue: value }),
    ...{
      appealedAt: base.createdAt,
      dueAt: at(24),
      answeredAt: answeredAfterHours === undefined ? null : at(answeredAfterHours),
    },
  }
}

function makeAppealNotification(
  { id, appealedAt }: Appeal,
  { userId }: DemoRow<'professors'>,
  tools: DemoTools,
): DemoRow<'notifications'> {
  const base = createRecordBase(tools, Date.parse(appealedAt))
  return {
    ...base,
    userId: userId ?? '',
    type: 'gradeAppealed',
    link: `grade-appeals/${id}`,
    sentAt: base.createdAt,
    readAt: null,
  }
}

/** A special exam with grades published yesterday and appealed, one with overdue grades, and appeals of earlier exams. */
import { daysAfter } from '#model/values/dates.ts'
import type { DemoUniversity } from '../demo-university.ts'
import { born, type Row, type RowWith, type Tools } from '../rows.ts'
import type { UniversityClass } from '../timetable.ts'
import type { Sitting } from './sittings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sitters = 12

type Life = Pick<DemoUniversity, 'class-enrolments' | 'exams' | 'grades'> & { readonly 'university-classes': readonly UniversityClass[] }
type Contested = Pick<DemoUniversity, 'exams' | 'exam-resits' | 'grades' | 'grade-appeals' | 'notifications'>
type Appeal = RowWith<'grade-appeals', 'status' | 'contestedAt'>

interface People {
  /** The examiner, and one of the students who are graded. */
  readonly professor: Row<'professors'>
  readonly student: Row<'students'>
}

interface Told {
  readonly status: 'changed' | 'upheld' | 'withdrawn' | 'open'
  readonly explanation: string
  readonly answer?: string
  /** Hours from publication to the appeal, and from the appeal to its answer. */
  readonly afterHours: number
  readonly answeredAfterHours?: number
}

const waiting: readonly Told[] = [
  { status: 'open', afterHours: 3, explanation: 'La subiectul al doilea am rezolvat și punctul c, pe verso-ul ultimei foi.' },
  { status: 'open', afterHours: 26, explanation: 'Suma punctajelor de pe lucrare este 7,60, iar în catalog apare nota 7.' },
]

const settled: readonly Told[] = [
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
  { status: 'withdrawn', afterHours: 11, explanation: 'Am crezut că nu s-a ținut seama de proiectul predat în semestru.' },
]

/** Generates appeals. Returns nothing if the student attended no class last year. */
export function makeContestedGrades(life: Life, { professor, student }: People, now: Date, tools: Tools): Contested {
  const classes = new Map(life['university-classes'].map((one) => [one.id, one]))
  const graded = new Set(life.grades.map(({ examId }) => examId))
  const sat = life.exams.filter(({ id }) => graded.has(id))
  const passed = life.grades.find(({ studentId, value }) => studentId === student.id && (value ?? 0) >= 5)
  const one = classes.get(sat.find(({ id }) => id === passed?.examId)?.classId ?? '')
  const late = classes.get(sat.findLast(({ professorId }) => professorId === professor.id)?.classId ?? '')
  if (!one || !late) return { exams: [], 'exam-resits': [], grades: [], 'grade-appeals': [], notifications: [] }
  const members = (classId: string) =>
    life['class-enrolments'].filter((member) => member.classId === classId).map((member) => String(member.studentId))
  const published = now.getTime() - 29 * hourMs
  const fresh = makeSitting(one, { professor, day: daysAfter(tools.calendar.today, -2), state: 'graded' }, tools)
  const others = members(one.id).filter((id) => id !== student.id)
  const marked = [student.id, ...others.slice(0, sitters - 1)]
  const grades = marked.map((studentId, place) => makeMark(fresh, studentId, { at: published, value: (place % 5) + 5 }, tools))
  const overdue = makeSitting(late, { professor, day: daysAfter(tools.calendar.today, -6), state: 'held' }, tools)
  const old = life.grades.filter(({ professorId, publishedAt }) => professorId === professor.id && publishedAt).slice(0, settled.length)
  const appeals = [
    ...waiting.map((one, at) => makeAppeal(grades[at + 1], one, tools)),
    ...settled.map((one, at) => makeAppeal(old[at], one, tools)),
  ].flatMap((appeal) => appeal ?? [])
  return {
    exams: [fresh, overdue],
    'exam-resits': [
      ...marked.map((studentId) => makeRequest(fresh, studentId, { status: 'held', grades: life.grades }, tools)),
      ...members(late.id)
        .slice(0, sitters)
        .map((studentId) => makeRequest(overdue, studentId, { status: 'approved', grades: life.grades }, tools)),
    ],
    grades,
    'grade-appeals': appeals,
    notifications: appeals.filter(({ status }) => status === 'open').map((appeal) => makeNotice(appeal, professor, tools)),
  }
}

function makeSitting(
  one: UniversityClass,
  { professor, day, state }: { readonly professor: Row<'professors'>; readonly day: string; readonly state: 'held' | 'graded' },
  tools: Tools,
): Sitting {
  return {
    ...born(tools, Date.parse(day) - 20 * dayMs),
    ...{ classId: one.id, courseId: one.courseId, academicYearId: one.academicYearId, session: 'special', type: 'oral' },
    ...{ startsAt: `${day}T11:00:00.000Z`, durationMinutes: 120, room: one.room ?? null },
    ...{ professorId: professor.id, state, gradeDueAt: `${daysAfter(day, 3)}T13:00:00.000Z`, lockedAt: null },
  }
}

function makeRequest(
  { id: examId, courseId, academicYearId, startsAt }: Sitting,
  studentId: string,
  { status, grades }: { readonly status: 'held' | 'approved'; readonly grades: Life['grades'] },
  tools: Tools,
): Row<'exam-resits'> {
  const base = born(tools, Date.parse(startsAt) - tools.random.between(3, 12) * dayMs)
  const isPassed = grades.some((mark) => mark.studentId === studentId && mark.courseId === courseId && (mark.value ?? 0) >= 5)
  const kind = isPassed ? 'improvement' : 'resit'
  return { ...base, studentId, courseId, academicYearId, kind, examId, status, requestedAt: base.createdAt }
}

function makeMark(
  { id: examId, courseId, academicYearId, professorId }: Sitting,
  studentId: string,
  { at, value }: { readonly at: number; readonly value: number },
  tools: Tools,
): Row<'grades'> {
  const base = born(tools, at)
  return {
    ...{ ...base, studentId, examId, courseId, academicYearId, professorId: professorId ?? '', value },
    ...{ kind: 'improvement', attempt: 2, result: 'graded', state: 'published', publishedAt: base.createdAt },
  }
}

/** Returns the appeal against a grade. The grade already has the value after the appeal. */
function makeAppeal(mark: Row<'grades'> | undefined, told: Told, tools: Tools): Appeal | null {
  if (!mark?.publishedAt) return null
  const { status, explanation, answer = null, afterHours, answeredAfterHours } = told
  const base = born(tools, Date.parse(mark.publishedAt) + afterHours * hourMs)
  const at = (hours: number) => new Date(Date.parse(base.createdAt) + hours * hourMs).toISOString()
  const { id: gradeId, studentId, courseId, professorId, result, value = null } = mark
  const isChanged = status === 'changed' && value !== null
  return {
    ...{ ...base, gradeId, studentId, courseId, professorId, result, status, explanation, answer },
    value: isChanged ? value - 1 : value,
    ...(isChanged && { newResult: result, newValue: value }),
    ...{ contestedAt: base.createdAt, dueAt: at(24), answeredAt: answeredAfterHours === undefined ? null : at(answeredAfterHours) },
  }
}

function makeNotice({ id, contestedAt }: Appeal, { userId }: Row<'professors'>, tools: Tools): Row<'notifications'> {
  const base = born(tools, Date.parse(contestedAt))
  return { ...base, userId: userId ?? '', type: 'gradeContested', link: `grade-appeals/${id}`, sentAt: base.createdAt, readAt: null }
}

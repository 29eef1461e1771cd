/** An exam that took place this morning, with its students, its examiner and its grade sheet. */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import type { WireGradeSheet } from '#resources/academic/grade-sheet.ts'
import { getResource } from '#resources/index.ts'
import { openTestDatabase } from './databases.ts'
import { academicYear2026 } from './seed-university.ts'
import { startUniversityApp, type UniversityApp } from './university-app.ts'

export const hourMs = 3_600_000

export interface GradeSheetApp extends UniversityApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** Leads the class of the exam. */
  readonly professor: Caller
  /** Leads another class. */
  readonly otherProfessor: Caller
  readonly student: Caller
  readonly courseId: string
  readonly academicYearId: string
  /**
   * Creates a class with the given number of students, and an exam that began two hours ago.
   * `values` override columns of the exam.
   */
  addExam(students: number, values?: { readonly [column: string]: unknown }): Promise<SheetExam>
  getSheet(examId: string, caller?: Caller): Promise<WireGradeSheet>
  saveSheet(
    examId: string,
    rows: readonly object[],
    options?: object,
    caller?: Caller,
  ): ReturnType<TestApp['call']>
}

export interface SheetExam {
  readonly id: string
  readonly classId: string
  readonly students: readonly string[]
}

/**
 * Opens a university in its winter session, which ends on 7 February 2027. The clock is fixed at
 * noon on 25 January.
 */
export async function startGradeSheetApp(
  open: () => Promise<Database> = openTestDatabase,
): Promise<GradeSheetApp> {
  const site = await startUniversityApp(open, '2027-01-25T10:00:00.000Z')
  const { context } = site
  const create = async (path: string, body: object) => (await site.create(path, body)).id
  await site.updateSettings({ maxStudentsPerCourse: 400 })
  const specializationId = await site.createProgramme({ name: 'Informatică', code: 'INF' })
  const courseId = await create('courses/create', {
    name: 'Algoritmi',
    code: 'INF-1',
    specializationId,
    year: 1,
    semester: 1,
    credits: 6,
  })
  const academicYearId = await create('academic-years/create', academicYear2026)
  const period = {
    name: 'Sesiunea de iarnă',
    academicYearId,
    kind: 'winter',
    startsOn: '2027-01-18',
    endsOn: '2027-02-07',
  }
  await create('academic-periods/create', period)
  await site.updateSettings({ academicYearId })
  const professor = await site.createProfessor('Rus Ion')
  const stranger = await site.createProfessor('Strain Ion')
  const studentUser = await site.createAccount('student', 'Ana Abrudan')
  let classes = 0
  let studentNumber = 0
  const insert = async (
    name: Parameters<typeof getResource>[0],
    body: object,
    overrides: object = {},
  ) =>
    (
      await recordsOf(context).insert(systemPermit('demo', getResource(name), 'create'), body, {
        ...overrides,
      })
    ).id
  const student = (index: number) => {
    studentNumber += 1
    const isFirst = studentNumber === 1
    return insert('students', {
      lastName: isFirst ? 'Abrudan' : `Student${spellNumber(index)}`,
      firstName: isFirst ? 'Ana' : 'Dan',
      matriculationNumber: `M-${String(studentNumber).padStart(4, '0')}`,
      email: `s${studentNumber}@stud.univ.ro`,
      specializationId,
      academicYearOfEntry: '2026-2027',
      groupName: '911',
      ...(isFirst && { userId: studentUser.id }),
    })
  }
  return {
    ...site,
    admin: site.firstAdmin,
    secretary: createCaller('secretary'),
    professor,
    otherProfessor: stranger,
    student: studentUser,
    courseId,
    academicYearId,
    async addExam(count, values = {}) {
      classes += 1
      const classId = await insert('university-classes', {
        name: `Algoritmi ${classes}`,
        courseId,
        academicYearId,
        semester: 1,
        groupName: `9${classes}`,
        leadProfessorId: professor.personId,
        capacity: 400,
      })
      const students: string[] = []
      for (let index = 0; index < count; index++) students.push(await student(index))
      await insertTestRows(
        context,
        'class_enrolments',
        students.map((student_id) => ({ class_id: classId, student_id })),
      )
      const id = randomUUID()
      const startsAt = new Date(site.now().getTime() - 2 * hourMs).toISOString()
      const exam = {
        class_id: classId,
        course_id: courseId,
        academic_year_id: academicYearId,
        session: 'winter',
        starts_at: startsAt,
      }
      await insertTestRows(context, 'exams', [
        { id, ...exam, professor_id: professor.personId, state: 'held', ...values },
      ])
      return { id, classId, students }
    },
    getSheet: async (examId, caller = professor) =>
      (await site.call<WireGradeSheet>(caller, 'GET', `/api/exams/${examId}/grade-sheet`)).data,
    saveSheet: (examId, rows, options = {}, caller = professor) =>
      site.call(caller, 'PATCH', `/api/exams/${examId}/grade-sheet`, { rows, ...options }),
  }
}

/** Inserts rows directly and bypasses the rules that other tests cover. */
export async function insertTestRows(
  { database }: Context,
  table: string,
  rows: readonly { readonly [column: string]: unknown }[],
): Promise<void> {
  for (const row of rows) {
    const completeRow: { readonly [column: string]: unknown } = { id: randomUUID(), ...row }
    const columns = Object.keys(completeRow)
    await database.query(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      columns.map((name) => completeRow[name]),
    )
  }
}

/** Spells a number in letters, because names must not contain digits. */
const spellNumber = (index: number) =>
  [Math.floor(index / 26), index % 26].map((part) => String.fromCharCode(97 + part)).join('')

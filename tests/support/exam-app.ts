/**
 * A faculty during its exam sessions: an academic year with periods, courses with classes and
 * students, and accounts. The clock is fixed until a test moves it.
 */
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import { openTestDatabase } from './databases.ts'
import { startUniversityApp, type UniversityApp } from './university-app.ts'

export interface ExamStudent {
  readonly id: string
  readonly caller: Caller
}
export interface ExamClass {
  readonly id: string
  readonly courseId: string
}
export interface ExamResult {
  readonly result?: 'graded' | 'absent' | 'notEligible'
  readonly value?: number
  readonly examId?: string | null
  readonly academicYearId?: string
}

export interface ExamApp extends UniversityApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** Leads every class that is created without another professor. */
  readonly professor: Caller
  readonly colleague: Caller
  readonly academicYearId: string
  readonly lastAcademicYearId: string
  callCreate(path: string, body: object, caller?: Caller): Promise<TestResponse<WireRecord>>
  get(path: string, id: string, caller?: Caller): Promise<WireRecord>
  act(
    path: string,
    id: string,
    action: string,
    body?: object,
    caller?: Caller,
  ): Promise<TestResponse<WireRecord>>
  /** Creates a class of a new course with its members. */
  addClass(
    name: string,
    members?: readonly ExamStudent[],
    values?: { readonly leadProfessorId?: string; readonly courseId?: string },
  ): Promise<ExamClass>
  addStudent(name: string): Promise<ExamStudent>
  /** Creates an exam of the class as the secretary, and publishes it unless `isDraft`. */
  addExam(
    universityClass: ExamClass,
    startsAt: string,
    values?: object,
    isDraft?: boolean,
  ): Promise<WireRecord>
  addResult(student: ExamStudent, courseId: string, result: ExamResult): Promise<void>
  /** Types of the notifications that a user received, in order. */
  notificationTypes(caller: Caller): Promise<string[]>
}

/**
 * Periods of 2026: winter session 25 January to 14 February, resits 22 to 28 February, summer
 * session 7 to 27 June. The clock starts on 4 January 2026.
 */
export async function startExamApp(
  open: () => Promise<Database> = openTestDatabase,
): Promise<ExamApp> {
  const site = await startUniversityApp(open, '2026-01-04T08:00:00.000Z')
  const create = async (path: string, body: object): Promise<string> =>
    (await site.create(`${path}/create`, body)).id
  const specializationId = await site.createProgramme({ name: 'Informatică', code: 'INF' })
  const year = (name: string, startsOn: string, endsOn: string) =>
    create('academic-years', { name, startsOn, endsOn })
  const lastYearId = await year('2024-2025', '2024-10-01', '2025-09-30')
  const yearId = await year('2025-2026', '2025-10-01', '2026-09-30')
  const period = (name: string, kind: string, startsOn: string, endsOn: string) =>
    create('academic-periods', { name, kind, startsOn, endsOn, academicYearId: yearId })
  await period('Winter', 'winter', '2026-01-25', '2026-02-14')
  await period('Resits', 'resit', '2026-02-22', '2026-02-28')
  await period('Summer', 'summer', '2026-06-07', '2026-06-27')
  let courses = 0
  const admin = await site.createAccount('admin', 'Ada Admin')
  const secretary = await site.createAccount('secretary', 'Ana Pop')
  const professor = await site.createProfessor('Prof Pia')
  const colleague = await site.createProfessor('Coleg Pia')
  const faculty: ExamApp = {
    ...site,
    admin,
    secretary,
    professor,
    colleague,
    academicYearId: yearId,
    lastAcademicYearId: lastYearId,
    callCreate: (path, body, caller = secretary) =>
      site.call(caller, 'POST', `/api/${path}/create`, body),
    get: async (path, id, caller = admin) =>
      (await site.call<WireRecord>(caller, 'GET', `/api/${path}/${id}`)).data,
    act: (path, id, action, body = {}, caller = secretary) =>
      site.call(caller, 'POST', `/api/${path}/${id}/actions/${action}`, body),
    async addClass(name, members = [], { leadProfessorId, courseId } = {}) {
      courses += 1
      const course = {
        name,
        code: `C-${courses}`,
        specializationId,
        year: 1,
        semester: 1,
        credits: 5,
      }
      const of = courseId ?? (await create('courses', course))
      const id = await create('university-classes', {
        name,
        courseId: of,
        academicYearId: yearId,
        semester: 1,
        groupName: `G${courses}`,
        leadProfessorId: leadProfessorId ?? professor.personId,
        capacity: 30,
        status: 'active',
      })
      for (const { id: studentId } of members)
        await create('class-enrolments', { classId: id, studentId })
      return { id, courseId: of }
    },
    async addStudent(name) {
      const caller = await site.createStudent({
        lastName: name,
        firstName: 'Dan',
        specializationId,
        academicYearOfEntry: '2025-2026',
      })
      return { id: caller.personId, caller }
    },
    async addExam(universityClass, startsAt, values = {}, isDraft = false) {
      const body = { classId: universityClass.id, session: 'winter', startsAt, ...values }
      const { data } = await faculty.callCreate('exams', body)
      return isDraft ? data : (await faculty.act('exams', data.id, 'publish', {}, admin)).data
    },
    async addResult(
      { id },
      courseId,
      { result = 'graded', value, examId = null, academicYearId = yearId },
    ) {
      const at = site.now().toISOString()
      await site.query(
        `insert into grades (id, version, created_at, updated_at, student_id, exam_id, course_id, academic_year_id, kind, attempt, result, value, state,
           professor_id, published_at)
         select $1::uuid, 1, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid, 'exam',
           1 + (select count(*) from grades g where g.student_id = $3::uuid and g.course_id = $5::uuid), $7::text, $8::integer, 'published',
           $9::uuid, $2::timestamptz`,
        [
          uuidv7(),
          at,
          id,
          examId,
          courseId,
          academicYearId,
          result,
          result === 'graded' ? (value ?? 5) : null,
          professor.personId,
        ],
      )
    },
    async notificationTypes({ id }) {
      const rows = await site.query<{ type: string }>(
        'select type from notifications where user_id = $1 order by id',
        [id],
      )
      return rows.map(({ type }) => type)
    },
  }
  await faculty.updateSettings({ academicYearId: yearId })
  return faculty
}

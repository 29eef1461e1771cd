/** Classes of a small programme in the current academic year, and their members. */
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import { openTestDatabase } from './databases.ts'
import { type StudyApp, startStudyApp } from './study-app.ts'

export interface ClassesApp extends StudyApp {
  readonly academicYearId: string
  /**
   * Creates a class of a course (`A1` …) for a group. The name of the class is, for example, `A1
   * G1`.
   */
  addClass(course: string, groupName: string, parts?: object): Promise<string>
  /** Adds an hour to the timetable of a class and returns its id. */
  addHour(classId: string, parts: object): Promise<string>
  /** Adds a student to a class manually. */
  enrol(classId: string, studentId: string, caller?: Caller): Promise<TestResponse<WireRecord>>
  /** The names of the classes that a student attends, each with how the student was added. */
  classesOf(studentId: string): Promise<string[]>
}

export async function startClassesApp(
  open: () => Promise<Database> = openTestDatabase,
): Promise<ClassesApp> {
  const study = await startStudyApp(open)
  const years = await study.call<Page<WireRecord>>(study.admin, 'GET', '/api/academic-years')
  const academicYearId = years.data.list[0]?.id ?? ''
  return {
    ...study,
    academicYearId,
    async addClass(course, groupName, parts = {}) {
      const { id } = await study.create('university-classes/create', {
        ...{
          name: `${course} ${groupName}`,
          courseId: study.courses[course],
          academicYearId,
          semester: 1,
          groupName,
        },
        ...{ leadProfessorId: study.professor.personId, ...parts },
      })
      return id
    },
    addHour: async (classId, parts) =>
      (await study.create('class-hours/create', { classId, ...parts })).id,
    enrol: (classId, studentId, caller = study.secretary) =>
      study.call(caller, 'POST', '/api/class-enrolments/create', { classId, studentId }),
    async classesOf(studentId) {
      const rows = await study.context.database.query<{ name: string; source: string }>(
        `select k.name, m.source from class_enrolments m join university_classes k on k.id = m.class_id
         where m.student_id = $1 and m.status = 'active' order by k.name_key`,
        [studentId],
      )
      return rows.map(({ name, source }) => `${name} (${source})`)
    },
  }
}

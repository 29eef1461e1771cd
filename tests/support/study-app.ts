/**
 * Students in a two-year programme of 10 credits a year: courses, published grades, and accounts.
 */
import { randomUUID } from 'node:crypto'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import { openTestDatabase } from './databases.ts'
import { academicYear2026 } from './seed-university.ts'
import { startUniversityApp, type UniversityApp, type UserWithRecord } from './university-app.ts'

export interface SeededGrade {
  readonly value?: number
  readonly result?: 'graded' | 'absent' | 'notEligible'
  readonly kind?: 'exam' | 'resit' | 'improvement' | 'recognised'
  readonly attempt?: number
  readonly state?: 'draft' | 'published' | 'locked'
}

export interface StudyApp extends UniversityApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** Has a professor's record named Rus Ion. */
  readonly professor: Caller
  readonly specializationId: string
  /**
   * Ids of the courses by code: `A1` and `A2` in the first year, `B1` and `B2` in the second, 5
   * credits each.
   */
  readonly courses: { readonly [code: string]: string }
  /** Creates a student with an account. */
  addStudent(parts?: object): Promise<UserWithRecord>
  /** Inserts a grade as if a professor had published it. */
  addGrade(studentId: string | null, course: string, grade: SeededGrade): Promise<string>
  /** Passes courses with a grade of 8. */
  addPassingGrades(studentId: string | null, ...courses: string[]): Promise<void>
  act(
    caller: Caller,
    path: string,
    id: string,
    action: string,
    body?: object,
  ): Promise<TestResponse<WireRecord>>
}

export async function startStudyApp(
  open: () => Promise<Database> = openTestDatabase,
): Promise<StudyApp> {
  const site = await startUniversityApp(open, '2027-07-05T09:00:00.000Z')
  const specializationId = await site.createProgramme({
    ...{ name: 'Informatică aplicată', code: 'INFA', yearsOfStudy: 2, totalCredits: 20 },
    ...{ creditsPerYear: 10, creditsNote: 'A short programme for tests' },
  })
  const { id: academicYearId } = await site.create('academic-years/create', academicYear2026)
  const course = async (code: string, year: number, semester: number) =>
    [
      code,
      (
        await site.create('courses/create', {
          name: `Cursul ${code}`,
          code,
          specializationId,
          year,
          semester,
          credits: 5,
        })
      ).id,
    ] as const
  const courses = Object.fromEntries([
    await course('A1', 1, 1),
    await course('A2', 1, 2),
    await course('B1', 2, 1),
    await course('B2', 2, 2),
  ])
  const professor = await site.createProfessor('Rus Ion')
  const study: StudyApp = {
    ...site,
    admin: await site.createAccount('admin', 'Ada Admin'),
    secretary: await site.createAccount('secretary', 'Ana Pop'),
    professor,
    specializationId,
    courses,
    addStudent: (parts = {}) =>
      site.createStudent({
        lastName: 'Ionescu',
        firstName: 'Dan',
        specializationId,
        academicYearOfEntry: '2026-2027',
        ...parts,
      }),
    async addGrade(
      studentId,
      code,
      {
        value,
        result = value === undefined ? 'absent' : 'graded',
        kind = 'exam',
        attempt = 1,
        state = 'published',
      },
    ) {
      const id = randomUUID()
      await site.query(
        `insert into grades (id, created_at, updated_at, student_id, course_id, academic_year_id, kind, attempt, result, value, state, professor_id, published_at)
         values ($1, $2::timestamptz, $2::timestamptz, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz)`,
        [
          ...[
            id,
            site.now().toISOString(),
            studentId,
            courses[code],
            academicYearId,
            kind,
            attempt,
            result,
            value ?? null,
            state,
          ],
          ...[professor.personId, state === 'draft' ? null : site.now().toISOString()],
        ],
      )
      return id
    },
    async addPassingGrades(studentId, ...codes) {
      for (const code of codes) await study.addGrade(studentId, code, { value: 8 })
    },
    act: (caller, path, id, action, body = {}) =>
      site.call(caller, 'POST', `/api/${path}/${id}/actions/${action}`, body),
  }
  return study
}

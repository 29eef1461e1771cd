/** Students on their way through a programme of two years of 10 credits: courses, published marks, and people with accounts. */
import { randomUUID } from 'node:crypto'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { type Answer, startApp, type TestApp } from './app.ts'
import { openTestDatabase } from './databases.ts'
import { person } from './people.ts'
import { academicYear2026 } from './records.ts'

export interface PlantedMark {
  readonly value?: number
  readonly result?: 'graded' | 'absent' | 'notEligible'
  readonly kind?: 'exam' | 'resit' | 'improvement' | 'recognised'
  readonly attempt?: number
  readonly state?: 'draft' | 'published' | 'locked'
}

export interface Study extends TestApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** With a professor's record of the name Rus Ion. */
  readonly professor: Caller
  readonly specializationId: string
  /** Ids of the courses by code: `A1` and `A2` of the first year, `B1` and `B2` of the second, 5 credits each. */
  readonly courses: { readonly [code: string]: string }
  now(): Date
  wait(ms: number): void
  make(path: string, body: object, caller?: Caller): Promise<WireRecord>
  account(role: Role, name: string): Promise<Caller>
  /** A professor's record with an account. */
  teacher(name: string): Promise<Caller & { readonly personId: string }>
  /** A student with an account. */
  student(parts?: object): Promise<Caller & { readonly personId: string }>
  /** A mark as a professor would have published it. */
  mark(studentId: string | null, course: string, mark: PlantedMark): Promise<string>
  /** Passes courses with an 8. */
  pass(studentId: string | null, ...courses: string[]): Promise<void>
  act(caller: Caller, path: string, id: string, action: string, body?: object): Promise<Answer<WireRecord>>
  set(settings: object): Promise<void>
}

export async function openStudy(open: () => Promise<Database> = openTestDatabase): Promise<Study> {
  let now = Date.parse('2027-07-05T09:00:00.000Z')
  const api = await startApp(open, { clock: { now: () => new Date(now) } })
  const founder = person('admin')
  const made = async (path: string, body: object, caller: Caller = founder) =>
    (await api.call<WireRecord>(caller, 'POST', `/api/${path}`, body)).data
  let people = 0
  const account = async (role: Role, name: string): Promise<Caller> => {
    people += 1
    const { id } = await made('authentication/register', { name, username: `person${people}`, email: `person${people}@univ.ro`, role })
    return { ...person(role, id), name }
  }
  const { id: departmentProfileId } = await made('department-profiles/create', { name: 'Informatică' })
  const { id: specializationId } = await made('specializations/create', {
    ...{ name: 'Informatică aplicată', code: 'INFA', departmentProfileId, yearsOfStudy: 2, totalCredits: 20 },
    ...{ creditsPerYear: 10, creditsNote: 'A short programme for tests' },
  })
  const { id: academicYearId } = await made('academic-years/create', academicYear2026)
  const course = async (code: string, year: number, semester: number) =>
    [code, (await made('courses/create', { name: `Cursul ${code}`, code, specializationId, year, semester, credits: 5 })).id] as const
  const courses = Object.fromEntries([
    await course('A1', 1, 1),
    await course('A2', 1, 2),
    await course('B1', 2, 1),
    await course('B2', 2, 2),
  ])
  const teacher = async (name: string) => {
    const signedIn = await account('professor', name)
    const [lastName = '', firstName = ''] = name.split(' ')
    const { id } = await made('professors/create', {
      ...{ lastName, firstName, departmentProfileId, email: `${lastName.toLowerCase()}.${people}@univ.ro`, userId: signedIn.id },
    })
    return { ...signedIn, personId: id }
  }
  const professor = await teacher('Rus Ion')
  const study: Study = {
    ...api,
    admin: await account('admin', 'Ada Admin'),
    secretary: await account('secretary', 'Ana Pop'),
    professor,
    specializationId,
    courses,
    now: () => new Date(now),
    wait(ms) {
      now += ms
    },
    make: made,
    account,
    teacher,
    async student(parts = {}) {
      const signedIn = await account('student', 'Dan Ionescu')
      const { id } = await made('students/create', {
        ...{ lastName: 'Ionescu', firstName: 'Dan', matriculationNumber: `INF-${people}`, specializationId, userId: signedIn.id },
        ...{ academicYearOfEntry: '2026-2027', email: `student${people}@stud.univ.ro`, ...parts },
      })
      return { ...signedIn, personId: id }
    },
    async mark(
      studentId,
      code,
      { value, result = value === undefined ? 'absent' : 'graded', kind = 'exam', attempt = 1, state = 'published' },
    ) {
      const id = randomUUID()
      await api.context.database.query(
        `insert into grades (id, created_at, updated_at, student_id, course_id, academic_year_id, kind, attempt, result, value, state, professor_id, published_at)
         values ($1, $2::timestamptz, $2::timestamptz, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz)`,
        [
          ...[id, new Date(now).toISOString(), studentId, courses[code], academicYearId, kind, attempt, result, value ?? null, state],
          ...[professor.personId, state === 'draft' ? null : new Date(now).toISOString()],
        ],
      )
      return id
    },
    async pass(studentId, ...codes) {
      for (const code of codes) await study.mark(studentId, code, { value: 8 })
    },
    act: (caller, path, id, action, body = {}) => api.call(caller, 'POST', `/api/${path}/${id}/actions/${action}`, body),
    async set(settings) {
      const answer = await api.call(founder, 'PUT', '/api/settings/update', settings)
      if (answer.status !== 200) throw new Error(answer.text)
    },
  }
  return study
}

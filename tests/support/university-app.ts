/** A new university: a clock that is fixed until a test moves it, a department, and accounts. */
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { startApp } from './app.ts'

/** A user with a record of their own, such as a student. */
export type UserWithRecord = Caller & { readonly personId: string }

export interface UniversityApp extends TestApp {
  /** The admin who exists before any account does. */
  readonly firstAdmin: Caller
  readonly departmentProfileId: string
  now(): Date
  wait(ms: number): void
  moveTo(instant: string): void
  create(path: string, body: object, caller?: Caller): Promise<WireRecord>
  /** Creates a programme, of three years unless `values` overrides it. Returns its id. */
  createProgramme(values: {
    readonly name: string
    readonly code: string
    readonly [field: string]: unknown
  }): Promise<string>
  createAccount(role: Role, name: string): Promise<Caller>
  /** Creates a professor's record, last name first, with an account. */
  createProfessor(name: string): Promise<UserWithRecord>
  /** Creates a student's record with an account. */
  createStudent(values: {
    readonly lastName: string
    readonly firstName: string
    readonly [field: string]: unknown
  }): Promise<UserWithRecord>
  updateSettings(settings: object): Promise<void>
  query<R extends object = { readonly [column: string]: unknown }>(
    text: string,
    values?: readonly unknown[],
  ): Promise<R[]>
}

export async function startUniversityApp(
  open: () => Promise<Database>,
  startsAt: string,
): Promise<UniversityApp> {
  let now = Date.parse(startsAt)
  const api = await startApp(open, { clock: { now: () => new Date(now) } })
  // The founder has always just reauthenticated, according to the test clock.
  const founder: Caller = {
    ...createCaller('admin'),
    get reauthenticatedAt() {
      return new Date(now).toISOString()
    },
  }
  let userCount = 0
  const make = async (path: string, body: object, caller: Caller = founder) =>
    (await api.call<WireRecord>(caller, 'POST', `/api/${path}`, body)).data
  const account = async (role: Role, name: string): Promise<Caller> => {
    userCount += 1
    const { id } = await make('authentication/register', {
      name,
      username: `person${userCount}`,
      email: `person${userCount}@univ.ro`,
      role,
    })
    return { ...createCaller(role, id), name }
  }
  const { id: departmentProfileId } = await make('department-profiles/create', {
    name: 'Informatică',
  })
  return {
    ...api,
    firstAdmin: founder,
    departmentProfileId,
    now: () => new Date(now),
    wait(ms) {
      now += ms
    },
    moveTo(instant) {
      now = Date.parse(instant)
    },
    create: make,
    async createProgramme(values) {
      return (
        await make('specializations/create', {
          departmentProfileId,
          yearsOfStudy: 3,
          totalCredits: 180,
          ...values,
        })
      ).id
    },
    createAccount: account,
    async createProfessor(name) {
      const signedIn = await account('professor', name)
      const [lastName = '', firstName = ''] = name.split(' ')
      const email = `${lastName.toLowerCase()}.${userCount}@univ.ro`
      const { id } = await make('professors/create', {
        lastName,
        firstName,
        departmentProfileId,
        email,
        userId: signedIn.id,
      })
      return { ...signedIn, personId: id }
    },
    async createStudent({ lastName, firstName, ...values }) {
      const signedIn = await account('student', `${firstName} ${lastName}`)
      const { id } = await make('students/create', {
        ...{ lastName, firstName, matriculationNumber: `INF-${userCount}`, userId: signedIn.id },
        ...{ email: `student${userCount}@stud.univ.ro`, ...values },
      })
      return { ...signedIn, personId: id }
    },
    async updateSettings(settings) {
      const { status, text } = await api.call(founder, 'PUT', '/api/settings/update', settings)
      if (status !== 200) throw new Error(text)
    },
    query: (text, values) => api.context.database.query(text, values),
  }
}

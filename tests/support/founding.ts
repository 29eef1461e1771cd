/** A new university: a clock that is fixed until a test moves it, a department, and accounts. */
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Database } from '#server/engine/database/database.ts'
import { startApp, type TestApp } from './app.ts'
import { person } from './people.ts'

/** A user with a record of their own, such as a student. */
export type Member = Caller & { readonly personId: string }

export interface Founded extends TestApp {
  /** The admin who exists before any account does. */
  readonly founder: Caller
  readonly departmentProfileId: string
  now(): Date
  wait(ms: number): void
  moveTo(instant: string): void
  make(path: string, body: object, caller?: Caller): Promise<WireRecord>
  /** Creates a programme, of three years unless `values` overrides it. Returns its id. */
  programme(values: { readonly name: string; readonly code: string; readonly [field: string]: unknown }): Promise<string>
  account(role: Role, name: string): Promise<Caller>
  /** Creates a professor's record, last name first, with an account. */
  teacher(name: string): Promise<Member>
  /** Creates a student's record with an account. */
  learner(values: { readonly lastName: string; readonly firstName: string; readonly [field: string]: unknown }): Promise<Member>
  set(settings: object): Promise<void>
  rows<R extends object = { readonly [column: string]: unknown }>(text: string, values?: readonly unknown[]): Promise<R[]>
}

export async function foundUniversity(open: () => Promise<Database>, begin: string): Promise<Founded> {
  let now = Date.parse(begin)
  const api = await startApp(open, { clock: { now: () => new Date(now) } })
  // The founder has always just reauthenticated, according to the test clock.
  const founder: Caller = {
    ...person('admin'),
    get reauthenticatedAt() {
      return new Date(now).toISOString()
    },
  }
  let people = 0
  const make = async (path: string, body: object, caller: Caller = founder) =>
    (await api.call<WireRecord>(caller, 'POST', `/api/${path}`, body)).data
  const account = async (role: Role, name: string): Promise<Caller> => {
    people += 1
    const { id } = await make('authentication/register', { name, username: `person${people}`, email: `person${people}@univ.ro`, role })
    return { ...person(role, id), name }
  }
  const { id: departmentProfileId } = await make('department-profiles/create', { name: 'Informatică' })
  return {
    ...api,
    founder,
    departmentProfileId,
    now: () => new Date(now),
    wait(ms) {
      now += ms
    },
    moveTo(instant) {
      now = Date.parse(instant)
    },
    make,
    async programme(values) {
      return (await make('specializations/create', { departmentProfileId, yearsOfStudy: 3, totalCredits: 180, ...values })).id
    },
    account,
    async teacher(name) {
      const signedIn = await account('professor', name)
      const [lastName = '', firstName = ''] = name.split(' ')
      const email = `${lastName.toLowerCase()}.${people}@univ.ro`
      const { id } = await make('professors/create', { lastName, firstName, departmentProfileId, email, userId: signedIn.id })
      return { ...signedIn, personId: id }
    },
    async learner({ lastName, firstName, ...values }) {
      const signedIn = await account('student', `${firstName} ${lastName}`)
      const { id } = await make('students/create', {
        ...{ lastName, firstName, matriculationNumber: `INF-${people}`, userId: signedIn.id },
        ...{ email: `student${people}@stud.univ.ro`, ...values },
      })
      return { ...signedIn, personId: id }
    },
    async set(settings) {
      const { status, text } = await api.call(founder, 'PUT', '/api/settings/update', settings)
      if (status !== 200) throw new Error(text)
    },
    rows: (text, values) => api.context.database.query(text, values),
  }
}

/**
 * An admission office: accounts, a programme, and applications in any state. The clock is fixed
 * until a test moves it.
 */

import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp, TestResponse } from '@matricola/testing/test-app.ts'
import type { DocumentMarks, RegistrationStatus } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { startApp } from './app.ts'
import { openTestDatabase } from './databases.ts'
import { seedRegistration } from './seed-university.ts'

export interface OutboxEmail {
  readonly kind: string
  readonly run_at: string
  readonly state: string
}

export interface AdmissionApp extends TestApp {
  readonly admin: Caller
  readonly ana: Caller
  readonly ben: Caller
  readonly professor: Caller
  readonly student: Caller
  readonly departmentId: string
  readonly specializationId: string
  now(): Date
  wait(ms: number): void
  /** Inserts an application in the given state, for a new applicant. */
  addApplication(status?: RegistrationStatus, values?: object): Promise<WireRecord>
  getApplication(id: string, caller?: Caller): Promise<WireRegistration>
  updateStatus(caller: Caller | null, body: object): Promise<TestResponse<WireRegistration>>
  postCall(
    caller: Caller | null,
    id: string,
    call: string,
    body?: object,
  ): Promise<TestResponse<WireRegistration>>
  /** The emails about the application's transitions that have not been dropped, in order. */
  emailsOf(id: string): Promise<OutboxEmail[]>
  /** Updates the settings as an admin. */
  updateSettings(settings: object): Promise<void>
}

export const minuteMs = 60_000
export const reviewTexts = {
  text: 'The transcript of records is not signed.',
  request: {
    issue: 'Blurred copy',
    issueExplanation: 'The copy of the diploma cannot be read.',
    requestedChanges: [
      { field: 'fileDiploma', message: 'Both pages, please' },
      { field: 'address' },
    ],
  },
}

/** Field values that an application in each state has. */
const stateValues = (now: Date): { readonly [S in RegistrationStatus]: object } => ({
  submitted: {},
  under_review: {},
  update_requested: {
    issue: 'Blurred copy',
    issueExplanation: 'The copy of the diploma cannot be read.',
    requestedChanges: [
      {
        field: 'fileDiploma',
        message: null,
        oldValue: 'diploma.pdf',
        answeredAt: null,
        keptReason: null,
      },
    ],
    updateDueAt: new Date(now.getTime() + 3 * 86_400_000).toISOString(),
  },
  in_progress: {},
  accepted: { decidedAt: now.toISOString() },
  declined: { decidedAt: now.toISOString(), reasonCode: 'not_eligible' },
})

export const createDocumentMarks = (
  document: keyof DocumentMarks,
  mark: 'verified' | 'rejected',
): DocumentMarks => ({
  [document]: { mark, reason: null, by: 'Ana Pop', at: '2026-07-20T08:00:00.000Z' },
})

/** Opens the office on a new database. `parts` override the context. */
export async function startAdmissionApp(
  open: () => Promise<Database> = openTestDatabase,
  parts: Partial<Context> = {},
): Promise<AdmissionApp> {
  let now = Date.parse('2026-07-20T09:00:00.000Z')
  const clock = { now: () => new Date(now) }
  const api = await startApp(open, { clock, ...parts })
  const founder = createCaller('admin')
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(founder, 'POST', path, body)).data.id
  const account = async (role: Role, name: string) => {
    const username = name.toLowerCase().replace(' ', '.')
    const id = await create('/api/authentication/register', {
      name,
      username,
      email: `${username}@univ.ro`,
      role,
    })
    return { ...createCaller(role, id), name }
  }
  const departmentId = await create('/api/department-profiles/create', { name: 'Litere' })
  const programme = {
    name: 'Filologie',
    code: 'FIL',
    departmentProfileId: departmentId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const specializationId = await create('/api/specializations/create', programme)
  const [settings] = await api.context.database.query<{ admission_session_id: string }>(
    'select admission_session_id from settings',
  )
  let sequence = 100
  const office: AdmissionApp = {
    ...api,
    admin: await account('admin', 'Ada Admin'),
    ana: await account('secretary', 'Ana Pop'),
    ben: await account('secretary', 'Ben Rus'),
    professor: await account('professor', 'Pia Prof'),
    student: await account('student', 'Stan Stud'),
    departmentId,
    specializationId,
    now: clock.now,
    wait(ms) {
      now += ms
    },
    addApplication(status = 'submitted', values = {}) {
      sequence += 1
      return seedRegistration(api.context, sequence, {
        departmentProfileId: departmentId,
        specializationId,
        admissionSessionId: settings?.admission_session_id,
        personalEmail: `applicant.${sequence}@example.com`,
        status,
        ...stateValues(clock.now())[status],
        ...values,
      })
    },
    getApplication: async (id, caller = office.admin) =>
      (await api.call<WireRegistration>(caller, 'GET', `/api/registrations/${id}`)).data,
    updateStatus: (caller, body) =>
      api.call(caller, 'PATCH', '/api/registrations/status-update', body),
    postCall: (caller, id, call, body = {}) =>
      api.call(caller, 'POST', `/api/registrations/${id}/${call}`, body),
    emailsOf: (id) =>
      api.context.database.query<OutboxEmail>(
        "select kind, run_at, state from outbox_mail where record_id = $1 and state <> 'dropped' order by created_at, id",
        [id],
      ),
    async updateSettings(values) {
      const { failure } = await api
        .call(office.admin, 'PUT', '/api/settings/update', values)
        .then((answer) => ({
          failure: answer.status === 200 ? null : answer.text,
        }))
      if (failure) throw new Error(failure)
    },
  }
  return office
}

/** A university in the September before the academic year of its admission begins, and what is asked about enrolment in tests. */
import type { WireEnrolment } from '#model/admission/wire.ts'
import type { WireRecord } from '#model/wire.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { type Answer, startApp, type TestApp } from './app.ts'
import { plantApplications } from './application-rows.ts'
import { person } from './people.ts'
import type { Programme } from './programmes.ts'
import { academicYear2026 } from './records.ts'

export interface EnrolmentApp extends TestApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** Moves the clock to noon of a day. */
  on(day: string): void
  programme(places?: { readonly placesBudget?: number; readonly placesFee?: number }): Promise<Programme>
  /** Classes of the programme's first year, one for each group with its capacity. */
  groups(programme: Programme, capacities: { readonly [group: string]: number }): Promise<void>
  /** Accepted applications, unless `values` says otherwise. */
  plant(count: number, values: object): Promise<string[]>
  enrol(ids: readonly string[], key?: string): Promise<Answer<WireEnrolment>>
  /** How each of the results ended: `enrolled`, `alreadyEnrolled` or why not. */
  outcomes(ids: readonly string[]): Promise<string[]>
  rows<R extends object = { readonly [column: string]: unknown }>(text: string, values?: unknown[]): Promise<R[]>
}

export async function startEnrolment(open: () => Promise<Database>): Promise<EnrolmentApp> {
  let now = new Date('2026-09-10T09:00:00.000Z')
  const api = await startApp(open, { clock: { now: () => now } })
  const [admin, secretary] = [person('admin'), person('secretary')]
  const make = async (path: string, body: object) => (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data.id
  // Nobody's account can be closed where no admin is left.
  const founder = { name: 'Ada Pop', username: 'ada.pop', email: 'ada.pop@univ.ro', role: 'admin' }
  await api.call(admin, 'POST', '/api/authentication/register', founder)
  const departmentProfileId = await make('department-profiles', { name: 'Informatică' })
  const professor = { lastName: 'Rus', firstName: 'Ion', email: 'ion.rus@univ.ro', departmentProfileId }
  const leadProfessorId = await make('professors', professor)
  const admissionSessionId = await make('admission-sessions', { name: 'Toamna', academicYear: '2026-2027' })
  await api.call(admin, 'PUT', '/api/settings/update', { admissionSessionId })
  const academicYearId = await make('academic-years', academicYear2026)
  let programmes = 0
  const enrol = (registrationIds: readonly string[], key?: string) =>
    api.call<WireEnrolment>(
      secretary,
      'POST',
      '/api/registrations/enroll-students',
      { registrationIds },
      {
        headers: key === undefined ? {} : { 'idempotency-key': key },
      },
    )
  return {
    ...api,
    admin,
    secretary,
    on(day) {
      now = new Date(`${day}T12:00:00.000Z`)
    },
    async programme(places = {}) {
      programmes += 1
      const body = { name: `Programul ${programmes}`, code: `PR-${programmes}`, departmentProfileId, yearsOfStudy: 3, totalCredits: 180 }
      return { departmentProfileId, specializationId: await make('specializations', { ...body, ...places }) }
    },
    async groups({ specializationId }, capacities) {
      const courseId = await make('courses', { name: 'Analiză', code: 'AN-1', specializationId, year: 1, semester: 1, credits: 5 })
      for (const [groupName, capacity] of Object.entries(capacities))
        await make('university-classes', {
          name: `Analiză ${groupName}`,
          courseId,
          academicYearId,
          semester: 1,
          groupName,
          leadProfessorId,
          capacity,
        })
    },
    plant: (count, values) => plantApplications(api.context, count, values),
    enrol,
    async outcomes(ids) {
      return (await enrol(ids)).data.results.map(({ outcome, code }) => code ?? outcome)
    },
    rows: (text, values = []) => api.context.database.query(text, values),
  }
}

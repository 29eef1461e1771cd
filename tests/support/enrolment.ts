/** A university in the September before the academic year of its admission session, with the calls that enrolment tests need. */
import type { WireEnrolment } from '#model/admission/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Database } from '#server/engine/database/database.ts'
import type { Answer } from './app.ts'
import { plantApplications } from './application-rows.ts'
import { type Founded, foundUniversity } from './founding.ts'
import { person } from './people.ts'
import type { Programme } from './programmes.ts'
import { academicYear2026 } from './records.ts'

export interface EnrolmentApp extends Omit<Founded, 'programme'> {
  readonly admin: Caller
  readonly secretary: Caller
  /** Moves the clock to noon on a day. */
  on(day: string): void
  programme(places?: { readonly placesBudget?: number; readonly placesFee?: number }): Promise<Programme>
  /** Creates classes of the programme's first year, one per group, with their capacities. */
  groups(programme: Programme, capacities: { readonly [group: string]: number }): Promise<void>
  /** Inserts accepted applications, unless `values` overrides the state. */
  plant(count: number, values: object): Promise<string[]>
  enrol(ids: readonly string[], key?: string): Promise<Answer<WireEnrolment>>
  /** The outcome for each application: `enrolled`, `alreadyEnrolled` or the reason it was not enrolled. */
  outcomes(ids: readonly string[]): Promise<string[]>
}

export async function startEnrolment(open: () => Promise<Database>): Promise<EnrolmentApp> {
  const site = await foundUniversity(open, '2026-09-10T09:00:00.000Z')
  const { founder: admin, departmentProfileId } = site
  const secretary = person('secretary')
  const make = async (path: string, body: object) => (await site.make(`${path}/create`, body)).id
  // The last admin's account cannot be closed, so there is a second one.
  await site.account('admin', 'Ada Pop')
  const { personId: leadProfessorId } = await site.teacher('Rus Ion')
  const admissionSessionId = await make('admission-sessions', { name: 'Toamna', academicYear: '2026-2027' })
  await site.set({ admissionSessionId })
  const academicYearId = await make('academic-years', academicYear2026)
  let programmes = 0
  const enrol = (registrationIds: readonly string[], key?: string) =>
    site.call<WireEnrolment>(
      secretary,
      'POST',
      '/api/registrations/enroll-students',
      { registrationIds },
      {
        headers: key === undefined ? {} : { 'idempotency-key': key },
      },
    )
  return {
    ...site,
    admin,
    secretary,
    on(day) {
      site.moveTo(`${day}T12:00:00.000Z`)
    },
    async programme(places = {}) {
      programmes += 1
      const specializationId = await site.programme({ name: `Programul ${programmes}`, code: `PR-${programmes}`, ...places })
      return { departmentProfileId, specializationId }
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
    plant: (count, values) => plantApplications(site.context, count, values),
    enrol,
    async outcomes(ids) {
      return (await enrol(ids)).data.results.map(({ outcome, code }) => code ?? outcome)
    },
  }
}

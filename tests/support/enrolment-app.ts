/**
 * A university in the September before the academic year of its admission session, with the calls
 * that enrolment tests need.
 */

import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import type { WireEnrolment } from '#resources/admission/wire-enrolment.ts'
import { seedApplications } from './seed-applications.ts'
import type { ProgrammeIds } from './seed-programme.ts'
import { academicYear2026 } from './seed-university.ts'
import { startUniversityApp, type UniversityApp } from './university-app.ts'

export interface EnrolmentApp extends Omit<UniversityApp, 'programme'> {
  readonly admin: Caller
  readonly secretary: Caller
  /** Moves the clock to noon on a day. */
  moveToDay(day: string): void
  addProgramme(places?: {
    readonly placesBudget?: number
    readonly placesFee?: number
  }): Promise<ProgrammeIds>
  /** Creates classes of the programme's first year, one per group, with their capacities. */
  addGroups(
    programme: ProgrammeIds,
    capacities: { readonly [group: string]: number },
  ): Promise<void>
  /** Inserts accepted applications, unless `values` overrides the state. */
  addApplications(count: number, values: object): Promise<string[]>
  enrol(ids: readonly string[], key?: string): Promise<TestResponse<WireEnrolment>>
  /**
   * The outcome for each application: `enrolled`, `alreadyEnrolled` or the reason it was not
   * enrolled.
   */
  outcomes(ids: readonly string[]): Promise<string[]>
}

export async function startEnrolmentApp(open: () => Promise<Database>): Promise<EnrolmentApp> {
  const site = await startUniversityApp(open, '2026-09-10T09:00:00.000Z')
  const { firstAdmin: admin, departmentProfileId } = site
  const secretary = createCaller('secretary')
  const make = async (path: string, body: object) => (await site.create(`${path}/create`, body)).id
  // The last admin's account cannot be closed, so there is a second one.
  await site.createAccount('admin', 'Ada Pop')
  const { personId: leadProfessorId } = await site.createProfessor('Rus Ion')
  const admissionSessionId = await make('admission-sessions', {
    name: 'Toamna',
    academicYear: '2026-2027',
  })
  await site.updateSettings({ admissionSessionId })
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
    moveToDay(day) {
      site.moveTo(`${day}T12:00:00.000Z`)
    },
    async addProgramme(places = {}) {
      programmes += 1
      const specializationId = await site.createProgramme({
        name: `Programul ${programmes}`,
        code: `PR-${programmes}`,
        ...places,
      })
      return { departmentProfileId, specializationId }
    },
    async addGroups({ specializationId }, capacities) {
      const courseId = await make('courses', {
        name: 'Analiză',
        code: 'AN-1',
        specializationId,
        year: 1,
        semester: 1,
        credits: 5,
      })
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
    addApplications: (count, values) => seedApplications(site.context, count, values),
    enrol,
    async outcomes(ids) {
      return (await enrol(ids)).data.results.map(({ outcome, code }) => code ?? outcome)
    },
  }
}

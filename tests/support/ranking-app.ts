/**
 * A ranked admission session in the test app of the admission office, with two programmes, a round,
 * and applicants with grades.
 */

import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { worseGroups } from '#resources/calls/ranking.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { type AdmissionApp, minuteMs, startAdmissionApp } from './admission-app.ts'

export interface ApplicantGrades {
  readonly average?: number
  readonly romanian?: number
}

export interface RankingApp extends AdmissionApp {
  readonly sessionId: string
  readonly roundId: string
  /** The programmes of the admission session: the one of the test office, and a second one. */
  readonly philologyId: string
  readonly historyId: string
  readonly ioana: Caller
  createRecord(resource: string, body: object): Promise<string>
  /**
   * Creates an application with verified grades, for the `philologyId` programme unless `values`
   * overrides it.
   */
  addGradedApplication(grades: ApplicantGrades, values?: object): Promise<string>
  /** Requests a results draft, of the first round by default, and runs the job that computes it. */
  computeDraft(admissionRoundId?: string): Promise<WireRecord>
  /** Computes a draft and releases it as an administrator. Throws if it has findings or is refused. */
  releaseResults(admissionRoundId?: string): Promise<void>
  /**
   * Makes a transition of a draft. Before a proposal or a release, the caller reads the names of
   * everyone who is worse off.
   */
  runTransition(caller: Caller, id: string, step: string): Promise<TestResponse<WireRecord>>
  getDraftPart<T>(id: string, part: string): Promise<T>
  /** Sends the notifications about released results once their hold is over. */
  sendNotifications(): Promise<number>
  /** Programme and type of the place that an application holds. */
  placeOf(id: string): Promise<string>
}

interface PlaceCounts {
  readonly budget?: number
  readonly fee?: number
}

export async function startRankingApp(
  open?: () => Promise<Database>,
  places: PlaceCounts = {},
): Promise<RankingApp> {
  const office = await startAdmissionApp(open)
  const make = async (resource: string, body: object) => {
    const answer = await office.call<WireRecord>(
      office.admin,
      'POST',
      `/api/${resource}/create`,
      body,
    )
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.data.id
  }
  const { data: settings } = await office.call<{ admissionSessionId: string }>(
    office.admin,
    'GET',
    '/api/settings',
  )
  const sessionId = settings.admissionSessionId
  const letters = office.specializationId
  const history = await make('specializations', {
    ...{
      name: 'Istorie',
      code: 'IST',
      departmentProfileId: office.departmentId,
      yearsOfStudy: 3,
      totalCredits: 180,
    },
  })
  // Most tests release results as one administrator.
  await office.updateSettings({ rankingNeedsSecond: false })
  const rules = {
    admissionSessionId: sessionId,
    formula: 'baccalaureateAverage',
    firstTie: 'romanianGrade',
  }
  await make('admission-programmes', {
    ...rules,
    specializationId: letters,
    placesBudget: places.budget ?? 1,
    placesFee: places.fee ?? 1,
  })
  await make('admission-programmes', {
    ...rules,
    specializationId: history,
    placesBudget: 1,
    placesFee: 0,
  })
  const roundId = await make('admission-rounds', {
    admissionSessionId: sessionId,
    name: 'Etapa I',
    number: 1,
    confirmBy: '2026-07-25',
  })
  const second = await office.call<WireRecord>(
    office.admin,
    'POST',
    '/api/authentication/register',
    {
      ...{
        name: 'Ioana Admin',
        username: 'ioana.admin',
        email: 'ioana.admin@univ.ro',
        role: 'admin',
      },
    },
  )
  const computeDraft: RankingApp['computeDraft'] = async (admissionRoundId = roundId) => {
    office.wait(1000)
    const id = await make('admission-drafts', { admissionRoundId })
    await runDueDrafts(office.context)
    return (await office.call<WireRecord>(office.admin, 'GET', `/api/admission-drafts/${id}`)).data
  }
  const runTransition: RankingApp['runTransition'] = async (caller, id, step) => {
    const path = `/api/admission-drafts/${id}`
    for (const group of step === 'takeBack' ? [] : worseGroups)
      await office.call(caller, 'GET', `${path}/applicants?group=${group}`)
    // The access log is written after the response, and the release reads it.
    await recordsOf(office.context).accessLogger.flush()
    return await office.call(caller, 'POST', `${path}/actions/${step}`, {
      ...(step !== 'takeBack' && { readGroups: worseGroups }),
    })
  }
  return {
    ...office,
    ...{
      computeDraft,
      runTransition,
      sessionId,
      roundId,
      philologyId: letters,
      historyId: history,
      createRecord: make,
    },
    ioana: { ...createCaller('admin', second.data.id), name: 'Ioana Admin' },
    async addGradedApplication({ average = 9, romanian = 9 }, values = {}) {
      const { id } = await office.addApplication('under_review', {
        ...{
          baccalaureateAverage: average,
          romanianGrade: romanian,
          fundingPreference: 'budget_then_fee',
        },
        ...{
          admissionSessionId: sessionId,
          gradesCheckedAt: office.now().toISOString(),
          ...values,
        },
      })
      return id
    },
    async releaseResults(admissionRoundId) {
      const { id, findings } = await computeDraft(admissionRoundId)
      const { status, text } = await runTransition(office.admin, id, 'release')
      if (findings !== 0 || status !== 200) throw new Error(`${findings} findings: ${text}`)
    },
    getDraftPart: async <T>(id: string, part: string) =>
      (await office.call<T>(office.ana, 'GET', `/api/admission-drafts/${id}/${part}`)).data,
    async sendNotifications() {
      office.wait(3 * minuteMs)
      return await applyReleasedDrafts(office.context)
    },
    async placeOf(id) {
      const {
        wonSpecializationId: won,
        wonFunding,
        wonPlaceKindId,
      } = (await office.getApplication(id)) as WireRegistration & Record<string, unknown>
      if (won === null) return 'none'
      return `${won === letters ? 'letters' : 'history'} ${wonPlaceKindId === null ? wonFunding : 'special'}`
    },
  }
}

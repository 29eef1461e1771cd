/** A ranked admission session at the admission office: two programmes, a round, and applicants with grades. */
import type { WireRegistration } from '#model/admission/wire.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Database } from '#server/engine/database/database.ts'
import { notifyOfDueDrafts } from '#server/university/admission/ranking/notify.ts'
import { runDueDrafts } from '#server/university/admission/ranking/run.ts'
import type { Answer } from './app.ts'
import { minute, type Office, openOffice } from './office.ts'
import { person } from './people.ts'

export interface Grades {
  readonly average?: number
  readonly romanian?: number
}

export interface RankingOffice extends Office {
  readonly sessionId: string
  readonly roundId: string
  /** The programmes of the admission session: the office's, and a second one. */
  readonly letters: string
  readonly history: string
  readonly ioana: Caller
  make(resource: string, body: object): Promise<string>
  /** Creates an application with verified grades, for the `letters` programme unless `values` overrides it. */
  apply(grades: Grades, values?: object): Promise<string>
  /** Requests a results draft and runs the job that computes it. */
  draft(): Promise<WireRecord>
  step(caller: Caller, id: string, step: string): Promise<Answer<WireRecord>>
  read<T>(id: string, part: string): Promise<T>
  /** Sends the notifications of released results once their hold is over. */
  tell(): Promise<number>
  /** Programme and type of the place that an application holds. */
  placeOf(id: string): Promise<string>
}

interface Places {
  readonly budget?: number
  readonly fee?: number
}

export async function openRanking(open?: () => Promise<Database>, places: Places = {}): Promise<RankingOffice> {
  const office = await openOffice(open)
  const make = async (resource: string, body: object) => {
    const answer = await office.call<WireRecord>(office.admin, 'POST', `/api/${resource}/create`, body)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.data.id
  }
  const { data: settings } = await office.call<{ admissionSessionId: string }>(office.admin, 'GET', '/api/settings')
  const sessionId = settings.admissionSessionId
  const letters = office.specializationId
  const history = await make('specializations', {
    ...{ name: 'Istorie', code: 'IST', departmentProfileId: office.departmentId, yearsOfStudy: 3, totalCredits: 180 },
  })
  const rules = { admissionSessionId: sessionId, formula: 'baccalaureateAverage', firstTie: 'romanianGrade' }
  await make('admission-programmes', { ...rules, specializationId: letters, placesBudget: places.budget ?? 1, placesFee: places.fee ?? 1 })
  await make('admission-programmes', { ...rules, specializationId: history, placesBudget: 1, placesFee: 0 })
  const roundId = await make('admission-rounds', { admissionSessionId: sessionId, name: 'Etapa I', number: 1, confirmBy: '2026-07-25' })
  const second = await office.call<WireRecord>(office.admin, 'POST', '/api/authentication/register', {
    ...{ name: 'Ioana Admin', username: 'ioana.admin', email: 'ioana.admin@univ.ro', role: 'admin' },
  })
  return {
    ...office,
    ...{ sessionId, roundId, letters, history, make },
    ioana: { ...person('admin', second.data.id), name: 'Ioana Admin' },
    async apply({ average = 9, romanian = 9 }, values = {}) {
      const { id } = await office.plant('under_review', {
        ...{ baccalaureateAverage: average, romanianGrade: romanian, fundingPreference: 'budget_then_fee' },
        ...{ admissionSessionId: sessionId, gradesCheckedAt: office.now().toISOString(), ...values },
      })
      return id
    },
    async draft() {
      office.wait(1000)
      const id = await make('admission-drafts', { admissionRoundId: roundId })
      await runDueDrafts(office.context)
      return (await office.call<WireRecord>(office.admin, 'GET', `/api/admission-drafts/${id}`)).data
    },
    step: (caller, id, step) => office.call(caller, 'POST', `/api/admission-drafts/${id}/actions/${step}`, {}),
    read: async <T>(id: string, part: string) => (await office.call<T>(office.ana, 'GET', `/api/admission-drafts/${id}/${part}`)).data,
    async tell() {
      office.wait(3 * minute)
      return await notifyOfDueDrafts(office.context)
    },
    async placeOf(id) {
      const { wonSpecializationId: won, wonFunding, wonPlaceKindId } = (await office.get(id)) as WireRegistration & Record<string, unknown>
      if (won === null) return 'none'
      return `${won === letters ? 'letters' : 'history'} ${wonPlaceKindId === null ? wonFunding : 'special'}`
    },
  }
}

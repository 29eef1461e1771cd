/** A bachelor's form of the ranked admission session, for the pages of its versions. */
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { serverSide } from '../support/console-app.tsx'

export interface FormOffice {
  readonly office: RankingApp
  /** Creates a draft, which is a copy of the newest version, and returns its id. */
  createVersion(): Promise<string>
}

export async function startFormOffice(): Promise<FormOffice> {
  const office = await (await serverSide()).startRankingApp()
  const { data: round } = await office.call<WireRecord>(
    office.admin,
    'GET',
    `/api/admission-rounds/${office.roundId}`,
  )
  const formId = await office.createRecord('application-forms', {
    ...{ name: 'Bachelor 2026', degree: 'bachelor' },
    admissionSessionId: round.admissionSessionId,
  })
  return {
    office,
    createVersion: () => office.createRecord('application-form-versions', { formId }),
  }
}

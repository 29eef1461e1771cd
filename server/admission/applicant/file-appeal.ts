import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { readApplication } from './read-application.ts'

/** Files an appeal against the applicant's own result and returns the application. Throws `input.invalid`. */
export async function fileResultAppeal(context: Context, id: string, explanation: string): Promise<WireApplication> {
  await recordsOf(context).insert(systemPermit('applicant', admissionAppeals, 'create'), { registrationId: id, explanation })
  return readApplication(context, id)
}

/** The applicant's own calls: a session of 30 minutes, for one application. */

import { admissionEndpoints as calls } from '#model/admission/endpoints.ts'
import type { WireApplication } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import { once } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { announceApplicant } from '#providers/session-channel.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'

export async function openApplication(reference: string, accessCode: string): Promise<WireApplication> {
  await ask<typeof admissionCalls.openApplication>(calls.openApplication, {
    input: { reference, accessCode },
    fallback: 'public:status.failed',
  })
  const application = await readApplication()
  announceApplicant({ type: 'opened', reference: application.reference })
  return application
}

export const readApplication = async () =>
  (await ask<typeof admissionCalls.application>(calls.application, { fallback: 'public:status.failed' })).data

/** Ends the session, also in the other pages of this browser. That it has ended already, or the server is away, makes no difference to who leaves. */
export async function closeApplication() {
  announceApplicant({ type: 'closed' })
  await ask<typeof admissionCalls.closeApplication>(calls.closeApplication).catch((error) => {
    if (!(error instanceof HttpError)) throw error
  })
}

/** A new code goes to the address on file; the answer never says whether there is one. */
export const sendNewCode = async (reference: string) =>
  (await ask<typeof admissionCalls.newAccessCode>(calls.newAccessCode, { input: { reference } })).message

/** Each step carries an idempotency key, which is reused if the call is sent again after a lost connection. */
export const confirmPlace = async () =>
  (await once([calls.confirmPlace.path], (headers) => ask<typeof admissionCalls.confirmPlace>(calls.confirmPlace, { headers }))).data

export const contestResult = async (explanation: string) => {
  const input = { explanation }
  const sent = [calls.contestResult.path, input]
  return (await once(sent, (headers) => ask<typeof admissionCalls.contestResult>(calls.contestResult, { input, headers }))).data
}

export const withdraw = async () =>
  (await once([calls.withdraw.path], (headers) => ask<typeof admissionCalls.withdraw>(calls.withdraw, { headers }))).data

export const undoWithdrawal = async () =>
  (await once([calls.undoWithdrawal.path], (headers) => ask<typeof admissionCalls.undoWithdrawal>(calls.undoWithdrawal, { headers }))).data

/** The applicant's session has ended: the code has to be entered again. */
export const hasEnded = (error: unknown): error is HttpError => error instanceof HttpError && error.code === 'applicant.required'

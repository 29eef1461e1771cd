/** Calls of the applicant session, which lasts 30 minutes and gives access to one application. */

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

/**
 * Ends the session in all tabs of this browser. Errors are ignored: the session may have ended already, and the applicant leaves
 * anyway.
 */
export async function closeApplication() {
  announceApplicant({ type: 'closed' })
  await ask<typeof admissionCalls.closeApplication>(calls.closeApplication).catch((error) => {
    if (!(error instanceof HttpError)) throw error
  })
}

/** Requests a new access code by email. The answer does not reveal whether the application exists. */
export const sendNewCode = async (reference: string) =>
  (await ask<typeof admissionCalls.newAccessCode>(calls.newAccessCode, { input: { reference } })).message

/** Each of these calls has an idempotency key, which is reused when the call is repeated after a lost connection. */
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

/** Whether the applicant session has ended, so that the access code is needed again. */
export const hasEnded = (error: unknown): error is HttpError => error instanceof HttpError && error.code === 'applicant.required'

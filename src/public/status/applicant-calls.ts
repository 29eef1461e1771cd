/**
 * Calls made in an applicant session, which lasts 30 minutes and gives access to one application.
 */

import { HttpError } from '@matricola/providers/http.ts'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WirePlaceAnswer } from '#resources/admission/wire-merit.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall, withIdempotencyKey } from '../../http.ts'
import { broadcastApplicantSession } from './applicant-channel.ts'

export async function openApplicantSession(
  reference: string,
  accessCode: string,
): Promise<WireApplication> {
  await makeCall<typeof admissionCalls.openApplication>(calls.openApplication, {
    input: { reference, accessCode },
    fallback: 'public:status.failed',
  })
  const application = await fetchOwnApplication()
  broadcastApplicantSession({ type: 'opened', reference: application.reference })
  return application
}

export const fetchOwnApplication = async () =>
  (
    await makeCall<typeof admissionCalls.application>(calls.application, {
      fallback: 'public:status.failed',
    })
  ).data

/**
 * Ends the session in all tabs of this browser. Errors are ignored: the session may have ended
 * already, and the applicant leaves anyway.
 */
export async function closeApplicantSession() {
  broadcastApplicantSession({ type: 'closed' })
  await makeCall<typeof admissionCalls.closeApplication>(calls.closeApplication).catch((error) => {
    if (!(error instanceof HttpError)) throw error
  })
}

/**
 * Requests a new access code by email. The response does not reveal whether the application exists.
 */
export const requestNewAccessCode = async (reference: string) =>
  (
    await makeCall<typeof admissionCalls.renewAccessCode>(calls.newAccessCode, {
      input: { reference },
    })
  ).message

/**
 * Each of these calls has an idempotency key, which is reused when the call is repeated after a
 * lost connection.
 */
export const sendPlaceConfirmation = async (answer?: WirePlaceAnswer) => {
  const input = answer ? { answer } : {}
  return (
    await withIdempotencyKey([calls.confirmPlace.path, input], (headers) =>
      makeCall<typeof admissionCalls.confirmPlace>(calls.confirmPlace, { input, headers }),
    )
  ).data
}

export const sendResultAppeal = async (explanation: string) => {
  const input = { explanation }
  const keyParts = [calls.appealResult.path, input]
  return (
    await withIdempotencyKey(keyParts, (headers) =>
      makeCall<typeof admissionCalls.appealResult>(calls.appealResult, { input, headers }),
    )
  ).data
}

export const sendWithdrawal = async () =>
  (
    await withIdempotencyKey([calls.withdraw.path], (headers) =>
      makeCall<typeof admissionCalls.withdraw>(calls.withdraw, { headers }),
    )
  ).data

export const sendUndoWithdrawal = async () =>
  (
    await withIdempotencyKey([calls.undoWithdrawal.path], (headers) =>
      makeCall<typeof admissionCalls.undoWithdrawal>(calls.undoWithdrawal, { headers }),
    )
  ).data

/** Whether the applicant session has ended, so that the access code is needed again. */
export const isSessionEnded = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === 'applicant.required'

/** The applicant's own calls: a session of 30 minutes, for one application. */

import { admissionEndpoints as calls } from '#model/admission/endpoints.ts'
import type { WireApplication } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'

export async function openApplication(reference: string, accessCode: string): Promise<WireApplication> {
  await ask<typeof admissionCalls.openApplication>(calls.openApplication, {
    input: { reference, accessCode },
    fallback: 'public:status.failed',
  })
  return readApplication()
}

export const readApplication = async () =>
  (await ask<typeof admissionCalls.application>(calls.application, { fallback: 'public:status.failed' })).data

/** Ends the session. That it has ended already, or the server is away, makes no difference to who leaves. */
export async function closeApplication() {
  await ask<typeof admissionCalls.closeApplication>(calls.closeApplication).catch((error) => {
    if (!(error instanceof HttpError)) throw error
  })
}

/** A new code goes to the address on file; the answer never says whether there is one. */
export const sendNewCode = async (reference: string) =>
  (await ask<typeof admissionCalls.newAccessCode>(calls.newAccessCode, { input: { reference }, fallback: 'public:status.failed' })).message

export const confirmPlace = async () =>
  (await ask<typeof admissionCalls.confirmPlace>(calls.confirmPlace, { fallback: 'public:status.failed' })).data

export const contestResult = async (explanation: string) =>
  (await ask<typeof admissionCalls.contestResult>(calls.contestResult, { input: { explanation }, fallback: 'public:status.failed' })).data

export const withdraw = async () => (await ask<typeof admissionCalls.withdraw>(calls.withdraw, { fallback: 'public:status.failed' })).data

export const undoWithdrawal = async () =>
  (await ask<typeof admissionCalls.undoWithdrawal>(calls.undoWithdrawal, { fallback: 'public:status.failed' })).data

/** The applicant's session has ended: the code has to be entered again. */
export const hasEnded = (error: unknown): error is HttpError => error instanceof HttpError && error.code === 'applicant.required'

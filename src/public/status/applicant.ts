/** The applicant's own calls: a session of 30 minutes, for one application. */
import type { WireApplication } from '#model/admission/wire.ts'
import { admissionEndpoints as calls } from '#model/endpoints.ts'
import { HttpError, request } from '#providers/http.ts'

export async function openApplication(reference: string, accessCode: string): Promise<WireApplication> {
  await request(calls.openApplication, { body: { reference, accessCode }, fallback: 'public:status.failed' })
  return readApplication()
}

export const readApplication = async () => (await request<WireApplication>(calls.application, { fallback: 'public:status.failed' })).data

/** Ends the session. That it has ended already, or the server is away, makes no difference to who leaves. */
export async function closeApplication() {
  await request(calls.closeApplication).catch((error) => {
    if (!(error instanceof HttpError)) throw error
  })
}

/** A new code goes to the address on file; the answer never says whether there is one. */
export const sendNewCode = async (reference: string) =>
  (await request(calls.newAccessCode, { body: { reference }, fallback: 'public:status.failed' })).message

export const withdraw = async () => (await request<WireApplication>(calls.withdraw, { fallback: 'public:status.failed' })).data

export const undoWithdrawal = async () => (await request<WireApplication>(calls.undoWithdrawal, { fallback: 'public:status.failed' })).data

/** The applicant's session has ended: the code has to be entered again. */
export const hasEnded = (error: unknown): error is HttpError => error instanceof HttpError && error.code === 'applicant.required'

import { admissionEndpoints } from '#model/admission/endpoints.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import type { Found } from './views.ts'

/** Searches by CNP. Returns failures instead of throwing them. */
export async function search(cnp: string): Promise<Found> {
  try {
    const { data } = await ask<typeof admissionCalls.statusSearch>(admissionEndpoints.statusSearch, {
      input: { cnp },
      fallback: 'public:status.failed',
    })
    return { cnp, list: data.list, failure: null }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { cnp, list: [], failure: error }
  }
}

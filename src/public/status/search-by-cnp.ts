import { HttpError } from '@matricola/providers/http.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall } from '../../http.ts'
import type { StatusSearchOutcome } from './status-navigation.ts'

/** Searches by CNP. Returns failures instead of throwing them. */
export async function searchByCnp(cnp: string): Promise<StatusSearchOutcome> {
  try {
    const { data } = await makeCall<typeof admissionCalls.statusSearch>(
      admissionEndpoints.statusSearch,
      {
        input: { cnp },
        fallback: 'public:status.failed',
      },
    )
    return { cnp, list: data.list, failure: null }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { cnp, list: [], failure: error }
  }
}

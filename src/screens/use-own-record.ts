import { useCall } from '@matricola/console/use-call.ts'
import * as peopleCalls from '#resources/calls/personal-data.ts'

/**
 * The university's record of the signed-in user. `isMissing` is whether the account has no such
 * record.
 */
export function useOwnRecord() {
  const query = useCall(peopleCalls.personalData, {}, { key: ['personal-data'] })
  return { query, isMissing: query.error?.statusCode === 404 }
}

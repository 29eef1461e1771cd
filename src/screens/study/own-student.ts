import { useQuery } from '@tanstack/react-query'
import type { WireRecord } from '#model/wire.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import * as peopleCalls from '#resources/calls/people.ts'

/** The student's record of who is signed in; null for an account that has none. */
export const useOwnStudent = () =>
  useQuery({
    queryKey: ['personal-data', 'student'],
    queryFn: async ({ signal }): Promise<WireRecord | null> => {
      try {
        return (await ask(peopleCalls.personalData, { signal })).data
      } catch (error) {
        if (error instanceof HttpError && error.statusCode === 404) return null
        throw error
      }
    },
  })

import { useQuery } from '@tanstack/react-query'
import { sessionEndpoints } from '#model/endpoints.ts'
import type { WireRecord } from '#model/wire.ts'
import { HttpError, request } from '#providers/http.ts'

/** The student's record of who is signed in; null for an account that has none. */
export const useOwnStudent = () =>
  useQuery({
    queryKey: ['personal-data', 'student'],
    queryFn: async ({ signal }): Promise<WireRecord | null> => {
      try {
        return (await request<WireRecord>(sessionEndpoints.personalData, { signal })).data
      } catch (error) {
        if (error instanceof HttpError && error.statusCode === 404) return null
        throw error
      }
    },
  })

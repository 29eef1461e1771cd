/** The query of an application under review, and the transitions of its declaration. */

import { queryOptions } from '@tanstack/react-query'
import type { WireRegistration } from '#model/admission/wire.ts'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import type { May } from '#src/console/may.ts'

export const registrations: AnyResource = resourceNamed('registrations')

/** Cached data younger than this is used without fetching it again, such as data that was preloaded. */
const freshMs = 15_000

/** The query of an application. Its key is below that of the resource, so each write of the record invalidates it. */
export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: ['data', 'default', registrations.name, 'one', id, 'review'],
    queryFn: async ({ signal }) =>
      (
        await request<WireRegistration>(endpointsOf(registrations).single, {
          path: { id },
          signal,
          fallback: `resources:${registrations.name}.problems.get`,
        })
      ).data,
    staleTime: freshMs,
    retry: false,
  })

const transitions = registrations.workflow?.transitions ?? {}

/** Returns the status that a transition leads to. */
export const targetOf = (step: string) => transitions[step]?.to ?? ''

/** Returns the input of a transition; empty if it needs none. */
export const inputOf = (step: string): readonly string[] => transitions[step]?.input ?? []

/** Opening an application claims it with the first transition; leaving it undecided releases it with the second. */
const claiming = 'startReview'
const releasing = 'release'

/** Whether opening the application claims it. This requires that releasing it would restore its current status. */
export const isClaimable = (record: WireRegistration, may: May) =>
  may(claiming, registrations, record) && record.status === targetOf(releasing)

export const claimStep = { take: claiming, undo: releasing } as const

/**
 * Returns the transitions that are possible now, and those that will be possible once opening the application has claimed it, in
 * the order of the declaration.
 */
export function possibleSteps(record: WireRegistration, may: May): string[] {
  const soon = isClaimable(record, may) ? targetOf(claiming) : null
  return Object.entries(transitions)
    .filter(
      ([name, { from }]) =>
        may(name, registrations, record) || (soon !== null && name !== releasing && from.includes(soon) && may(name, registrations)),
    )
    .map(([name]) => name)
    .filter((name) => name !== claiming || soon === null)
}

/** Whether the application is assigned to another user and not decided yet. */
export const isOthers = (record: WireRegistration, personId: string) =>
  typeof record.assignedToId === 'string' && record.assignedToId !== personId && typeof record.decidedAt !== 'string'

/** Whether the user to whom the application is assigned has started the review. */
export const isUnderReview = (record: WireRegistration) => record.status === targetOf(claiming)

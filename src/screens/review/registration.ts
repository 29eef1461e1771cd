/** The query of an application under review, and the transitions of its declaration. */

import type { Can } from '@matricola/console/app/use-permission.ts'
import type { Http } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { getResource } from '#resources/index.ts'

export const registrationsResource: AnyResource = getResource('registrations')

/**
 * Cached data younger than this is used without fetching it again, such as data that was preloaded.
 */
const freshMs = 15_000

/**
 * The key of an application's query. It is nested under the resource's key, so each write of the
 * record invalidates the query.
 */
export const registrationKey = (id: string) => [
  'data',
  'default',
  registrationsResource.name,
  'one',
  id,
  'review',
]

export const registrationQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: registrationKey(id),
    queryFn: async ({ signal }) =>
      (
        await http.request<WireRegistration>(endpointsOf(registrationsResource).single, {
          path: { id },
          signal,
          fallback: `resources:${registrationsResource.name}.problems.get`,
        })
      ).data,
    staleTime: freshMs,
    retry: false,
  })

const transitions = registrationsResource.workflow?.transitions ?? {}

/** Returns the status that a transition leads to. */
export const transitionTarget = (step: string) => transitions[step]?.to ?? ''

/** Returns the input of a transition; empty if it needs none. */
export const transitionInput = (step: string): readonly string[] => transitions[step]?.input ?? []

/**
 * Opening an application claims it with the first transition; leaving it undecided releases it with
 * the second.
 */
const claimTransition = 'startReview'
const releaseTransition = 'release'

/**
 * Whether opening the application claims it. This requires that releasing it would restore its
 * current status.
 */
export const isClaimable = (record: WireRegistration, can: Can) =>
  can(claimTransition, registrationsResource, record) &&
  record.status === transitionTarget(releaseTransition)

export const claimTransitions = { take: claimTransition, undo: releaseTransition } as const

/**
 * Returns the transitions that are possible now, and those that will be possible once opening the
 * application has claimed it, in the order of the declaration.
 */
export function possibleTransitions(record: WireRegistration, can: Can): string[] {
  const statusOnceClaimed = isClaimable(record, can) ? transitionTarget(claimTransition) : null
  return Object.entries(transitions)
    .filter(
      ([name, { from }]) =>
        can(name, registrationsResource, record) ||
        (statusOnceClaimed !== null &&
          name !== releaseTransition &&
          from.includes(statusOnceClaimed) &&
          can(name, registrationsResource)),
    )
    .map(([name]) => name)
    .filter((name) => name !== claimTransition || statusOnceClaimed === null)
}

/** Whether the application is assigned to another user and not decided yet. */
export const isAssignedToOther = (record: WireRegistration, userId: string) =>
  typeof record.assignedToId === 'string' &&
  record.assignedToId !== userId &&
  typeof record.decidedAt !== 'string'

/** Whether the user to whom the application is assigned has started the review. */
export const isUnderReview = (record: WireRegistration) =>
  record.status === transitionTarget(claimTransition)

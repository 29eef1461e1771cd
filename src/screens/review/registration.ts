/** A registration as its review reads it, and the steps that its declaration knows. */

import { queryOptions } from '@tanstack/react-query'
import type { WireRegistration } from '#model/admission/wire.ts'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import type { May } from '#src/console/may.ts'

export const registrations: AnyResource = resourceNamed('registrations')

/** Data read a moment ago, such as while the file before it was on the screen, is shown as it is. */
const freshMs = 15_000

/** The query of one registration; under the resource's own key, so that every write of the record brings it up to date. */
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

/** The status that a step leads to. */
export const targetOf = (step: string) => transitions[step]?.to ?? ''

/** Input for a step; nothing where it needs no words. */
export const inputOf = (step: string): readonly string[] => transitions[step]?.input ?? []

/** Opening a file claims it by this step, and leaving it undecided takes that back by the other. */
const claiming = 'startReview'
const releasing = 'release'

/** Tells whether opening the file claims it: only where the way back leads to the very state that it is in. */
export const isClaimable = (record: WireRegistration, may: May) =>
  may(claiming, registrations, record) && record.status === targetOf(releasing)

export const claimStep = { take: claiming, undo: releasing } as const

/** Steps that can be taken now or, where opening the file is about to claim it, a moment later. In the order of the declaration. */
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

/** Tells whether the file is another person's, in whatever state it waits; a decided one waits for nobody. */
export const isOthers = (record: WireRegistration, personId: string) =>
  typeof record.assignedToId === 'string' && record.assignedToId !== personId && typeof record.decidedAt !== 'string'

/** Tells whether the person whose file it is has begun to review it. */
export const isUnderReview = (record: WireRegistration) => record.status === targetOf(claiming)

import { AccessControlContext } from '@refinedev/core'
import { useContext, useMemo } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { Can, Question } from '#providers/access-control.ts'
import { menuOf, otherPlaces, type Place } from './area.ts'
import { usePerson } from './person.ts'

/** Answers what the person is offered. */
export interface May {
  /** Tells whether a grant or action of the resource is offered; of a record, what can be done with it now; of a field, that too. */
  (action: string, resource: AnyResource, record?: WireRecord, field?: string): boolean
  /** Tells whether the person may be at a path of the browser. */
  readonly visit: (path: string) => boolean
}

/** Asks the access-control provider that Refine was given, and no other place; where there is none, nothing is offered. */
export function useMay(): May {
  const { can } = useContext(AccessControlContext)
  return useMemo(() => {
    const ask = (question: Question) => (can as Can | undefined)?.now(question) ?? false
    return Object.assign(
      (action: string, { name: resource }: AnyResource, record?: WireRecord, field?: string) =>
        ask({ resource, action, params: { ...(record && { record }), ...(field !== undefined && { field }) } }),
      { visit: (path: string) => ask({ action: 'visit', params: { path } }) },
    )
  }, [can])
}

const offered = (may: May) => (place: Place) => (place.resource ? may('list', place.resource) : may.visit(place.path))

/** Entries of the person's menu, in order. */
export function useMenu(): Place[] {
  const { role } = usePerson()
  return menuOf(role).filter(offered(useMay()))
}

/** Places that no menu lists and the person is offered. */
export function useOtherPlaces(): Place[] {
  const { role } = usePerson()
  return otherPlaces(role).filter(offered(useMay()))
}

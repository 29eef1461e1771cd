import { AccessControlContext } from '@refinedev/core'
import { useContext, useMemo } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { Can, Question } from '#providers/access-control.ts'
import { menuOf, otherPlaces, type Place } from './area.ts'
import { usePerson } from './person.ts'

/** Decides what to offer to the user. */
export interface May {
  /** Whether an action on the resource is offered; given a record or a field, whether it is allowed there now. */
  (action: string, resource: AnyResource, record?: WireRecord, field?: string): boolean
  /** Whether the user may open a path. */
  readonly visit: (path: string) => boolean
}

/** Asks only the access-control provider that was passed to Refine. Without one, nothing is offered. */
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

/** Entries of the user's menu, in order. */
export function useMenu(): Place[] {
  const { role } = usePerson()
  return menuOf(role).filter(offered(useMay()))
}

/** Pages that are not in the menu and that the user may open. */
export function useOtherPlaces(): Place[] {
  const { role } = usePerson()
  return otherPlaces(role).filter(offered(useMay()))
}

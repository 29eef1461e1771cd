import { useLocation } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { useAsOf } from '#src/pages/history/use-as-of.ts'
import { listParam } from './last-open.ts'

/**
 * Returns the path that a row links to, including the list's query for the way back. A resource with a workflow and views has its
 * own screen, which works through one view and reads the list's query as its own.
 */
export function useRowPath(resource: AnyResource): (record: WireRecord) => string | null {
  const { role } = usePerson()
  const { search } = useLocation()
  const [asOf] = useAsOf()
  const isWorkedOff = resource.workflow !== undefined && resource.list.views !== undefined
  return ({ id }) => {
    const path = recordPath(resource.name, id, role)
    // That screen only shows the present.
    if (asOf && isWorkedOff) return null
    if (path && asOf) return `${listed(path, search)}&asOf=${asOf}`
    if (!path || isWorkedOff) return path && `${path}${search}`
    return listed(path, search)
  }
}

/** Path of a record with the list's query. */
const listed = (path: string, search: string) => (search === '' ? path : `${path}?${listParam}=${encodeURIComponent(search.slice(1))}`)

/** Like `useRowPath`, for the edit page. */
export function useEditPath(resource: AnyResource): (record: WireRecord) => string {
  const { role } = usePerson()
  const { pathname, search } = useLocation()
  const pages = pagesOf(resource, role)
  return ({ id }) => {
    const path = pages.edit.replace(':id', id)
    return pathname === pages.list ? listed(path, search) : path
  }
}

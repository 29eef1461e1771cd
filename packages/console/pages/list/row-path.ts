import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useLocation } from 'react-router'
import { useRecordPath } from '../../app/use-record-path.ts'
import { useUser } from '../../app/user-context.ts'
import { useAsOf } from '../history/use-as-of.ts'
import { listParam } from './last-open.ts'

/**
 * Returns the path that a row links to, including the list's query for the way back. A resource
 * with a workflow and views has its own screen, which works through one view and reads the list's
 * query as its own.
 */
export function useRowPath(resource: AnyResource): (record: WireRecord) => string | null {
  const recordPath = useRecordPath()
  const { search } = useLocation()
  const [asOf] = useAsOf()
  const hasReviewScreen = resource.workflow !== undefined && resource.list.views !== undefined
  return ({ id }) => {
    const path = recordPath(resource.name, id)
    // That screen shows only current data.
    if (asOf && hasReviewScreen) return null
    if (path && asOf) return `${withListQuery(path, search)}&asOf=${asOf}`
    if (!path || hasReviewScreen) return path && `${path}${search}`
    return withListQuery(path, search)
  }
}

/** Path of a record with the list's query. */
const withListQuery = (path: string, search: string) =>
  search === '' ? path : `${path}?${listParam}=${encodeURIComponent(search.slice(1))}`

/** Like `useRowPath`, for the edit page. */
export function useEditPath(resource: AnyResource): (record: WireRecord) => string {
  const { role } = useUser()
  const { pathname, search } = useLocation()
  const pages = pagePaths(resource, role)
  return ({ id }) => {
    const path = pages.edit.replace(':id', id)
    return pathname === pages.list ? withListQuery(path, search) : path
  }
}

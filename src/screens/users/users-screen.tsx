import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { usePerson } from '#src/console/person.ts'
import { ListPage } from '#src/pages/list/list-page.tsx'
import { UserDialog } from './user-dialog.tsx'

/**
 * The list of users with a dialog over it, for `/admin/users`, `/admin/users/create` (also `?create=1`), `/admin/users/<id>`
 * and `/admin/users/<id>/edit`: the address says which one is open.
 */
export function UsersScreen({ resource }: { readonly resource: AnyResource }) {
  const { role } = usePerson()
  const { id } = useParams()
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const pages = pagesOf(resource, role)
  const isCreating = location.pathname === pages.create
  const isEditing = id !== undefined && location.pathname === pages.edit.replace(':id', id)
  // Back to the list as it was; to its beginning where this is the first page of the tab. The router counts in the entry's state.
  const close = () => (Number(window.history.state?.idx) > 0 ? navigate(-1) : navigate(pages.list, { replace: true }))
  // The list keeps its own parameters in the address and drops all others.
  if (query.has('create')) return <Navigate to={pages.create} replace />
  return (
    <>
      <ListPage resource={resource} />
      {(isCreating || id !== undefined) && (
        <UserDialog key={id ?? 'create'} resource={resource} id={isCreating ? undefined : id} startsEditing={isEditing} onClose={close} />
      )}
    </>
  )
}

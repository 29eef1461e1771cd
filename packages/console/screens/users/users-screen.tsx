import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useUser } from '../../app/user-context.ts'
import { ListPage } from '../../pages/list/list-page.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'

/**
 * The list of users with a dialog above it, for `/admin/users`, `/admin/users/create` (also
 * `?create=1`), `/admin/users/<id>` and `/admin/users/<id>/edit`. The URL determines which dialog
 * is open.
 */
export function UsersScreen({ resource }: { readonly resource: AnyResource }) {
  const { role } = useUser()
  const { id } = useParams()
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const pages = pagePaths(resource, role)
  const isCreating = location.pathname === pages.create
  const isEditing = id !== undefined && location.pathname === pages.edit.replace(':id', id)
  // Returns to the list in its previous state, or to its first page if the tab was opened here. The
  // router counts history entries in `idx`.
  const close = () =>
    Number(window.history.state?.idx) > 0 ? navigate(-1) : navigate(pages.list, { replace: true })
  // The list keeps its own parameters in the URL and drops all others.
  if (query.has('create')) return <Navigate to={pages.create} replace />
  return (
    <>
      <ListPage resource={resource} />
      {isCreating ? (
        <NewUserDialog resource={resource} onClose={close} />
      ) : (
        id !== undefined && (
          <UserDialog
            key={id}
            resource={resource}
            id={id}
            startsEditing={isEditing}
            onClose={close}
          />
        )
      )}
    </>
  )
}

/** The routes of a role's area: one loop over its resources, so that a page the role may not use has no route. */
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router'
import { homeOf, isId, pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { areaResources, type PageKind, pageKinds } from './area.ts'
import { belongs } from './guard.ts'
import { NotFound } from './not-found.tsx'
import { pageFor } from './pages.ts'

const Dashboard = lazy(async () => ({ default: (await import('#src/screens/dashboard/dashboard.tsx')).Dashboard }))

/** Everything below the shell, as children of its route. */
export function areaRoutes(role: Role): RouteObject[] {
  return [
    { path: homeOf(role), element: <Dashboard role={role} /> },
    ...areaResources(role).flatMap((resource) => pageKinds(resource, role).flatMap((kind) => resourceRoute(resource, kind, role))),
    { path: '*', element: <Elsewhere role={role} /> },
  ]
}

function resourceRoute(resource: AnyResource, kind: PageKind, role: Role): RouteObject[] {
  const Page: ComponentType<{ resource: AnyResource }> | undefined = pageFor(resource.name, kind)
  if (!Page) return []
  // The key makes another resource's page of the same kind a new page, with a state of its own.
  const page = <Page key={`${resource.name}.${kind}`} resource={resource} />
  return [{ path: pagesOf(resource, role)[kind], element: kind === 'show' || kind === 'edit' ? <RecordRoute>{page}</RecordRoute> : page }]
}

/** Only a UUID is a record: any other word in its place is a page that does not exist. */
function RecordRoute({ children }: { children: ReactNode }) {
  const { id } = useParams()
  return isId(id) ? children : <NotFound />
}

/** Outside the area: the role's home. Inside: no page answers to this path. */
function Elsewhere({ role }: { role: Role }) {
  return belongs(useLocation().pathname, role) ? <NotFound /> : <Navigate to={homeOf(role)} replace />
}

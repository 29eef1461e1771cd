/**
 * The routes of a role's area, built from its resources, so that pages the role may not use have no
 * route.
 */

import {
  areaResources,
  canImportInto,
  hasJobs,
  mailsPath,
  type PageType,
  pageTypes,
  processesOf,
  processPath,
} from '@matricola/schema/areas.ts'
import {
  accountPath,
  homePath,
  isId,
  jobPath,
  jobsPath,
  pagePaths,
  testPath,
} from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router'
import { loadNamespaces } from '../i18n.ts'
import type { ConsoleProps, ConsoleRoute } from './console-context.ts'
import { getPageComponent } from './pages.ts'
import { usePermission } from './use-permission.ts'
import { useUser } from './user-context.ts'

const GenericAccount = lazy(async () => {
  const [{ AccountScreen }] = await Promise.all([
    import('../screens/account/account-screen.tsx'),
    loadNamespaces('account', 'notifications'),
  ])
  return { default: AccountScreen }
})
const FieldTypes = lazy(async () => {
  const [{ FieldTypesScreen }] = await Promise.all([
    import('../screens/field-types/field-types-screen.tsx'),
    loadNamespaces('fieldTypes'),
  ])
  return { default: FieldTypesScreen }
})
const Mails = lazy(async () => {
  const [{ OutboxScreen }] = await Promise.all([
    import('../screens/outbox/outbox-screen.tsx'),
    loadNamespaces('outbox'),
  ])
  return { default: OutboxScreen }
})
const Import = lazy(async () => {
  const [{ ImportPage }] = await Promise.all([
    import('../pages/exchange/import-page.tsx'),
    loadNamespaces('exchange', 'errors.jobs'),
  ])
  return { default: ImportPage }
})
const ProcessPage = lazy(async () => {
  const [{ ProcessScreen }] = await Promise.all([
    import('../screens/process/process-screen.tsx'),
    loadNamespaces('process'),
  ])
  return { default: ProcessScreen }
})
const Jobs = lazy(async () => ({ default: (await import('../pages/jobs/jobs-page.tsx')).JobsPage }))
const Job = lazy(async () => ({ default: (await import('../pages/jobs/job-page.tsx')).JobPage }))
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

type ApplicationPages = Pick<ConsoleProps, 'registry' | 'home' | 'account' | 'screens' | 'routes'>

/** All routes inside the shell. */
export function areaRoutes(application: ApplicationPages, role: Role): RouteObject[] {
  const { registry, home: Home, account: Account = GenericAccount, routes } = application
  return [
    { path: homePath(role), element: <Home role={role} /> },
    { path: accountPath(role), element: <Account /> },
    ...(hasJobs(registry, role) ? jobRoutes(role) : []),
    ...(role === registry.adminRole ? adminRoutes(registry) : []),
    ...processesOf(registry, role).map((process) => ({
      path: processPath(process, role),
      element: <ProcessPage key={process.name} name={process.name} />,
    })),
    ...(routes?.(role) ?? []).map(applicationRoute),
    ...areaResources(registry, role).flatMap((resource) =>
      pageTypes(resource, role).flatMap((kind) => resourceRoute(application, resource, kind, role)),
    ),
    ...areaResources(registry, role)
      .filter((resource) => canImportInto(resource, role))
      .map((resource) => ({
        path: pagePaths(resource, role).import,
        element: (
          <RequireAction resource={resource} action="import">
            <Import key={`${resource.name}.import`} resource={resource} />
          </RequireAction>
        ),
      })),
    { path: '*', element: <NotFound /> },
  ]
}

const jobRoutes = (role: Role): RouteObject[] => [
  { path: jobsPath(role), element: <Jobs /> },
  {
    path: jobPath(role, ':id'),
    element: (
      <RecordRoute>
        <Job />
      </RecordRoute>
    ),
  },
]

const applicationRoute = ({ path, Page }: ConsoleRoute): RouteObject => ({
  path,
  element: path.includes(':id') ? (
    <RecordRoute>
      <Page />
    </RecordRoute>
  ) : (
    <Page />
  ),
})

/** Pages of administrators that belong to no resource. */
const adminRoutes = (registry: Registry): RouteObject[] => [
  { path: mailsPath(registry), element: <Mails /> },
  { path: testPath, element: <FieldTypes /> },
]

function resourceRoute(
  application: ApplicationPages,
  resource: AnyResource,
  kind: PageType,
  role: Role,
): RouteObject[] {
  const Page: ComponentType<{ resource: AnyResource }> = getPageComponent(
    application,
    resource.name,
    kind,
  )
  // The key remounts the page when the resource changes, so that no state is carried over.
  const page = (
    <RequireAction resource={resource} action={kind}>
      <Page key={`${resource.name}.${kind}`} resource={resource} />
    </RequireAction>
  )
  return [
    {
      path: pagePaths(resource, role)[kind],
      element: kind === 'show' || kind === 'edit' ? <RecordRoute>{page}</RecordRoute> : page,
    },
  ]
}

/** Shows the page only if the id is a UUID; otherwise the page does not exist. */
function RecordRoute({ children }: { children: ReactNode }) {
  const { id } = useParams()
  return isId(id) ? children : <NotFound />
}

/** Shows the page if the user may open its path; otherwise redirects to the role's home page. */
export function RequirePageAccess({ children }: { children: ReactNode }) {
  const { role } = useUser()
  const can = usePermission()
  const home = homePath(role)
  if (can.visit(useLocation().pathname)) return children
  return can.visit(home) ? <Navigate to={home} replace /> : <NotFound />
}

/** Shows the page if the user may take its action on the resource. */
function RequireAction({
  resource,
  action,
  children,
}: {
  readonly resource: AnyResource
  readonly action: string
  readonly children: ReactNode
}) {
  return usePermission()(action, resource) ? children : <NotFound />
}

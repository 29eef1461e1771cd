/** The routes of a role's area, built from its resources, so that pages the role may not use have no route. */
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router'
import { accountPath, homeOf, isId, jobPath, jobsPath, marksPath, pagesOf, testPath } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { handlesMany, mayImport } from '#resources/area-pages.ts'
import { loadTexts } from '#src/i18n.ts'
import { areaResources, mailsPath, type PageKind, pageKinds } from './area.ts'
import { useMay } from './may.ts'
import { pageFor } from './pages.ts'
import { usePerson } from './person.ts'

const Account = lazy(async () => {
  const [{ AccountScreen }] = await Promise.all([import('#src/screens/account/account-screen.tsx'), loadTexts('post')])
  return { default: AccountScreen }
})
const FieldKinds = lazy(async () => ({ default: (await import('#src/screens/field-kinds/test-screen.tsx')).TestScreen }))
const Mails = lazy(async () => ({ default: (await import('#src/screens/mails/mails-screen.tsx')).MailsScreen }))
const Import = lazy(async () => {
  const [{ ImportPage }] = await Promise.all([import('#src/pages/exchange/import-page.tsx'), loadTexts('exchange', 'errors.jobs')])
  return { default: ImportPage }
})
const Jobs = lazy(async () => ({ default: (await import('#src/pages/jobs/jobs-page.tsx')).JobsPage }))
const Job = lazy(async () => ({ default: (await import('#src/pages/jobs/job-page.tsx')).JobPage }))
const Marks = lazy(async () => {
  const [{ GradeSheetScreen }] = await Promise.all([import('#src/screens/grade-sheets/grade-sheet-screen.tsx'), loadTexts('marks')])
  return { default: GradeSheetScreen }
})
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))
const Dashboard = lazy(async () => ({ default: (await import('#src/screens/dashboard/dashboard.tsx')).Dashboard }))

/** All routes inside the shell. */
export function areaRoutes(role: Role): RouteObject[] {
  return [
    { path: homeOf(role), element: <Dashboard role={role} /> },
    { path: accountPath(role), element: <Account /> },
    ...(handlesMany(role) ? jobRoutes(role) : []),
    ...(role === 'admin' ? adminRoutes : []),
    ...(role === 'student' ? [] : marksRoutes(role)),
    ...areaResources(role).flatMap((resource) => pageKinds(resource, role).flatMap((kind) => resourceRoute(resource, kind, role))),
    ...areaResources(role)
      .filter((resource) => mayImport(resource, role))
      .map((resource) => ({
        path: pagesOf(resource, role).import,
        element: (
          <Offered resource={resource} action="import">
            <Import key={`${resource.name}.import`} resource={resource} />
          </Offered>
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

const marksRoutes = (role: Role): RouteObject[] => [
  {
    path: marksPath(role, ':id'),
    element: (
      <RecordRoute>
        <Marks />
      </RecordRoute>
    ),
  },
]

/** Pages of administrators that belong to no resource. */
const adminRoutes: RouteObject[] = [
  { path: mailsPath, element: <Mails /> },
  { path: testPath, element: <FieldKinds /> },
]

function resourceRoute(resource: AnyResource, kind: PageKind, role: Role): RouteObject[] {
  const Page: ComponentType<{ resource: AnyResource }> = pageFor(resource.name, kind)
  // The key remounts the page when the resource changes, so that no state is carried over.
  const page = (
    <Offered resource={resource} action={kind}>
      <Page key={`${resource.name}.${kind}`} resource={resource} />
    </Offered>
  )
  return [{ path: pagesOf(resource, role)[kind], element: kind === 'show' || kind === 'edit' ? <RecordRoute>{page}</RecordRoute> : page }]
}

/** Shows the page only if the id is a UUID; otherwise the page does not exist. */
function RecordRoute({ children }: { children: ReactNode }) {
  const { id } = useParams()
  return isId(id) ? children : <NotFound />
}

/** Shows the page if the user may open its path; otherwise redirects to the role's home page. */
export function Admitted({ children }: { children: ReactNode }) {
  const { role } = usePerson()
  const may = useMay()
  const home = homeOf(role)
  if (may.visit(useLocation().pathname)) return children
  return may.visit(home) ? <Navigate to={home} replace /> : <NotFound />
}

/** Shows the page if the user may take its action on the resource. */
function Offered({
  resource,
  action,
  children,
}: {
  readonly resource: AnyResource
  readonly action: string
  readonly children: ReactNode
}) {
  return useMay()(action, resource) ? children : <NotFound />
}

import { LoadingPage } from '@matricola/console/public/waiting.tsx'
import { useStatusViews } from './load-views.ts'
import { useStatusNavigation } from './status-navigation.ts'
import { StatusSearchForm } from './status-search-form.tsx'
import { ViewNotLoaded } from './view-not-loaded.tsx'

/** `/registration/status`: a search by CNP, its result and, with the access code, the whole application. */
export function StatusPage() {
  const views = useStatusNavigation()
  const isSearch = views.view.name === 'search'
  const Views = useStatusViews(!isSearch)
  if (isSearch) return <StatusSearchForm views={views} />
  if (Views === null) return <LoadingPage />
  return Views === 'failed' ? <ViewNotLoaded view={views.view} /> : <Views views={views} />
}

import { Loading } from '../waiting.tsx'
import { useStatusViews } from './load-views.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Search } from './search.tsx'
import { useViews } from './views.ts'

/** `/registration/status`: a search by CNP, its result and, with the access code, the whole application. */
export function Status() {
  const views = useViews()
  const isSearch = views.view.name === 'search'
  const Views = useStatusViews(!isSearch)
  if (isSearch) return <Search views={views} />
  if (Views === null) return <Loading />
  return Views === 'failed' ? <NotLoaded view={views.view} /> : <Views views={views} />
}

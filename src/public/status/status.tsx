import { lazy, Suspense } from 'react'
import { Waiting } from '../waiting.tsx'
import { loadStatusViews } from './load-views.ts'
import { Search } from './search.tsx'
import { useViews } from './views.ts'

const StatusViews = lazy(loadStatusViews)

/** `/registration/status`: a search by CNP, its result, and with the access code the whole application. */
export function Status() {
  const views = useViews()
  if (views.view.name === 'search') return <Search views={views} />
  return (
    <Suspense fallback={<Waiting />}>
      <StatusViews views={views} />
    </Suspense>
  )
}

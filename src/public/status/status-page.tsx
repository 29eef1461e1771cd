import { useText } from '@matricola/console/i18n.ts'
import { navigation } from '@matricola/console/navigation.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { LoadingPage } from '@matricola/console/public/waiting.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { statusPath } from '#resources/paths.ts'
import { ErrorBox } from '../error-box.tsx'
import { useStatusViews } from './load-views.ts'
import { type StatusView, useStatusNavigation } from './status-navigation.ts'
import { StatusSearchForm } from './status-search-form.tsx'

/**
 * `/registration/status`: a search by CNP, its result and, with the access code, the whole
 * application.
 */
export function StatusPage() {
  const views = useStatusNavigation()
  const isSearch = views.view.name === 'search'
  const Views = useStatusViews(!isSearch)
  if (isSearch) return <StatusSearchForm views={views} />
  if (Views === null) return <LoadingPage />
  return Views === 'failed' ? <ViewNotLoaded view={views.view} /> : <Views views={views} />
}

/**
 * The code of a view could not be loaded, and browsers may not fetch a failed module again. A retry
 * posts the search to the server, so the number need not be typed again. Without a connection the
 * page stays.
 */
export function ViewNotLoaded({ view }: { view: StatusView }) {
  const t = useText('public')
  const heading = useRef<HTMLHeadingElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => heading.current?.focus(), [])
  const again = (event: FormEvent) => {
    const isOnline = navigator.onLine
    if (isOnline && view.name === 'result') return
    event.preventDefault()
    if (isOnline) navigation.reload()
    else setTries(tries + 1)
  }
  return (
    <PublicFrame title={t('status.title')} hasErrors={true}>
      <h1 ref={heading} tabIndex={-1}>
        {t('status.title')}
      </h1>
      {/* Remounted on every attempt, so that it is announced again. */}
      <ErrorBox key={tries} title={t('failed.title')}>
        {t('errors:failed.network')}
      </ErrorBox>
      <form method="post" action={statusPath} onSubmit={again}>
        {view.name === 'result' ? <input type="hidden" name="cnp" value={view.found.cnp} /> : null}
        <button type="submit" className="button button-primary">
          {t('apply.retry')}
        </button>
      </form>
    </PublicFrame>
  )
}

import { useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import type { HttpError } from '@matricola/providers/http.ts'
import { useState } from 'react'
import { openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import { applyPath } from '#resources/paths.ts'
import { usePublicConfig } from '../public-config.ts'
import { searchByCnp } from './search-by-cnp.ts'
import { StatusCards } from './status-cards.tsx'
import type { StatusNavigation, StatusSearchOutcome } from './status-navigation.ts'
import { ViewTitle } from './view-title.tsx'

/**
 * The result of a search by CNP alone: the programme, status and dates of each application, but
 * never a name.
 */
export function StatusSearchResult({
  views,
  found,
}: {
  views: StatusNavigation
  found: StatusSearchOutcome
}) {
  const t = useText('status')
  const tPublic = useText('public')
  const { publicConfig } = usePublicConfig()
  const openCode = (reference: string) => views.show({ name: 'code', reference })
  const isOpenToAll = publicConfig?.publicStatus !== 'code'
  const isEmpty = found.failure === null && found.list.length === 0
  return (
    <PublicFrame title={tPublic('status.title')} hasErrors={found.failure !== null}>
      <ViewTitle>{tPublic('status.title')}</ViewTitle>
      {found.failure === null ? null : (
        <SearchFailure views={views} cnp={found.cnp} error={found.failure} />
      )}
      {isEmpty ? (
        <p>{isOpenToAll ? t('none', { id: found.cnp }) : t('codeOnly')}</p>
      ) : (
        <StatusCards list={found.list} onOpen={openCode} />
      )}
      <div className="status-buttons">
        <button
          type="button"
          className={isEmpty ? 'button button-primary' : 'button'}
          onClick={() => views.reset()}
        >
          {t('searchAgain')}
        </button>
        {found.list.length === 0 ? (
          <button type="button" className="button" onClick={() => openCode('')}>
            {t('openWithCode')}
          </button>
        ) : null}
        {isEmpty && publicConfig && openAdmissions(publicConfig).length > 0 ? (
          <a className="button" href={applyPath}>
            {t('start')}
          </a>
        ) : null}
      </div>
    </PublicFrame>
  )
}

/**
 * Shown if the search failed. Offers to retry with the same number, and does not suggest applying
 * again.
 */
function SearchFailure({
  views,
  cnp,
  error,
}: {
  views: StatusNavigation
  cnp: string
  error: HttpError
}) {
  const t = useText('public')
  const tApply = useText('apply')
  const [isBusy, setBusy] = useState(false)
  const kind = kindOf(error)
  const retry = async () => {
    if (isBusy) return
    setBusy(true)
    views.replace({ name: 'result', found: await searchByCnp(cnp) })
    setBusy(false)
  }
  return (
    <div className="summary" role="alert">
      <h2>{kind === 'refused' ? error.message : tApply(`failure.title.${kind}`)}</h2>
      {/* Messages of a failing server may not be in the page's language. */}
      {kind === 'refused' ? null : <p>{kind === 'broken' ? t('status.failed') : error.message}</p>}
      {kind === 'broken' && error.requestId ? (
        <p>{tApply('failure.id', { id: error.requestId })}</p>
      ) : null}
      <button
        type="button"
        className="button button-primary"
        aria-disabled={isBusy}
        onClick={retry}
      >
        {t(isBusy ? 'status.searching' : 'apply.retry')}
      </button>
    </div>
  )
}

function kindOf({ statusCode }: HttpError): 'lost' | 'tooMany' | 'broken' | 'refused' {
  if (statusCode === 0) return 'lost'
  if (statusCode === 429) return 'tooMany'
  return statusCode >= 500 ? 'broken' : 'refused'
}

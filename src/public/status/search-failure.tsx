import { useText } from '@matricola/console/i18n.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import { useState } from 'react'
import { searchByCnp } from './search-by-cnp.ts'
import type { StatusNavigation } from './status-navigation.ts'

/** Shown if the search failed. Offers to retry with the same number, and does not suggest applying again. */
export function SearchFailure({ views, cnp, error }: { views: StatusNavigation; cnp: string; error: HttpError }) {
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
      {kind === 'broken' && error.requestId ? <p>{tApply('failure.id', { id: error.requestId })}</p> : null}
      <button type="button" className="button button-primary" aria-disabled={isBusy} onClick={retry}>
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

import { useState } from 'react'
import type { HttpError } from '#providers/http.ts'
import { useText } from '../../i18n.ts'
import { search } from './look-up.ts'
import type { Views } from './views.ts'

/** Nothing is known of the person's applications: the same number is asked for again, and nobody is led to apply twice. */
export function Failure({ views, cnp, error }: { views: Views; cnp: string; error: HttpError }) {
  const t = useText('public')
  const tApply = useText('apply')
  const [isBusy, setBusy] = useState(false)
  const kind = kindOf(error)
  const again = async () => {
    if (isBusy) return
    setBusy(true)
    views.replace({ name: 'result', found: await search(cnp) })
    setBusy(false)
  }
  return (
    <div className="summary" role="alert">
      <h2>{kind === 'refused' ? error.message : tApply(`failure.title.${kind}`)}</h2>
      {/* Words of a broken server may be in no language of the page. */}
      {kind === 'refused' ? null : <p>{kind === 'broken' ? t('status.failed') : error.message}</p>}
      {kind === 'broken' && error.requestId ? <p>{tApply('failure.id', { id: error.requestId })}</p> : null}
      <button type="button" className="button button-primary" aria-disabled={isBusy} onClick={again}>
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

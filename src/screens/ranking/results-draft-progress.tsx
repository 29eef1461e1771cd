import { ProgressBar } from '@matricola/console/kit/progress-bar.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useEffect } from 'react'
import { resultsDraftState } from '#resources/calls/ranking.ts'
import { useRankingText } from './use-ranking-text.ts'

const pollMs = 1000

/** Progress of a results draft. The page shows the results when the computation has finished. */
export function ResultsDraftProgress({ id }: { readonly id: string }) {
  const { t } = useRankingText()
  const { data, refetch } = useCall(resultsDraftState, { params: { id } })
  useEffect(() => {
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <div className="panel ranking-section">
      <p>{t('ranking:beingMade')}</p>
      <ProgressBar label={t('ranking:progress')} done={data?.progress ?? 0} total={100} />
    </div>
  )
}

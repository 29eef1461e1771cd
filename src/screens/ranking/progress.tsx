import { useEffect } from 'react'
import { standing } from '#resources/calls/ranking.ts'
import { Progress } from '#src/kit/progress.tsx'
import { useCall } from '#src/use-call.ts'
import { useRankingText } from './use-ranking-text.ts'

const everyMs = 1000

/** Progress of a results draft. The page shows the results when it is finished. */
export function DraftProgress({ id }: { readonly id: string }) {
  const { t } = useRankingText()
  const { data, refetch } = useCall(standing, { params: { id } })
  useEffect(() => {
    const timer = setInterval(() => void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <div className="sheet ranking-part">
      <p>{t('ranking:beingMade')}</p>
      <Progress label={t('ranking:progress')} done={data?.done ?? 0} total={100} />
    </div>
  )
}

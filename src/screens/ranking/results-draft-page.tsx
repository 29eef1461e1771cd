import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useShow } from '@refinedev/core'
import { useParams } from 'react-router'
import { IncompleteApplications } from './incomplete-applications.tsx'
import { PlaceChanges } from './place-changes.tsx'
import { ResultsDraftPlaces } from './results-draft-places.tsx'
import { ResultsDraftProgress } from './results-draft-progress.tsx'
import { ResultsDraftReport } from './results-draft-report.tsx'
import { useRankingText } from './use-ranking-text.ts'
import './ranking.css'

/** The page of a results draft: its results, the effect of releasing it, and the available transitions. */
export function ResultsDraftPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  const { t } = useRankingText()
  const { query } = useShow<WireRecord>({ resource: resource.name, id, queryOptions: { retry: false }, errorNotification: false })
  const state = query.data?.data.state
  if (state === 'running')
    return (
      <ShowPage
        resource={resource}
        tabs={[{ name: 'progress', label: t('ranking:progress'), content: <ResultsDraftProgress key="progress" id={id} /> }]}
      />
    )
  // A failed draft, or one that is still loading, has no results to show.
  if (state === undefined || state === 'failed') return <ShowPage resource={resource} />
  const tabs = [
    { name: 'report', label: t('ranking:report.title'), content: <ResultsDraftReport key="report" id={id} record={query.data?.data} /> },
    { name: 'results', label: t('ranking:results.title'), content: <ResultsDraftPlaces key="results" id={id} /> },
    { name: 'moves', label: t('ranking:moves.title'), content: <PlaceChanges key="moves" id={id} /> },
    { name: 'incomplete', label: t('ranking:incomplete.title'), content: <IncompleteApplications key="incomplete" id={id} /> },
  ]
  return <ShowPage resource={resource} tabs={tabs} />
}

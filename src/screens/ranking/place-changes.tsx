import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useState } from 'react'
import { rankingMoves } from '#resources/calls/ranking.ts'
import { ApplicationLink, RankingPager, RankingTable, usePlaceKindText } from './ranking-table.tsx'
import { useRankingText } from './use-ranking-text.ts'

const rowsPerPage = 50

/** Applicants whose place differs from that in the previous draft or in the published results, with the reason. */
export function PlaceChanges({ id }: { readonly id: string }) {
  const { t, language } = useRankingText()
  const kindText = usePlaceKindText()
  const [page, setPage] = useState(1)
  const [isAgainstPublished, setAgainstPublished] = useState(false)
  const query = { pageNumber: String(page), pageSize: String(rowsPerPage), ...(isAgainstPublished && { against: 'notified' as const }) }
  const { data, error, refetch } = useCall(rankingMoves, { params: { id }, query }, { keepPreviousResult: true })
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  const choose = (againstPublished: boolean) => () => {
    setAgainstPublished(againstPublished)
    setPage(1)
  }
  const comparisonButtons = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form input; this only chooses what is shown
    <div className="button-row ranking-pager" role="group" aria-label={t('ranking:moves.compare')}>
      {([false, true] as const).map((againstPublished) => (
        <Button key={String(againstPublished)} aria-pressed={isAgainstPublished === againstPublished} onClick={choose(againstPublished)}>
          {t(againstPublished ? 'ranking:moves.withReleased' : 'ranking:moves.withDraft')}
        </Button>
      ))}
    </div>
  )
  if (data.against === null)
    return (
      <>
        {comparisonButtons}
        <p className="panel ranking-section">{t(isAgainstPublished ? 'ranking:moves.noneReleased' : 'ranking:moves.first')}</p>
      </>
    )
  const placeText = (place: (typeof data.list)[number]['from']) =>
    place ? t('ranking:place', { programme: place.programme, kind: kindText(place) }) : t('ranking:noPlace')
  const comparison =
    data.readyAt === null
      ? ''
      : t(isAgainstPublished ? 'ranking:moves.againstReleased' : 'ranking:moves.against', { time: dateTimeText(data.readyAt, language) })
  return (
    <>
      {comparisonButtons}
      <p>
        {data.totalCount === 0 ? t('ranking:moves.none') : t('ranking:moves.count', { count: data.totalCount })} {comparison}
      </p>
      {data.totalCount > 0 && (
        <RankingTable
          caption={t('ranking:moves.title')}
          columns={[t('ranking:ranked.reference'), ...['from', 'to', 'reason'].map((name) => t(`ranking:moves.${name}`))]}
          rows={data.list.map(({ registrationId, reference, from, to, reason }) => ({
            key: registrationId,
            cells: [
              <ApplicationLink key="link" id={registrationId} reference={reference} />,
              placeText(from),
              placeText(to),
              t(`ranking:moves.reasons.${reason}`),
            ],
          }))}
        />
      )}
      <RankingPager page={page} pageSize={rowsPerPage} total={data.totalCount} onPage={setPage} />
    </>
  )
}

import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useState } from 'react'
import {
  rankedCandidates,
  rankedProgrammes,
  rankingMoves,
  type WireQuota,
} from '#resources/calls/ranking.ts'
import {
  ApplicationLink,
  averageText,
  RankingPager,
  RankingTable,
  usePlaceKindText,
  useRankingText,
} from './ranking-table.tsx'

const rowsPerPage = 50

/** Places by programme and type, each with a list of the applicants who ranked for it. */
export function ResultsDraftPlaces({ id }: { readonly id: string }) {
  const { t, language } = useRankingText()
  const kindText = usePlaceKindText()
  const [openQuota, setOpenQuota] = useState<WireQuota | null>(null)
  const { data, error, refetch } = useCall(rankedProgrammes, { params: { id } })
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  if (openQuota)
    return <RankedApplicants id={id} quota={openQuota} onBack={() => setOpenQuota(null)} />
  const number = (value: number) => numberDisplay(value, language, 0)
  const columns = [
    'programme',
    'kind',
    'places',
    'taken',
    'lastAverage',
    'waiting',
    'applicants',
  ].map((name) => t(`ranking:results.${name}`))
  return (
    <RankingTable
      caption={t('ranking:results.title')}
      columns={columns}
      numeric={[2, 3, 4, 5, 6]}
      rows={data.list.map((quota) => ({
        key: `${quota.specializationId} ${quota.kind}`,
        cells: [
          <button
            key="open"
            type="button"
            className="button-link"
            onClick={() => setOpenQuota(quota)}
          >
            {quota.programme}
          </button>,
          kindText(quota),
          number(quota.places),
          <TakenPlaces key="taken" quota={quota} />,
          quota.lastAverage === null ? '–' : averageText(quota.lastAverage, language),
          number(quota.waiting),
          number(quota.applicants),
        ],
      }))}
    />
  )
}

/**
 * Number of taken places. It can exceed the number of places, because applicants who tie for the
 * last place all get one.
 */
function TakenPlaces({ quota: { places, taken } }: { readonly quota: WireQuota }) {
  const { t, language } = useRankingText()
  const number = (value: number) => numberDisplay(value, language, 0)
  return (
    <>
      {number(taken)}
      {taken > places && (
        <span className="ranking-tie">
          {' '}
          {t('ranking:results.equal', { number: number(taken - places) })}
        </span>
      )}
    </>
  )
}

interface RankedApplicantsProps {
  readonly id: string
  readonly quota: WireQuota
  readonly onBack: () => void
}

/** All applicants for one type of place in a programme, by average. */
function RankedApplicants({ id, quota, onBack }: RankedApplicantsProps) {
  const { t, language } = useRankingText()
  const kindText = usePlaceKindText()
  const [page, setPage] = useState(1)
  const { specializationId, kind } = quota
  const query = { specializationId, kind, pageNumber: String(page), pageSize: String(rowsPerPage) }
  const { data, error, refetch } = useCall(
    rankedCandidates,
    { params: { id }, query },
    { keepPreviousResult: true },
  )
  const number = (value: number) => numberDisplay(value, language, 0)
  const title = t('ranking:ranked.title', { programme: quota.programme, kind: kindText(quota) })
  return (
    <>
      <div className="ranking-head">
        <h2 className="section-title">{title}</h2>
        <Button onClick={onBack}>{t('ranking:ranked.back')}</Button>
      </div>
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <FieldsSkeleton rows={8} />
      ) : (
        <>
          <RankingTable
            caption={title}
            columns={['position', 'reference', 'average', 'ties', 'choice', 'result'].map((name) =>
              t(`ranking:ranked.${name}`),
            )}
            numeric={[0, 2, 3, 4]}
            rows={data.list.map(
              ({
                registrationId,
                reference,
                position,
                average,
                ties,
                choice,
                wonChoice,
                waiting,
                hasPlace,
                reason,
              }) => ({
                key: registrationId,
                cells: [
                  number(position),
                  <ApplicationLink key="link" id={registrationId} reference={reference} />,
                  averageText(average, language),
                  ties.map((tie) => averageText(tie, language)).join(' · '),
                  number(choice),
                  hasPlace
                    ? t(`ranking:ranked.${reason === 'kept' ? 'keepsPlace' : 'hasPlace'}`)
                    : waiting !== null
                      ? t('ranking:ranked.waiting', { number: waiting })
                      : t('ranking:ranked.better', { number: wonChoice ?? 0 }),
                ],
              }),
            )}
          />
          <RankingPager
            page={page}
            pageSize={rowsPerPage}
            total={data.totalCount}
            onPage={setPage}
          />
        </>
      )}
    </>
  )
}

/**
 * Applicants whose place differs from that in the previous draft or in the published results, with
 * the reason.
 */
export function PlaceChanges({ id }: { readonly id: string }) {
  const { t, language } = useRankingText()
  const kindText = usePlaceKindText()
  const [page, setPage] = useState(1)
  const [isAgainstPublished, setAgainstPublished] = useState(false)
  const query = {
    pageNumber: String(page),
    pageSize: String(rowsPerPage),
    ...(isAgainstPublished && { against: 'notified' as const }),
  }
  const { data, error, refetch } = useCall(
    rankingMoves,
    { params: { id }, query },
    { keepPreviousResult: true },
  )
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
        <Button
          key={String(againstPublished)}
          aria-pressed={isAgainstPublished === againstPublished}
          onClick={choose(againstPublished)}
        >
          {t(againstPublished ? 'ranking:moves.withReleased' : 'ranking:moves.withDraft')}
        </Button>
      ))}
    </div>
  )
  if (data.against === null)
    return (
      <>
        {comparisonButtons}
        <p className="panel ranking-section">
          {t(isAgainstPublished ? 'ranking:moves.noneReleased' : 'ranking:moves.first')}
        </p>
      </>
    )
  const placeText = (place: (typeof data.list)[number]['from']) =>
    place
      ? t('ranking:place', { programme: place.programme, kind: kindText(place) })
      : t('ranking:noPlace')
  const comparison =
    data.readyAt === null
      ? ''
      : t(isAgainstPublished ? 'ranking:moves.againstReleased' : 'ranking:moves.against', {
          time: dateTimeText(data.readyAt, language),
        })
  return (
    <>
      {comparisonButtons}
      <p>
        {data.totalCount === 0
          ? t('ranking:moves.none')
          : t('ranking:moves.count', { count: data.totalCount })}{' '}
        {comparison}
      </p>
      {data.totalCount > 0 && (
        <RankingTable
          caption={t('ranking:moves.title')}
          columns={[
            t('ranking:ranked.reference'),
            ...['from', 'to', 'reason'].map((name) => t(`ranking:moves.${name}`)),
          ]}
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

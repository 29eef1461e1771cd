import './ranking.css'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { ProgressBar } from '@matricola/console/kit/progress-bar.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { useCall } from '@matricola/console/use-call.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useShow } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { AllocationReport as CheckReport } from '#resources/admission/allocation/checker.ts'
import {
  incompleteApplications,
  releaseGroups,
  resultsDraftState,
} from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { ApplicationLink, RankingPager, RankingTable, useRankingText } from './ranking-table.tsx'
import { PlaceChanges, ResultsDraftPlaces } from './results-draft-places.tsx'

/**
 * The page of a results draft: its results, the effect of releasing it, and the available
 * transitions.
 */
export function ResultsDraftPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  const { t } = useRankingText()
  const { query } = useShow<WireRecord>({
    resource: resource.name,
    id,
    queryOptions: { retry: false },
    errorNotification: false,
  })
  const state = query.data?.data.state
  if (state === 'running')
    return (
      <ShowPage
        resource={resource}
        tabs={[
          {
            name: 'progress',
            label: t('ranking:progress'),
            content: <ResultsDraftProgress key="progress" id={id} />,
          },
        ]}
      />
    )
  // A failed draft, or one that is still loading, has no results to show.
  if (state === undefined || state === 'failed') return <ShowPage resource={resource} />
  const tabs = [
    {
      name: 'report',
      label: t('ranking:report.title'),
      content: <ResultsDraftReport key="report" id={id} record={query.data?.data} />,
    },
    {
      name: 'results',
      label: t('ranking:results.title'),
      content: <ResultsDraftPlaces key="results" id={id} />,
    },
    {
      name: 'moves',
      label: t('ranking:moves.title'),
      content: <PlaceChanges key="moves" id={id} />,
    },
    {
      name: 'incomplete',
      label: t('ranking:incomplete.title'),
      content: <IncompleteApplications key="incomplete" id={id} />,
    },
  ]
  return <ShowPage resource={resource} tabs={tabs} />
}

const rowsPerPage = 50

/** Applications that cannot be ranked, with the missing information. */
export function IncompleteApplications({ id }: { readonly id: string }) {
  const { t } = useRankingText()
  const [page, setPage] = useState(1)
  const query = { pageNumber: String(page), pageSize: String(rowsPerPage) }
  const { data, error, refetch } = useCall(
    incompleteApplications,
    { params: { id }, query },
    { keepPreviousResult: true },
  )
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  if (data.totalCount === 0)
    return <p className="panel ranking-section">{t('ranking:incomplete.none')}</p>
  const isGrade = (name: string) => Object.hasOwn(registrations.fields, name)
  const missingText = (name: string) =>
    isGrade(name)
      ? t('ranking:incomplete.grade', { grade: t(`resources:registrations.fields.${name}`) })
      : t(`ranking:incomplete.${name}`)
  return (
    <>
      <p>{t('ranking:incomplete.count', { count: data.totalCount })}</p>
      <RankingTable
        caption={t('ranking:incomplete.title')}
        columns={[t('ranking:ranked.reference'), t('ranking:incomplete.missing')]}
        rows={data.list.map(({ registrationId, reference, missing }) => ({
          key: registrationId,
          cells: [
            <ApplicationLink key="link" id={registrationId} reference={reference} />,
            missing.map(missingText).join(', '),
          ],
        }))}
      />
      <RankingPager page={page} pageSize={rowsPerPage} total={data.totalCount} onPage={setPage} />
    </>
  )
}

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

interface ResultsDraftReportProps {
  readonly id: string
  readonly record: WireRecord | undefined
}

/**
 * Shows the report of the independent check, whether the draft is still up to date, and the effect
 * of releasing it.
 */
export function ResultsDraftReport({ id, record }: ResultsDraftReportProps) {
  const { t, language } = useRankingText()
  const { data } = useCall(resultsDraftState, { params: { id } })
  // The declaration gives the field this type.
  const report = record?.report as CheckReport | null | undefined
  if (!report) return null
  const number = (value: number) => numberDisplay(value, language, 0)
  const params = {
    people: number(report.candidates),
    quotas: number(report.quotas),
    compared: number(report.compared),
  }
  const effect = data?.effect
  const rows = effect
    ? releaseGroups.map((group) => {
        const { total, confirmed } = effect[group]
        return [
          t(`ranking:effect.${group}`),
          confirmed > 0
            ? t('ranking:effect.ofWhichConfirmed', {
                total: number(total),
                confirmed: number(confirmed),
              })
            : number(total),
        ] as const
      })
    : []
  return (
    <>
      <section className="panel ranking-section" aria-labelledby="ranking-checker">
        <h2 id="ranking-checker" className="section-title">
          {t('ranking:report.checker')}
        </h2>
        <p>
          {report.found === 0
            ? t('ranking:report.clean', params)
            : t('ranking:report.found', { count: report.found })}
        </p>
        {report.findings.length > 0 && (
          <ul>
            {report.findings.map(({ code, candidate, quota }) => (
              <li key={`${code} ${candidate} ${quota}`}>{t(`ranking:findings.${code}`)}</li>
            ))}
          </ul>
        )}
        {data?.appeals ? <p>{t('ranking:report.appeals', { count: data.appeals })}</p> : null}
        <LiveRegion as="div">
          {data?.isStale && <p className="ranking-stale">{t('ranking:report.stale')}</p>}
        </LiveRegion>
      </section>
      {rows.length > 0 && (
        <section className="panel ranking-section" aria-labelledby="ranking-effect">
          <h2 id="ranking-effect" className="section-title">
            {t('ranking:effect.title')}
          </h2>
          <dl className="ranking-effect">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="field-help">{t('ranking:effect.hint')}</p>
        </section>
      )}
    </>
  )
}

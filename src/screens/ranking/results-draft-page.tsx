import './ranking.css'
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
import { incompleteApplications, resultsDraftState } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { CheckFindings } from './check-findings.tsx'
import { ApplicationLink, RankingPager, RankingTable, useRankingText } from './ranking-table.tsx'
import { ReleasePreview } from './release-preview.tsx'
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
  const record = query.data?.data
  if (record?.state === 'running')
    return (
      <ShowPage
        resource={resource}
        tabs={[
          {
            name: 'progress',
            label: t('ranking:progress'),
            content: <ResultsDraftProgress key="progress" id={id} />,
            isFirst: true,
          },
        ]}
      />
    )
  // A failed draft, or one that is still loading, has no results to show.
  if (!record || record.state === 'failed') return <ShowPage resource={resource} />
  const isReleasable = record.state === 'ready' || record.state === 'proposed'
  const tabs = [
    isReleasable
      ? ({
          name: 'release',
          label: t('ranking:release.title'),
          content: <ReleasePreview key="release" resource={resource} record={record} />,
          isFirst: true,
        } as const)
      : {
          name: 'report',
          label: t('ranking:report.title'),
          content: <ResultsDraftReport key="report" record={record} />,
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
  const { t, language } = useRankingText()
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
  const missingText = (name: string, questions: (typeof data.list)[number]['questions']) => {
    const question = questions.find((one) => one.name === name)
    if (!question && !isGrade(name)) return t(`ranking:incomplete.${name}`)
    return t('ranking:incomplete.grade', {
      grade: question?.labels[language] ?? t(`resources:registrations.fields.${name}`),
    })
  }
  return (
    <>
      <p>{t('ranking:incomplete.count', { count: data.totalCount })}</p>
      <RankingTable
        caption={t('ranking:incomplete.title')}
        columns={[t('ranking:ranked.reference'), t('ranking:incomplete.missing')]}
        rows={data.list.map(({ registrationId, reference, missing, questions }) => ({
          key: registrationId,
          cells: [
            <ApplicationLink key="link" id={registrationId} reference={reference} />,
            missing.map((name) => missingText(name, questions)).join(', '),
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

/** The report of the independent check. */
export function ResultsDraftReport({ record }: { readonly record: WireRecord }) {
  const { t } = useRankingText()
  // The declaration gives the field this type.
  const report = record.report as CheckReport | null
  if (!report) return null
  return (
    <section className="panel ranking-section" aria-labelledby="ranking-checker">
      <h2 id="ranking-checker" className="section-title">
        {t('ranking:report.title')}
      </h2>
      <CheckFindings report={report} />
    </section>
  )
}

import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useState } from 'react'
import { incompleteApplications } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { ApplicationLink, RankingPager, RankingTable } from './ranking-table.tsx'
import { useRankingText } from './use-ranking-text.ts'

const rowsPerPage = 50

/** Applications that cannot be ranked, with the missing information. */
export function IncompleteApplications({ id }: { readonly id: string }) {
  const { t } = useRankingText()
  const [page, setPage] = useState(1)
  const query = { pageNumber: String(page), pageSize: String(rowsPerPage) }
  const { data, error, refetch } = useCall(incompleteApplications, { params: { id }, query }, { keepPreviousResult: true })
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  if (data.totalCount === 0) return <p className="panel ranking-section">{t('ranking:incomplete.none')}</p>
  const isGrade = (name: string) => Object.hasOwn(registrations.fields, name)
  const missingText = (name: string) =>
    isGrade(name) ? t('ranking:incomplete.grade', { grade: t(`resources:registrations.fields.${name}`) }) : t(`ranking:incomplete.${name}`)
  return (
    <>
      <p>{t('ranking:incomplete.count', { count: data.totalCount })}</p>
      <RankingTable
        caption={t('ranking:incomplete.title')}
        columns={[t('ranking:ranked.reference'), t('ranking:incomplete.missing')]}
        rows={data.list.map(({ registrationId, reference, missing }) => ({
          key: registrationId,
          cells: [<ApplicationLink key="link" id={registrationId} reference={reference} />, missing.map(missingText).join(', ')],
        }))}
      />
      <RankingPager page={page} pageSize={rowsPerPage} total={data.totalCount} onPage={setPage} />
    </>
  )
}

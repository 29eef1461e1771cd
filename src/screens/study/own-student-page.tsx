import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import '@matricola/console/pages/form/form.css'
import '@matricola/console/pages/show/show.css'
import './study.css'
import { useOwnRecord } from '../use-own-record.ts'
import { useStudyText } from '../use-study-text.ts'

/** A page about the signed-in student, rendered once the student's record is loaded. */
export function OwnStudentPage({
  children,
}: {
  readonly children: (student: WireRecord) => ReactNode
}) {
  const { t } = useStudyText()
  usePageTitle()
  const { query, isMissing } = useOwnRecord()
  return (
    <div className="page study-page">
      {query.data ? (
        children(query.data)
      ) : isMissing ? (
        <p className="panel study-empty">{t('study:noStudent')}</p>
      ) : query.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}

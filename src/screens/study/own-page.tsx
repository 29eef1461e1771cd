import type { ReactNode } from 'react'
import type { WireRecord } from '#model/wire.ts'
import { HttpError } from '#providers/http.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import '#src/pages/form/form.css'
import '#src/pages/show/show.css'
import './study.css'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#providers/ask.ts'
import * as peopleCalls from '#resources/calls/people.ts'
import { useStudyText } from '../use-study-text.ts'

/** A page about the student who is signed in: shown once the own record is known. */
export function OwnPage({ children }: { readonly children: (student: WireRecord) => ReactNode }) {
  const { t } = useStudyText()
  usePageTitle()
  const query = useOwnStudent()
  return (
    <div className="page study-page">
      {query.data ? (
        children(query.data)
      ) : query.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={query.error instanceof HttpError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
        />
      ) : query.data === null ? (
        <p className="sheet study-empty">{t('study:noStudent')}</p>
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}

/** The student's record of who is signed in; null for an account that has none. */
const useOwnStudent = () =>
  useQuery({
    queryKey: ['personal-data', 'student'],
    queryFn: async ({ signal }): Promise<WireRecord | null> => {
      try {
        return (await ask(peopleCalls.personalData, { signal })).data
      } catch (error) {
        if (error instanceof HttpError && error.statusCode === 404) return null
        throw error
      }
    },
  })

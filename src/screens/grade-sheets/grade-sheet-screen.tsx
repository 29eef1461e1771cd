import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { HttpError } from '#providers/http.ts'
import { exams } from '#resources/exams.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { useText } from '#src/i18n.ts'
import { useLive } from '#src/live/live.ts'
import '#src/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { useSheet } from './sheet-calls.ts'
import { SheetPage } from './sheet-page.tsx'
import './grade-sheets.css'

/** Time for which live events are collected before the sheet is read again, in milliseconds. */
const gatherMs = 700

/** The grade sheet of an exam. Its examiner enters, pastes, publishes and corrects grades; staff read them. */
export function GradeSheetScreen() {
  const t = useText('marks')
  const { role } = usePerson()
  const { id = '' } = useParams()
  const query = useSheet(id)
  const sheet = query.data
  const title = sheet ? t('title', { course: sheet.exam.courseName }) : ''
  usePageTitle(title)
  useOthersMarks(() => void query.refetch())

  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  if (sheet) return <SheetPage key={id} sheet={sheet} title={title} onReload={() => query.refetch()} />
  return (
    <div className="page">
      <PageHead title="…" back={{ to: pagesOf(exams, role).list, label: t('resources:exams.many') }} />
      {query.isError ? (
        <LoadFailed message={query.error.message} reference={error?.requestId} onRetry={() => void query.refetch()} />
      ) : (
        <FieldsSkeleton rows={12} />
      )}
    </div>
  )
}

/** Calls `look` after grades were changed by any user. */
function useOthersMarks(look: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive((event) => {
    const isOurs =
      event.type === 'reset' || ((event.type === 'change' || event.type === 'many') && ['grades', 'exams'].includes(event.resource))
    if (!isOurs) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      look()
    }, gatherMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

import { NotFound } from '@matricola/console/app/not-found.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { useText } from '@matricola/console/i18n.ts'
import { useLiveEvents } from '@matricola/console/live/live.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { exams } from '#resources/exams.ts'
import '@matricola/console/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { GradeSheetPage } from './grade-sheet-page.tsx'
import { useGradeSheet } from './sheet-calls.ts'
import './grade-sheets.css'

/** Time in milliseconds during which live events are collected before the sheet is read again. */
const collectMs = 700

/**
 * The grade sheet of an exam. Its examiner enters, pastes, publishes and corrects grades; staff
 * read them.
 */
export function GradeSheetScreen() {
  const t = useText('gradeSheets')
  const { role } = useUser()
  const { id = '' } = useParams()
  const query = useGradeSheet(id)
  const sheet = query.data
  const title = sheet ? t('title', { course: sheet.exam.courseName }) : ''
  usePageTitle(title)
  useLiveGradeChanges(() => void query.refetch())

  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  if (sheet)
    return <GradeSheetPage key={id} sheet={sheet} title={title} onReload={() => query.refetch()} />
  return (
    <div className="page">
      <PageHeader
        title="…"
        back={{ to: pagePaths(exams, role).list, label: t('resources:exams.many') }}
      />
      {query.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={error?.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FieldsSkeleton rows={12} />
      )}
    </div>
  )
}

/** Calls `onChange` after any user has changed grades. */
function useLiveGradeChanges(onChange: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLiveEvents((event) => {
    const isRelevant =
      event.type === 'reset' ||
      ((event.type === 'change' || event.type === 'many') &&
        ['grades', 'exams'].includes(event.resource))
    if (!isRelevant) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      onChange()
    }, collectMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

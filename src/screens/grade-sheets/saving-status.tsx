import { announceText } from '@matricola/console/announcements/announcer.tsx'
import { timeText } from '@matricola/console/fields/date-text.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useEffect } from 'react'
import type { GradeSheetView } from './grade-sheet-store.ts'

/** Typing pause before "all saved" is announced, in milliseconds. */
const pauseMs = 2000

/** Shows whether the input is stored. Announced after a typing pause, and immediately if it cannot be sent. */
export function SavingStatus({ view }: { readonly view: GradeSheetView }) {
  const t = useText('gradeSheets')
  const language = useLanguage()
  const statusText = savingText()
  const hasStatus = view.savedAt !== null || view.saving === 'offline'
  useEffect(() => {
    if (!hasStatus || view.saving === 'saving') return
    const timer = setTimeout(() => announceText(statusText), view.saving === 'offline' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [hasStatus, statusText, view.saving])
  return (
    <div className="grade-sheet-saving">
      <p className={view.saving === 'offline' ? 'field-error' : undefined}>{statusText}</p>
      {view.failure && (
        <p className="field-error" role="alert">
          {view.failure}
        </p>
      )}
    </div>
  )

  function savingText(): string {
    if (view.saving === 'offline') return t('saving.offline', { count: view.open })
    if (view.saving === 'saving') return t('saving.saving')
    if (view.open > 0) return t('saving.open', { count: view.open })
    if (view.entered === 0) return t('saving.none')
    return view.savedAt ? t('saving.storedAt', { time: timeText(view.savedAt, language) }) : t('saving.stored')
  }
}

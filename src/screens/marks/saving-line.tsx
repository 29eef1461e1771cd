import { timeText } from '#src/fields/date-text.ts'
import { useLanguage, useText } from '#src/i18n.ts'
import type { SheetView } from './sheet-store.ts'

/** Whether what was typed is stored. Always in sight; screen readers are told only when something stands against it, and when it is settled. */
export function SavingLine({ view }: { readonly view: SheetView }) {
  const t = useText('marks')
  const language = useLanguage()
  const words = wordsOf()
  return (
    <div className="marks-saving">
      <p className={view.saving === 'offline' ? 'field-error' : undefined}>{words}</p>
      <p className="visually-hidden" role="status">
        {view.saving === 'offline' ? words : ''}
      </p>
      {view.failure && (
        <p className="field-error" role="alert">
          {view.failure}
        </p>
      )}
    </div>
  )

  function wordsOf(): string {
    if (view.saving === 'offline') return t('saving.offline', { count: view.open })
    if (view.saving === 'saving') return t('saving.saving')
    if (view.open > 0) return t('saving.open', { count: view.open })
    return view.savedAt ? t('saving.storedAt', { time: timeText(view.savedAt, language) }) : t('saving.stored')
  }
}

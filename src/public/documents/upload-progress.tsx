import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatPercent } from '@matricola/schema/values/format-size.ts'
import type { DocumentState } from './document-state.ts'

/** The upload state in words, with a progress bar during the upload. */
export function UploadProgress({ state, label }: { state: DocumentState; label: string }) {
  const t = useText('apply')
  const language = useLanguage()
  if (state.step === 'empty' || state.step === 'failed') return null
  if (state.step === 'done')
    return (
      <p className="document-state document-done">
        <Icon name="success" />
        {t('documents.done')}
      </p>
    )
  const fraction = state.step === 'sending' ? state.fraction : null
  const isUploaded = fraction === 1
  // A waiting upload makes no progress, so no bar is shown.
  if (state.step === 'waiting' && state.reason !== 'turn') return <p className="document-state">{t(`documents.${state.reason}`)}</p>
  const statusText = isUploaded
    ? t('documents.examining')
    : t(`documents.${state.step}`, { percent: formatPercent(fraction ?? 0, language) })
  return (
    <>
      <p className="document-state">{statusText}</p>
      <progress
        className="document-progress"
        aria-label={label}
        max={100}
        {...(fraction === null || isUploaded ? {} : { value: Math.round(fraction * 100) })}
      />
    </>
  )
}

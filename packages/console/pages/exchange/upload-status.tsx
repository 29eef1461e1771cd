import { maxImportBytes } from '@matricola/schema/vocabulary.ts'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { ProgressBar } from '../../kit/progress-bar.tsx'
import { useExchangeText } from './use-exchange-text.ts'
import { isRetriable, type UploadState } from './use-upload.ts'

interface UploadStatusProps {
  readonly state: UploadState
  readonly onAgain: () => void
  readonly onCancel: () => void
}

/** Shows the progress of an upload, or why it failed and what to do. */
export function UploadStatus({ state, onAgain, onCancel }: UploadStatusProps) {
  const { t, number } = useExchangeText()
  const progressText =
    state.step === 'sending'
      ? t(state.fraction >= 1 ? 'file.reading' : 'file.sending', { name: state.name })
      : ''
  useAnnounce(progressText)
  if (state.step === 'idle') return null
  if (state.step === 'sending') {
    return (
      <div className="import-sending">
        <p>{progressText}</p>
        <ProgressBar
          label={t('file.sending', { name: state.name })}
          done={state.fraction}
          total={1}
        />
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    )
  }
  const { failure, name } = state
  return (
    <div className="message message-error" role="alert">
      <Icon name="error" />
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p>
          {failure.kind === 'refused'
            ? failure.message
            : t(`file.errors.${failure.kind}`, { megabytes: number(maxImportBytes / 1024 / 1024) })}
        </p>
        {failure.kind === 'refused' && failure.reference && (
          <p className="caption">{t('reference', { reference: failure.reference })}</p>
        )}
        {isRetriable(failure) && <Button onClick={onAgain}>{t('again')}</Button>}
      </div>
    </div>
  )
}

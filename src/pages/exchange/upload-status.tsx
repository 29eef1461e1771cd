import { maxImportBytes } from '#model/vocabulary.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Button } from '#src/kit/button.tsx'
import { Progress } from '#src/kit/progress.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'
import { useExchangeText } from './use-exchange-text.ts'
import { canSendAgain, type UploadState } from './use-upload.ts'

interface UploadStatusProps {
  readonly state: UploadState
  readonly onAgain: () => void
  readonly onCancel: () => void
}

/** Shows the progress of an upload, or why it failed and what to do. */
export function UploadStatus({ state, onAgain, onCancel }: UploadStatusProps) {
  const { t, number } = useExchangeText()
  const way = state.step === 'sending' ? t(state.share >= 1 ? 'file.reading' : 'file.sending', { name: state.name }) : ''
  useSpoken(way)
  if (state.step === 'idle') return null
  if (state.step === 'sending') {
    return (
      <div className="import-sending">
        <p>{way}</p>
        <Progress label={t('file.sending', { name: state.name })} done={state.share} total={1} />
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    )
  }
  const { fault, name } = state
  return (
    <div className="message message-error" role="alert">
      <Icon name="error" />
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p>
          {fault.kind === 'refused' ? fault.message : t(`file.faults.${fault.kind}`, { megabytes: number(maxImportBytes / 1024 / 1024) })}
        </p>
        {fault.kind === 'refused' && fault.reference && <p className="caption">{t('reference', { reference: fault.reference })}</p>}
        {canSendAgain(fault) && <Button onClick={onAgain}>{t('again')}</Button>}
      </div>
    </div>
  )
}

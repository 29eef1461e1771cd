import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { type FormEvent, useId, useState } from 'react'
import { FailureText } from './failure-text.tsx'

interface ReasonDialogProps {
  readonly title: string
  /** Label of the confirm button. */
  readonly action: string
  readonly initialReason?: string
  readonly onSend: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the reason for an action that others may question later. */
export function ReasonDialog({
  title,
  action,
  initialReason = '',
  onSend,
  onClose,
}: ReasonDialogProps) {
  const { t } = usePageText()
  const id = useId()
  const [reason, setReason] = useState(initialReason)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(null)
    try {
      await onSend(reason.trim())
      onClose()
    } catch (error) {
      setFailure(error)
      setSending(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            type="submit"
            form={`${id}-form`}
            kind="primary"
            disabled={isSending || reason.trim() === ''}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void send(event)}>
        <FailureText failure={failure} />
        <label className="field-label" htmlFor={id}>
          {t('review:reason')}
        </label>
        <Input
          id={id}
          autoFocus
          minLength={3}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

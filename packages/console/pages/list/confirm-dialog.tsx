import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly reversibility: 'own' | 'none' | undefined
  /** Additional information to read before confirming. */
  readonly note?: ReactNode
  /** Label of the confirm button. */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation of an action that has effects elsewhere. */
export function ConfirmDialog({
  title,
  reversibility,
  note,
  action,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('shell')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="destructiveSolid"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      {reversibility && <p>{t(`list.reversibility.${reversibility}`)}</p>}
      {note}
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/kit/button.tsx'
import { Dialog } from '#src/kit/dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly wayBack: 'own' | 'none' | undefined
  /** Further facts worth knowing first. */
  readonly note?: ReactNode
  /** The word on the button that goes on. */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks once before something that is felt elsewhere. */
export function Confirm({ title, wayBack, note, action, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation('shell')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="graveAtOnce"
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
      {wayBack && <p>{t(`list.wayBack.${wayBack}`)}</p>}
      {note}
    </Dialog>
  )
}

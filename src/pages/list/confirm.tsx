import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
          <button
            type="button"
            className="button button-danger-solid"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {action}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('cancel')}
          </button>
        </>
      }
    >
      {wayBack && <p>{t(`list.wayBack.${wayBack}`)}</p>}
      {note}
    </Dialog>
  )
}

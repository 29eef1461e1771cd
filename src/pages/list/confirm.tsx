import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { overlays } from '#src/console/overlays.ts'
import { Modal } from '#src/spoken/modal.tsx'

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
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return createPortal(
    <Modal ref={dialog} className="confirm" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {wayBack && <p>{t(`list.wayBack.${wayBack}`)}</p>}
      {note}
      <div className="confirm-buttons">
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
      </div>
    </Modal>,
    overlays(),
  )
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Modal } from '#src/spoken/modal.tsx'
import './form.css'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons, the one that goes on first. */
  readonly footer: ReactNode
  readonly onClose: () => void
  readonly isWide?: boolean
  /** Deaf to the pointer at first, so that a second click meant for what lay below decides nothing. */
  readonly isGrave?: boolean
  /** Out of sight while another question is asked; what was typed stays. */
  readonly isAside?: boolean
}

const deafMs = 400

/** A question over the page. The browser's own dialog keeps focus inside, closes with Escape and gives focus back. */
export function Dialog({ title, children, footer, onClose, isWide, isGrave, isAside = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    const before = document.activeElement
    return () => {
      dialog?.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    if (isAside) box.current?.close?.()
    else box.current?.showModal?.()
  }, [isAside])
  const [openedAt] = useState(() => performance.now())
  return (
    <Modal
      ref={box}
      hidden={isAside}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-modal="true"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClickCapture={(event) => {
        // A key's click has no count.
        if (!isGrave || event.detail === 0 || performance.now() - openedAt >= deafMs) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <h2 id={titleId} className="dialog-title">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-footer">{footer}</div>
    </Modal>
  )
}

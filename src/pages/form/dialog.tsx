import { type ReactNode, useEffect, useId, useRef } from 'react'
import './form.css'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons, the one that goes on first. */
  readonly footer: ReactNode
  readonly onClose: () => void
  readonly isWide?: boolean
}

/** A question over the page. The browser's own dialog keeps focus inside, closes with Escape and gives focus back. */
export function Dialog({ title, children, footer, onClose, isWide }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    const before = document.activeElement
    dialog?.showModal?.()
    return () => {
      dialog?.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={box}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-modal="true"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <h2 id={titleId} className="dialog-title">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-footer">{footer}</div>
    </dialog>
  )
}

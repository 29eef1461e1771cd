import { type ReactNode, useState } from 'react'
import { Modal } from './modal.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons. The one that confirms comes first. */
  readonly footer: ReactNode
  readonly onClose: () => void
  readonly isWide?: boolean
  /**
   * Ignores clicks for 400 ms so that a double-click on the page below cannot confirm the dialog.
   */
  readonly isDestructive?: boolean
  /** Hidden while another dialog is open; the input is kept. */
  readonly isHidden?: boolean
}

const ignoreClicksMs = 400

/** A modal question. Escape has the same effect as the last button. */
export function Dialog({
  title,
  children,
  footer,
  onClose,
  isWide = false,
  isDestructive = false,
  isHidden = false,
}: DialogProps) {
  const [openedAt] = useState(() => performance.now())
  return (
    <Modal
      title={title}
      footer={footer}
      width={isWide ? 832 : 512}
      isOpen={!isHidden}
      onClose={onClose}
      frame={(content) => (
        <div
          onClickCapture={(event) => {
            // Clicks triggered by the keyboard have a detail of 0.
            if (
              !isDestructive ||
              event.detail === 0 ||
              performance.now() - openedAt >= ignoreClicksMs
            )
              return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          {content}
        </div>
      )}
    >
      {children}
    </Modal>
  )
}

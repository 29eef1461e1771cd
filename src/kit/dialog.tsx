import { type ReactNode, useState } from 'react'
import { Modal } from './modal.tsx'

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

/** A question over the page. Escape leaves it as the last of its buttons does. */
export function Dialog({ title, children, footer, onClose, isWide = false, isGrave = false, isAside = false }: DialogProps) {
  const [openedAt] = useState(() => performance.now())
  return (
    <Modal
      title={title}
      footer={footer}
      width={isWide ? 832 : 512}
      isOpen={!isAside}
      onClose={onClose}
      frame={(content) => (
        <div
          onClickCapture={(event) => {
            // A key's click has no count.
            if (!isGrave || event.detail === 0 || performance.now() - openedAt >= deafMs) return
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

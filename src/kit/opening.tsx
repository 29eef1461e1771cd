import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { useKeyHolder } from './layer.ts'
import { overlays } from './overlays.ts'
import './opening.css'

interface OpeningProps {
  /** What is going on, such as "Loading…". */
  readonly label: string
  /** Words on the button that gives up. */
  readonly cancel: string
  readonly onCancel: () => void
  /** Receives the text typed so far, whenever the overlay is there or was given up. */
  readonly onEnd?: (typed: string) => void
}

/** Stands for an overlay that the user has opened and that is not there yet: it takes the focus and all keys. Visible after a moment. */
export function Opening({ label, cancel, onCancel, onEnd = () => {} }: OpeningProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useKeyHolder(input, { onEscape: onCancel, onEnd })
  return createPortal(
    <div className="opening">
      <div className="opening-box">
        <span className="spinner" aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
        <input ref={input} className="visually-hidden" aria-label={label} autoComplete="off" spellCheck={false} />
        <Button onClick={onCancel}>{cancel}</Button>
      </div>
    </div>,
    overlays(),
  )
}

import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { getOverlayContainer } from './overlay-container.ts'
import { useKeyCapture } from './overlay-focus.ts'
import './loading-overlay.css'

interface LoadingOverlayProps {
  /** The state, such as "Loading…". */
  readonly label: string
  /** Label of the button that cancels. */
  readonly cancel: string
  readonly onCancel: () => void
  /** Receives the text that was typed until loading ended or was cancelled. */
  readonly onEnd?: (typed: string) => void
}

/**
 * Placeholder for an overlay that is loading. It captures focus and all keys, and becomes visible
 * after a moment.
 */
export function LoadingOverlay({
  label,
  cancel,
  onCancel,
  onEnd = () => {},
}: LoadingOverlayProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useKeyCapture(input, { onEscape: onCancel, onEnd })
  return createPortal(
    <div className="loading-overlay">
      <div className="loading-overlay-box">
        <span className="spinner" aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
        <input
          ref={input}
          className="visually-hidden"
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
        />
        <Button onClick={onCancel}>{cancel}</Button>
      </div>
    </div>,
    getOverlayContainer(),
  )
}

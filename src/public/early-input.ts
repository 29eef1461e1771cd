/** Replays input that users gave to a prerendered page before its code had loaded. */
import { useEffect } from 'react'

type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  interface Window {
    /** Recorded by an inline script in `index.html`. Undefined once the input has been replayed. */
    early?: EarlyInput | undefined
  }
}

interface EarlyInput {
  /** The last value typed or chosen, by field. */
  readonly typed: Map<EarlyField, string | boolean>
  /** The button pressed last. */
  readonly pressed?: HTMLElement | null
  /** The form submitted last. */
  readonly sent?: HTMLFormElement
}

/** Whether replaying is postponed. */
let isPostponed = false

/** Replays the input after hydration, when React controls the fields. */
export function replayEarlyInput(): void {
  const { early } = window
  if (isPostponed || !early) return
  window.early = undefined
  for (const [field, value] of early.typed) if (field.isConnected) fillIn(field, value)
  // The press comes after React has rendered the typed values.
  setTimeout(() => {
    if (early.pressed?.isConnected) early.pressed.click()
    if (early.sent?.isConnected) early.sent.requestSubmit()
  })
}

/**
 * React ignores a value that equals the last one it saw. The prototype's setter changes the value
 * without React noticing, so the event then reports a change.
 */
function fillIn(field: EarlyField, value: string | boolean) {
  if (typeof value === 'boolean' && field instanceof HTMLInputElement) {
    field.checked = !value
    field.click()
    return
  }
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

/**
 * Postpones replaying until the page can accept input, for example until the draft of this device
 * has been read.
 */
export function useEarlyInput(isReady: boolean): void {
  useEffect(() => {
    isPostponed = !isReady
    replayEarlyInput()
  }, [isReady])
}

/** Whether the user typed into any field. */
export const hasTypedEarly = () => (window.early?.typed.size ?? 0) > 0

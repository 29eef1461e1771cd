/** Input that people gave a painted page before its code was there. */
import { useEffect } from 'react'

type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  interface Window {
    /** Kept by `index.html`, from before there is any code; undefined once it is answered. */
    early?: Early | undefined
  }
}

interface Early {
  /** Values typed into each field or chosen of it, the last one last. */
  readonly typed: Map<EarlyField, string | boolean>
  /** The button that was pressed last. */
  readonly pressed?: HTMLElement | null
  /** The form that was sent last. */
  readonly sent?: HTMLFormElement
}

/** A page that cannot take it yet. */
let isHeld = false

/** Does it all once more: fields take their values from the code, which knew of none. */
export function answerEarly(): void {
  const { early } = window
  if (isHeld || !early) return
  window.early = undefined
  for (const [field, value] of early.typed) if (field.isConnected) fillIn(field, value)
  // Typed values are drawn first.
  setTimeout(() => {
    if (early.pressed?.isConnected) early.pressed.click()
    if (early.sent?.isConnected) early.sent.requestSubmit()
  })
}

/** React hears of a value that differs from the last one it saw; what the setter of the field's kind does, it does not see. */
function fillIn(field: EarlyField, value: string | boolean) {
  if (typeof value === 'boolean' && field instanceof HTMLInputElement) {
    field.checked = !value
    field.click()
    return
  }
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Keeps it until the page can take it, such as when the draft of this device is read. */
export function useEarly(canTake: boolean): void {
  useEffect(() => {
    isHeld = !canTake
    answerEarly()
  }, [canTake])
}

/** Tells whether anything was typed into a field. */
export const hasTypedEarly = () => (window.early?.typed.size ?? 0) > 0

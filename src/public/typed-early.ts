declare global {
  interface Window {
    /** What was typed into each field of a painted page; kept by `index.html`, from before there is any code. */
    typedEarly?: Map<HTMLInputElement, string> | undefined
  }
}

/** Types once more what was typed into a painted page: its fields take their values from the code, which knew of none. */
export function typeAgain(): void {
  const typed = window.typedEarly
  window.typedEarly = undefined
  for (const [field, value] of typed ?? []) {
    if (!field.isConnected) continue
    // React hears of a value that differs from the last one it saw; what the setter of the field's kind does, it does not see.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

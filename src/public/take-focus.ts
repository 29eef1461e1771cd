/** A `ref` callback that focuses an element. For elements that replace the focused one. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

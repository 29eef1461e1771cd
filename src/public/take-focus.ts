/** A `ref` for an element that replaces the focused one. */
export const takeFocus = (place: HTMLElement | null) => place?.focus()

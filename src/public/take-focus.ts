/** As the `ref` of what takes another's place, which had the focus. */
export const takeFocus = (place: HTMLElement | null) => place?.focus()

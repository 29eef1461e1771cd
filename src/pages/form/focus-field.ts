/** Puts focus on a field's control; on the first one of a group, or on the words that stand for one. */
export function focusField(id: string): void {
  const control = document.getElementById(id)
  const inside = control?.matches('input, select, textarea, button') ? control : control?.querySelector<HTMLElement>('input, button')
  ;(inside ?? control)?.focus()
}

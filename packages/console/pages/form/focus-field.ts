/**
 * Focuses the control of a field: the first one if the field is a group, or its text if it has no
 * control.
 */
export function focusField(id: string): void {
  const control = document.getElementById(id)
  const focusTarget = control?.matches('input, select, textarea, button')
    ? control
    : control?.querySelector<HTMLElement>('input, button')
  ;(focusTarget ?? control)?.focus()
}

/**
 * Focuses a field by name: the input itself or, in a group, its first invalid part, else its first
 * part.
 */
export function focusPublicField(name: string) {
  const field = document.getElementById(name)
  const focusTarget =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    field?.querySelector<HTMLElement>('input, select, button')
  const target = field?.matches('input, select, textarea, button, a') ? field : focusTarget
  target?.focus()
}

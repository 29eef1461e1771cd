/** Puts the focus on a field by its name: the input itself, or in a group the first part that is wrong, else the first. */
export function focusField(name: string) {
  const place = document.getElementById(name)
  const inside = place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? place?.querySelector<HTMLElement>('input, select, button')
  const target = place?.matches('input, select, textarea, button, a') ? place : inside
  target?.focus()
}

/** Focuses a field by name: the input itself or, in a group, its first invalid part, else its first part. */
export function focusPublicField(name: string) {
  const place = document.getElementById(name)
  const inside = place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? place?.querySelector<HTMLElement>('input, select, button')
  const target = place?.matches('input, select, textarea, button, a') ? place : inside
  target?.focus()
}

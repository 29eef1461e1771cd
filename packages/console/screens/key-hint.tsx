import { useUser } from '../app/user-context.ts'
import { useSingleKeyShortcuts } from '../shortcuts/single-key-shortcuts.ts'

/**
 * Shows the shortcut of a button; screen readers use its `aria-keyshortcuts`. Hidden if the user
 * has switched single keys off.
 */
export function KeyHint({ name }: { readonly name: string | number }) {
  const [isOn] = useSingleKeyShortcuts(useUser().id)
  if (!isOn && String(name).length === 1) return null
  return (
    <span className="keycap" aria-hidden="true">
      {name}
    </span>
  )
}

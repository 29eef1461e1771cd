import { usePerson } from '#src/console/person.ts'
import { useSingleKeys } from '#src/console/single-keys.ts'

/** Shows the shortcut of a button; screen readers use its `aria-keyshortcuts`. Hidden if the user has switched single keys off. */
export function Key({ name }: { readonly name: string | number }) {
  const [isOn] = useSingleKeys(usePerson().id)
  if (!isOn && String(name).length === 1) return null
  return (
    <span className="key" aria-hidden="true">
      {name}
    </span>
  )
}

import { usePerson } from '#src/console/person.ts'
import { useSingleKeys } from '#src/console/single-keys.ts'

/** The key that does what a button does; said to others by `aria-keyshortcuts`. Absent where a person has switched single keys off. */
export function Key({ name }: { readonly name: string | number }) {
  const [isOn] = useSingleKeys(usePerson().id)
  if (!isOn && String(name).length === 1) return null
  return (
    <span className="key" aria-hidden="true">
      {name}
    </span>
  )
}

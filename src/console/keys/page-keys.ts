/** Keys of the page at hand: pages say here what each does, so that one sheet lists all of them. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { usePerson } from '#src/console/person.ts'
import { isTaken, useSingleKeys } from '#src/console/single-keys.ts'

export interface PageKey {
  /** As the sheet shows it, such as `J` or `Ctrl S`; several do the same. */
  readonly shown: readonly string[]
  /** Effect of the key, in the language of the page. */
  readonly what: string
  /** Keys to type, as `typedIn` names them; absent: something else listens for them. */
  readonly typed?: readonly string[]
  /** Answers false where there is nothing to do, and the key keeps its own meaning. */
  readonly run?: (event: KeyboardEvent, typed: string) => unknown
}

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly PageKey[]
}

let groups: readonly KeyGroup[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function change(next: readonly KeyGroup[]) {
  groups = next
  for (const listener of listeners) listener()
}

/** The groups of the page at hand, for the sheet: what its parts list under one title is one group. */
export function useKeyGroups(): readonly KeyGroup[] {
  const listed = useSyncExternalStore(subscribe, () => groups)
  const titles = [...new Set(listed.map(({ title }) => title))]
  return titles.map((title) => ({ title, keys: listed.flatMap((group) => (group.title === title ? group.keys : [])) }))
}

/** The digit keys by where they lie: a French keyboard types digits with Shift. Other keys by what they type, in small letters. */
const typedIn = (event: KeyboardEvent): string => /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? event.key.toLowerCase()

const isCharacter = (key: string) => [...key].length === 1
const isLetter = (key: string) => /^[a-z]$/.test(key)

/**
 * Lists a group of keys while the page is shown, and runs those that say what is typed. Letters count as typed, so every
 * keyboard layout works; single characters do nothing where the person has switched them off.
 */
export function usePageKeys(title: string, keys: readonly PageKey[]) {
  const [hasSingleKeys] = useSingleKeys(usePerson().id)
  const latest = useRef(keys)
  latest.current = keys
  const told = JSON.stringify(keys.map(({ shown, what }) => [shown, what]))
  useEffect(() => {
    // Read again from what is listed, so that the group changes only when its words do.
    const listed = (JSON.parse(told) as [string[], string][]).map(([shown, what]) => ({ shown, what }))
    if (listed.length === 0) return
    const group = { title, keys: listed }
    change([...groups, group])
    return () => change(groups.filter((each) => each !== group))
  }, [title, told])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const typed = typedIn(event)
      if (isCharacter(typed) && !hasSingleKeys) return
      // A letter with Shift is another key: a range, where there is one.
      if (isLetter(typed) && event.shiftKey) return
      const found = latest.current.find((key) => key.typed?.includes(typed))
      if (found?.run && found.run(event, typed) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasSingleKeys])
}

/**
 * Keyboard shortcuts of the current page. Pages register them here, so that one dialog can list all
 * of them.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useUser } from '../app/user-context.ts'
import { isKeyHandledElsewhere, useSingleKeyShortcuts } from './single-key-shortcuts.ts'

export interface Shortcut {
  /**
   * The keys as the dialog shows them, such as `J` or `Ctrl S`. Several keys can have the same
   * effect.
   */
  readonly keyLabels: readonly string[]
  /** Description of the effect, in the language of the page. */
  readonly description: string
  /** Keys that trigger it, as returned by `keyOf`. Absent if another component handles them. */
  readonly triggers?: readonly string[]
  /** Returns false if there is nothing to do; the key then keeps its default effect. */
  readonly run?: (event: KeyboardEvent, key: string) => unknown
}

export interface ShortcutGroup {
  readonly title: string
  readonly keys: readonly Shortcut[]
}

let groups: readonly ShortcutGroup[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setGroups(next: readonly ShortcutGroup[]) {
  groups = next
  for (const listener of listeners) listener()
}

/** Returns the groups of the current page for the dialog. Groups with the same title are merged. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  const listed = useSyncExternalStore(subscribe, () => groups)
  const titles = [...new Set(listed.map(({ title }) => title))]
  return titles.map((title) => ({
    title,
    keys: listed.flatMap((group) => (group.title === title ? group.keys : [])),
  }))
}

/**
 * Name of the pressed key: digits by their physical key, because a French keyboard needs Shift for
 * them; others in lower case.
 */
const keyOf = (event: KeyboardEvent): string =>
  /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? event.key.toLowerCase()

const isCharacter = (key: string) => [...key].length === 1
const isLetter = (key: string) => /^[a-z]$/.test(key)

/**
 * Registers a group of shortcuts while the page is shown and runs those with `typed`. Letters are
 * matched by the typed character, so every keyboard layout works. Single characters do nothing if
 * the user has switched them off.
 */
export function usePageShortcuts(title: string, keys: readonly Shortcut[]) {
  const [hasSingleKeys] = useSingleKeyShortcuts(useUser().id)
  const latest = useRef(keys)
  latest.current = keys
  const listedText = JSON.stringify(
    keys.map(({ keyLabels, description }) => [keyLabels, description]),
  )
  useEffect(() => {
    // Parsed from the text, so that the effect depends only on the content of the list.
    const listed = (JSON.parse(listedText) as [string[], string][]).map(
      ([keyLabels, description]) => ({ keyLabels, description }),
    )
    if (listed.length === 0) return
    const group = { title, keys: listed }
    setGroups([...groups, group])
    return () => setGroups(groups.filter((registered) => registered !== group))
  }, [title, listedText])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isKeyHandledElsewhere(event)) return
      const pressedKey = keyOf(event)
      if (isCharacter(pressedKey) && !hasSingleKeys) return
      // A letter with Shift is a different shortcut, such as selecting a range.
      if (isLetter(pressedKey) && event.shiftKey) return
      const found = latest.current.find((key) => key.triggers?.includes(pressedKey))
      if (found?.run && found.run(event, pressedKey) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasSingleKeys])
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  findStoredValue,
  notifyStorageListeners,
  onStorageChange,
  storeValue,
  useStoredValue,
} from '../local-storage.ts'

const key = 'matricola.menu'
/**
 * Whether the open page has collapsed the menu because it needs the space. Reset when the user
 * leaves the page or opens the menu.
 */
let isForcedCollapsed = false

const isMenuCollapsed = () => isForcedCollapsed || findStoredValue(key) === 'collapsed'

/**
 * Whether the menu is collapsed, and a function to change it. Stored in local storage, so it is
 * known before the first render.
 */
export function useMenuState(): readonly [
  isCollapsed: boolean,
  setCollapsed: (collapsed: boolean) => void,
] {
  const isCollapsed = useSyncExternalStore(onStorageChange, isMenuCollapsed)
  return [isCollapsed, setCollapsed]
}

/** Collapses the menu while the page is open, without changing the stored state. */
export function useCollapsedMenu() {
  useEffect(() => {
    setForcedCollapsed(true)
    return () => setForcedCollapsed(false)
  }, [])
}

function setForcedCollapsed(isForced: boolean) {
  isForcedCollapsed = isForced
  notifyStorageListeners()
}

function setCollapsed(collapsed: boolean) {
  isForcedCollapsed = false
  storeValue(key, collapsed ? 'collapsed' : 'expanded')
}

const unfoldedKey = 'matricola.menu.unfolded'

/**
 * Names of the unfolded sections, and a function to unfold or fold one: those that the user has
 * unfolded, and `current`, which contains the open page, unless the user has folded it since it
 * was opened.
 */
export function useUnfoldedSections(
  current: string | null,
): readonly [
  unfolded: ReadonlySet<string>,
  unfold: (section: string, isUnfolded: boolean) => void,
] {
  const stored = useStoredValue(unfoldedKey)
  const [folded, setFolded] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets the fold when another section opens
  useEffect(() => setFolded(null), [current])
  const kept = new Set(stored?.split(',').filter((name) => name !== ''))
  const unfolded = new Set(kept)
  if (current !== null && current !== folded) unfolded.add(current)
  return [
    unfolded,
    (section, isUnfolded) => {
      if (isUnfolded) kept.add(section)
      else kept.delete(section)
      setFolded(isUnfolded ? null : section)
      storeValue(unfoldedKey, [...kept].join(','))
    },
  ]
}

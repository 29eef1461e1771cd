import { useEffect, useSyncExternalStore } from 'react'
import {
  findStoredValue,
  notifyStorageListeners,
  onStorageChange,
  storeValue,
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

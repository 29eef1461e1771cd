import { useEffect, useSyncExternalStore } from 'react'
import { announceStored, onStored, store, stored } from '../../stored.ts'

const key = 'matricola.menu'
/** Whether the open page has collapsed the menu because it needs the space. Reset when the user leaves the page or opens the menu. */
let isHeld = false

const read = () => isHeld || stored(key) === 'collapsed'

/** Whether the menu is collapsed, and a function to change it. Stored in local storage, so it is known before the first render. */
export function useMenuState(): readonly [isCollapsed: boolean, setCollapsed: (collapsed: boolean) => void] {
  const isCollapsed = useSyncExternalStore(onStored, read)
  return [isCollapsed, setCollapsed]
}

/** Collapses the menu while the page is open, without changing the stored state. */
export function useHeldMenu() {
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [])
}

function hold(held: boolean) {
  isHeld = held
  announceStored()
}

function setCollapsed(collapsed: boolean) {
  isHeld = false
  store(key, collapsed ? 'collapsed' : 'expanded')
}

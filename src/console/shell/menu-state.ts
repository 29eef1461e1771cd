import { useEffect, useSyncExternalStore } from 'react'
import { announceStored, onStored, store, stored } from '../../stored.ts'

const key = 'matricola.menu'
/** A page that needs the room has collapsed the menu, until it is left or the person opens the menu. */
let isHeld = false

const read = () => isHeld || stored(key) === 'collapsed'

/** State of the menu, collapsed or not, and how to change it. Kept in local storage, so it is known before the first paint. */
export function useMenuState(): readonly [isCollapsed: boolean, setCollapsed: (collapsed: boolean) => void] {
  const isCollapsed = useSyncExternalStore(onStored, read)
  return [isCollapsed, setCollapsed]
}

/** Collapses the menu for as long as the page is open, whatever is remembered. */
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

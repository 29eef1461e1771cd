import { useSyncExternalStore } from 'react'

const key = 'matricola.menu'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'collapsed'
  } catch {
    return false
  }
}

/** Whether the menu is collapsed, and how to change that. Kept in local storage, so it is known before the first paint. */
export function useMenuState(): readonly [isCollapsed: boolean, setCollapsed: (collapsed: boolean) => void] {
  const isCollapsed = useSyncExternalStore(subscribe, read)
  return [isCollapsed, setCollapsed]
}

function setCollapsed(collapsed: boolean) {
  try {
    localStorage.setItem(key, collapsed ? 'collapsed' : 'expanded')
  } catch {
    // Storage may be switched off; the menu then stays as it is.
  }
  for (const listener of listeners) listener()
}

import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the menu is a drawer and tables are cards. */
export const narrowScreen = '(max-width: 767.98px)'

/** Whether a media query matches, updated when that changes. False while prerendering. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

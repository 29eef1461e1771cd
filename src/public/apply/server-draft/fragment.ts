import { useRef, useSyncExternalStore } from 'react'

/**
 * Returns a value after `#` in the URL. Empty if there is none; null in the prerendered page,
 * because the server does not know it. Opening another link in the same tab only changes the hash;
 * `key` changes then, so that the page resets.
 */
export function useFragment(name: string): { readonly value: string | null; readonly key: string } {
  const value = useSyncExternalStore(
    subscribeToHash,
    () => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? '',
    () => null,
  )
  const first = useRef(value)
  first.current ??= value
  return { value, key: value === null || value === first.current ? 'first' : value }
}

function subscribeToHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

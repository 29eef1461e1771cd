import type { WireUser } from '#model/wire/wire.ts'

interface SessionView {
  readonly status: 'unchecked' | 'authenticated' | 'anonymous'
  readonly user: WireUser | null
}

/**
 * Decides what a private page shows: a spinner until the session is checked, nothing if no user is signed in (the browser then
 * goes to `/`), otherwise the page.
 */
export function decideAccess({
  status,
  user,
}: SessionView): { readonly kind: 'wait' | 'leave' } | { readonly kind: 'show'; readonly user: WireUser } {
  if (status === 'unchecked') return { kind: 'wait' }
  return status === 'authenticated' && user ? { kind: 'show', user } : { kind: 'leave' }
}

import type { WireUser } from '@matricola/schema/wire/wire.ts'

interface SessionView {
  readonly status: 'unchecked' | 'authenticated' | 'anonymous'
  readonly user: WireUser | null
}

/**
 * Decides whether a private page is shown. Until the session is checked, a spinner is shown
 * instead. If no user is signed in, nothing is shown, and the browser goes to `/`.
 */
export function decideAccess({
  status,
  user,
}: SessionView):
  | { readonly kind: 'wait' | 'leave' }
  | { readonly kind: 'show'; readonly user: WireUser } {
  if (status === 'unchecked') return { kind: 'wait' }
  return status === 'authenticated' && user ? { kind: 'show', user } : { kind: 'leave' }
}

import type { WireUser } from '#model/wire/wire.ts'

interface SessionView {
  readonly status: 'unchecked' | 'authenticated' | 'anonymous'
  readonly user: WireUser | null
}

/**
 * Decides what a private page shows: a spinner until the check has been made, nothing without a person (who is sent to `/`), else
 * itself. Source: specification, section 4.
 */
export function decide({
  status,
  user,
}: SessionView): { readonly kind: 'wait' | 'leave' } | { readonly kind: 'show'; readonly user: WireUser } {
  if (status === 'unchecked') return { kind: 'wait' }
  return status === 'authenticated' && user ? { kind: 'show', user } : { kind: 'leave' }
}

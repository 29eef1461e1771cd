import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { createContext, useContext } from 'react'

export const UserContext = createContext<WireUser | null>(null)

/**
 * Returns the signed-in user. Throws outside the console, which is rendered only for signed-in
 * users.
 */
export function useUser(): WireUser {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser must be called inside the console')
  return user
}

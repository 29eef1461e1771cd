import { createContext, useContext } from 'react'
import type { WireUser } from '#packages/schema/wire/wire.ts'

export const UserContext = createContext<WireUser | null>(null)

/** Returns the signed-in user. Throws outside the console, which is rendered only for signed-in users. */
export function useUser(): WireUser {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser must be called inside the console')
  return user
}

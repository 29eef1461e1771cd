import { createContext, useContext } from 'react'
import type { WireUser } from '#model/wire/wire.ts'

export const PersonContext = createContext<WireUser | null>(null)

/** Returns the signed-in user. Throws outside the console, which is only rendered for signed-in users. */
export function usePerson(): WireUser {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson is only for pages of the console')
  return person
}

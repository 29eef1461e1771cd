import { createContext, useContext } from 'react'
import type { WireUser } from '#model/wire/wire.ts'

/** The signed-in person. Set once per session, above everything in the console. */
export const PersonContext = createContext<WireUser | null>(null)

/** The signed-in person; the guard shows no page without one. */
export function usePerson(): WireUser {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson is only for pages of the console')
  return person
}

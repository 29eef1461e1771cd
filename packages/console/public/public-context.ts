import type { createAuthProvider } from '@matricola/providers/auth.ts'
import type { Http } from '@matricola/providers/http.ts'
import type { Session } from '@matricola/providers/session.ts'
import type { Languages } from '@matricola/schema/languages.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { type ComponentType, createContext, useContext } from 'react'

/** The parts that an application passes to the public pages, its own and those for signing in. */
export interface PublicProps {
  readonly http: Http
  readonly session: Session
  readonly authProvider: ReturnType<typeof createAuthProvider>
  /** Languages of the interface. */
  readonly languages: Languages
  /** The role that may create accounts. */
  readonly adminRole: Role
  /** Hook that returns the name of the organization, for titles of pages. */
  readonly useName: () => string
  /** The logo and name in the header. */
  readonly Brand: ComponentType
  readonly Footer?: ComponentType
  /** Another purpose of the sign-in page, as prominent as the form. */
  readonly SignInContent?: ComponentType
}

export const PublicContext = createContext<PublicProps | null>(null)

/** Throws outside public pages. */
export function usePublic(): PublicProps {
  const props = useContext(PublicContext)
  if (!props) throw new Error('usePublic is only for public pages')
  return props
}

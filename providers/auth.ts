/**
 * Signing in and out, expiry and identity, by Refine's contract. The session itself is kept in session.ts, outside Refine: a page
 * knows who is there before Refine is made, and another person gets another Refine. This file loads nothing of Refine, so that
 * the public pages stand on the same provider. It redirects nobody; the guard, which watches the session, does.
 */
import type { AuthActionResponse, AuthProvider } from '@refinedev/core'
import { HttpError } from './http.ts'
import { currentSession, knownSession, loseSession, signIn, signOut } from './session.ts'

/** Fields that the form of the sign-in sends. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Outcome; an error is what the server answered, and the session is then as before. */
const outcome = (work: Promise<unknown>): Promise<AuthActionResponse> =>
  work.then(
    () => ({ success: true }),
    (error) => ({ success: false, error }),
  )

export const authProvider = {
  login: ({ username, password }: Credentials) => outcome(signIn(username, password)),
  logout: () => outcome(signOut()),
  check: async () => {
    const { status, error } = await knownSession()
    return { authenticated: status === 'authenticated', ...(error && { error }) }
  },
  /** Loses the session where an answer says that it is over; wrong credentials are of the person, not of the session. */
  onError: async (error: unknown) => {
    if (error instanceof HttpError && error.statusCode === 401 && error.code !== 'credentials.wrong') loseSession(error)
    return {}
  },
  getIdentity: async () => currentSession().user,
  getPermissions: async () => currentSession().user?.role ?? null,
} satisfies AuthProvider

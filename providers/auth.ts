/**
 * Refine's auth provider. The session itself is in session.ts, outside Refine, because pages need
 * it before Refine is created and each user gets a new Refine. This file imports only types of
 * Refine, so that public pages can use it. It never redirects. The session guard does that.
 */
import type { AuthActionResponse, AuthProvider } from '@refinedev/core'
import { HttpError } from './http-error.ts'
import type { Session } from './session.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Converts the outcome to Refine's result, with the server's error. */
const toAuthResponse = (work: Promise<unknown>): Promise<AuthActionResponse> =>
  work.then(
    () => ({ success: true }),
    (error) => ({ success: false, error }),
  )

export const createAuthProvider = (session: Session) =>
  ({
    login: ({ username, password }: Credentials) =>
      toAuthResponse(session.signIn(username, password)),
    logout: () => toAuthResponse(session.signOut()),
    check: async () => {
      const { status, error } = await session.ensure()
      return { authenticated: status === 'authenticated', ...(error && { error }) }
    },
    /**
     * Ends the session if a response shows that it is over. Wrong credentials also return a 401,
     * but do not affect the session.
     */
    onError: async (error: unknown) => {
      if (
        error instanceof HttpError &&
        error.statusCode === 401 &&
        error.code !== 'credentials.wrong'
      )
        session.expire(error)
      return {}
    },
    getIdentity: async () => session.current().user,
    getPermissions: async () => session.current().user?.role ?? null,
  }) satisfies AuthProvider

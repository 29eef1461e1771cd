/**
 * Session state outside Refine: unchecked, then authenticated or anonymous (specification, section 4). A page checks once and
 * then subscribes. Signing in and out end in a full page load, so that no data of one user remains for the next.
 */

import type * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { useSyncExternalStore } from 'react'
import { HttpError, messageText } from './http.ts'
import { makeCall } from './make-call.ts'
import { broadcastSession } from './session-channel.ts'

export interface SessionState {
  readonly status: 'unchecked' | 'authenticated' | 'anonymous'
  /** Not null if and only if authenticated. */
  readonly user: WireUser | null
  /** Error of the last check, sign-in or sign-out. */
  readonly error: HttpError | null
  readonly isChecking: boolean
  readonly isSigningIn: boolean
  readonly isSigningOut: boolean
}

const unchecked: SessionState = { status: 'unchecked', user: null, error: null, isChecking: false, isSigningIn: false, isSigningOut: false }

let state = unchecked
let checking: Promise<SessionState> | null = null
const listeners = new Set<() => void>()

function setSessionState(next: Partial<SessionState>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const currentSession = () => state

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentSession,
    () => unchecked,
  )
}

/** Asks the server who is signed in. Concurrent calls share one request. Never throws; errors are in the returned state. */
export function checkSession(): Promise<SessionState> {
  checking ??= fetchSession().finally(() => {
    checking = null
  })
  return checking
}

/** The session state. Asks the server only if it is unchecked. */
export const ensureSession = (): Promise<SessionState> => (state.status === 'unchecked' ? checkSession() : Promise.resolve(state))

async function fetchSession(): Promise<SessionState> {
  setSessionState({ isChecking: true })
  try {
    const { data } = await makeCall<typeof sessionCalls.checkAuth>(sessionEndpoints.checkAuth, { fallback: 'public:failed.checkAuth' })
    setSessionState({ status: 'authenticated', user: data, error: null, isChecking: false })
  } catch (error) {
    setSessionState({ status: 'anonymous', user: null, error: toHttpError(error), isChecking: false })
  }
  return state
}

/** Signs in. Throws the server's error; the state is then anonymous. */
export async function signInWithPassword(username: string, password: string): Promise<WireUser> {
  setSessionState({ isSigningIn: true, error: null })
  try {
    const { data } = await makeCall<typeof sessionCalls.login>(sessionEndpoints.login, {
      input: { username, password },
      fallback: 'public:failed.login',
    })
    setSessionState({ status: 'authenticated', user: data, isSigningIn: false })
    broadcastSession({ type: 'signedIn', userId: data.id })
    return data
  } catch (error) {
    setSessionState({ status: 'anonymous', user: null, error: toHttpError(error), isSigningIn: false })
    throw error
  }
}

/** Signs out. On failure the session remains, and the error is thrown and stored in the state. */
export async function signOut(): Promise<void> {
  setSessionState({ isSigningOut: true })
  broadcastSession({ type: 'signingOut' })
  try {
    await makeCall<typeof sessionCalls.revoke>(sessionEndpoints.revoke, { fallback: 'public:failed.revokeAuth' })
    setSessionState({ status: 'anonymous', user: null, error: null, isSigningOut: false })
    broadcastSession({ type: 'signedOut' })
  } catch (error) {
    setSessionState({ error: toHttpError(error), isSigningOut: false })
    broadcastSession({ type: 'signOutFailed' })
    throw error
  }
}

/** Maximum duration of a sign-out on another page, in milliseconds. */
const signOutMs = 10_000
let signOutExpectedUntil = 0

/**
 * Sets whether another page of this browser is signing out. In that case, a response that reports the end of the session does not
 * mean that the session has expired.
 */
export function expectSignOut(isExpected: boolean): void {
  signOutExpectedUntil = isExpected ? Date.now() + signOutMs : 0
}

/** Ends the session because a response reported its end. Does nothing after a sign-out, so that late responses have no effect. */
export function expireSession(error: HttpError): void {
  const { status, error: previousError } = state
  if ((status === 'anonymous' && !previousError) || Date.now() < signOutExpectedUntil) return
  setSessionState({ status: 'anonymous', user: null, error })
  if (status === 'authenticated') broadcastSession({ type: 'ended' })
}

/** Ends the session because the user signed out on another page of this browser, or a different user signed in there. */
export const clearSession = () => setSessionState({ status: 'anonymous', user: null, error: null })

/** Asks the server whether the user is still signed in. Only a definite response ends the session; network errors change nothing. */
export async function recheckSession(): Promise<void> {
  const { user } = state
  if (!user) return
  try {
    const { data } = await makeCall<typeof sessionCalls.checkAuth>(sessionEndpoints.checkAuth)
    if (state.user && data.id !== user.id) clearSession()
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) expireSession(error)
  }
}

/** Updates the user after a change, such as a new picture. */
export function updateSessionUser(user: Partial<WireUser>) {
  if (state.user) setSessionState({ user: { ...state.user, ...user } })
}

/** Resets the state. For tests, in which pages follow each other without a page load. */
export const resetSession = () => setSessionState(unchecked)

const toHttpError = (error: unknown) =>
  error instanceof HttpError ? error : new HttpError({ statusCode: 0, message: messageText('public:failed.unknownAuth') })

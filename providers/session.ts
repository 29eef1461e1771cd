/**
 * Session state outside Refine: unchecked, then authenticated or anonymous (specification, section
 * 4). A page checks once and then subscribes. Signing in and out end in a full page load, so that
 * no data of one user remains for the next.
 */

import type * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { useSyncExternalStore } from 'react'
import { type Http, HttpError } from './http.ts'
import { sessionChannel } from './session-channel.ts'

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

const unchecked: SessionState = {
  status: 'unchecked',
  user: null,
  error: null,
  isChecking: false,
  isSigningIn: false,
  isSigningOut: false,
}

/** Maximum duration of a sign-out on another page, in milliseconds. */
const signOutMs = 10_000

/** The session of a page, which its public pages and its console share. */
export class Session {
  readonly #http: Http
  #state = unchecked
  #checking: Promise<SessionState> | null = null
  readonly #listeners = new Set<() => void>()
  #signOutExpectedUntil = 0

  constructor(http: Http) {
    this.#http = http
  }

  readonly current = (): SessionState => this.#state

  /** Calls `listener` after each change. Returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #set(next: Partial<SessionState>) {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  /**
   * Asks the server who is signed in. Concurrent calls share one request. Never throws; errors are
   * in the returned state.
   */
  check(): Promise<SessionState> {
    this.#checking ??= this.#load().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  /** The session state. Asks the server only if it is unchecked. */
  ensure(): Promise<SessionState> {
    return this.#state.status === 'unchecked' ? this.check() : Promise.resolve(this.#state)
  }

  async #load(): Promise<SessionState> {
    this.#set({ isChecking: true })
    try {
      const { data } = await this.#http.makeCall<typeof sessionCalls.checkAuth>(
        sessionEndpoints.checkAuth,
        {
          fallback: 'errors:failed.checkAuth',
        },
      )
      this.#set({ status: 'authenticated', user: data, error: null, isChecking: false })
    } catch (error) {
      this.#set({
        status: 'anonymous',
        user: null,
        error: this.#toHttpError(error),
        isChecking: false,
      })
    }
    return this.#state
  }

  /** Signs in. Throws the server's error; the state is then anonymous. */
  async signIn(username: string, password: string): Promise<WireUser> {
    this.#set({ isSigningIn: true, error: null })
    try {
      const { data } = await this.#http.makeCall<typeof sessionCalls.login>(
        sessionEndpoints.login,
        {
          input: { username, password },
          fallback: 'errors:failed.login',
        },
      )
      this.#set({ status: 'authenticated', user: data, isSigningIn: false })
      sessionChannel.broadcast({ type: 'signedIn', userId: data.id })
      return data
    } catch (error) {
      this.#set({
        status: 'anonymous',
        user: null,
        error: this.#toHttpError(error),
        isSigningIn: false,
      })
      throw error
    }
  }

  /** Signs out. On failure the session remains, and the error is thrown and stored in the state. */
  async signOut(): Promise<void> {
    this.#set({ isSigningOut: true })
    sessionChannel.broadcast({ type: 'signingOut' })
    try {
      await this.#http.makeCall<typeof sessionCalls.revoke>(sessionEndpoints.revoke, {
        fallback: 'errors:failed.revokeAuth',
      })
      this.#set({ status: 'anonymous', user: null, error: null, isSigningOut: false })
      sessionChannel.broadcast({ type: 'signedOut' })
    } catch (error) {
      this.#set({ error: this.#toHttpError(error), isSigningOut: false })
      sessionChannel.broadcast({ type: 'signOutFailed' })
      throw error
    }
  }

  /**
   * Sets whether another page of this browser is signing out. In that case, a response that reports
   * the end of the session does not mean that the session has expired.
   */
  expectSignOut(isExpected: boolean): void {
    this.#signOutExpectedUntil = isExpected ? Date.now() + signOutMs : 0
  }

  /**
   * Ends the session because a response reported its end. Does nothing after a sign-out, so that
   * late responses have no effect.
   */
  expire(error: HttpError): void {
    const { status, error: previousError } = this.#state
    if ((status === 'anonymous' && !previousError) || Date.now() < this.#signOutExpectedUntil)
      return
    this.#set({ status: 'anonymous', user: null, error })
    if (status === 'authenticated') sessionChannel.broadcast({ type: 'ended' })
  }

  /**
   * Ends the session because the user signed out on another page of this browser, or a different
   * user signed in there.
   */
  clear(): void {
    this.#set({ status: 'anonymous', user: null, error: null })
  }

  /**
   * Asks the server whether the user is still signed in. Only a definite response ends the session;
   * network errors change nothing.
   */
  async recheck(): Promise<void> {
    const { user } = this.#state
    if (!user) return
    try {
      const { data } = await this.#http.makeCall<typeof sessionCalls.checkAuth>(
        sessionEndpoints.checkAuth,
      )
      if (this.#state.user && data.id !== user.id) this.clear()
    } catch (error) {
      if (error instanceof HttpError && error.statusCode === 401) this.expire(error)
    }
  }

  /** Updates the user after a change, such as a new picture. */
  updateUser(user: Partial<WireUser>): void {
    if (this.#state.user) this.#set({ user: { ...this.#state.user, ...user } })
  }

  /** Resets the state. For tests, in which pages follow each other without a page load. */
  reset(): void {
    this.#set(unchecked)
  }

  #toHttpError(error: unknown): HttpError {
    return error instanceof HttpError
      ? error
      : new HttpError({ statusCode: 0, message: this.#http.text('errors:failed.unknownAuth') })
  }
}

/** The state of a session. Rerenders the component when it changes. */
export const useSessionState = ({ subscribe, current }: Session): SessionState =>
  useSyncExternalStore(subscribe, current, () => unchecked)

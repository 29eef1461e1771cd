/**
 * Notifies the other pages of this browser of session changes. They share the session because they
 * share its cookies.
 */
import { createChannel } from './channel.ts'

export type SessionMessage =
  /** A page asks the server to end the session. */
  | { readonly type: 'signingOut' }
  /** The server did not end it. */
  | { readonly type: 'signOutFailed' }
  | { readonly type: 'signedOut' }
  /** The session ended without a sign-out in this browser: it expired, or was ended elsewhere. */
  | { readonly type: 'ended' }
  | { readonly type: 'signedIn'; readonly userId: string }

export const sessionChannel = createChannel<SessionMessage>('matricola.session')

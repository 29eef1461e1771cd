import { createIdempotencyKey } from './idempotency-key.ts'

/** Notifies the other pages of this browser of session changes. They share the session because they share its cookies. */

export type SessionMessage =
  /** A page asks the server to end the session. */
  | { readonly type: 'signingOut' }
  /** The server did not end it. */
  | { readonly type: 'signOutFailed' }
  | { readonly type: 'signedOut' }
  /** The session ended without a sign-out in this browser: it expired, or was ended elsewhere. */
  | { readonly type: 'ended' }
  | { readonly type: 'signedIn'; readonly userId: string }

/** Messages about the session of an applicant, which has its own cookie. */
export type ApplicantSessionMessage =
  /** The applicant closed the application. */
  { readonly type: 'closed' } | { readonly type: 'opened'; readonly reference: string }

/** Identifies this page. */
const pageId = createIdempotencyKey()

const sessionChannel = 'matricola.session'
const applicantChannel = 'matricola.applicant'

export const broadcastSession = (message: SessionMessage) => broadcast(sessionChannel, message)
export const broadcastApplicantSession = (message: ApplicantSessionMessage) => broadcast(applicantChannel, { ...message, from: pageId })

/** Calls `listener` with messages from other pages. Returns a function that stops listening. */
export const onSessionMessage = (listener: (message: SessionMessage) => void) => listen(sessionChannel, listener)
export const onApplicantSessionMessage = (listener: (message: ApplicantSessionMessage) => void) =>
  listen<ApplicantSessionMessage & { readonly from: string }>(applicantChannel, (message) => {
    // A page also receives its own messages.
    if (message.from !== pageId) listener(message)
  })

function broadcast(name: string, message: object): void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.postMessage(message)
    channel.close()
    return
  }
  try {
    // A storage event requires a changed value, so the time is added.
    localStorage.setItem(name, JSON.stringify({ ...message, at: Date.now() }))
    localStorage.removeItem(name)
  } catch {
    // Without storage, the other pages check the session when they become visible.
  }
}

function listen<N extends SessionMessage | ApplicantSessionMessage>(name: string, listener: (message: N) => void): () => void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<N>) => listener(data)
    return () => channel.close()
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Only `broadcast` writes this key.
    if (key === name && newValue !== null) listener(JSON.parse(newValue) as N)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

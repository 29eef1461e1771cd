import { newKey } from './call-key.ts'

/** Notifies the other pages of this browser of session changes. They share the session because they share its cookies. */

export type SessionNews =
  /** A page asks the server to end the session. */
  | { readonly type: 'signingOut' }
  /** The server did not end it. */
  | { readonly type: 'signOutFailed' }
  | { readonly type: 'signedOut' }
  /** The session ended without the user: it expired, or was ended elsewhere. */
  | { readonly type: 'ended' }
  | { readonly type: 'signedIn'; readonly userId: string }

/** The same for the session of an applicant, which has its own cookie. */
export type ApplicantNews =
  /** The applicant closed the application. */
  { readonly type: 'closed' } | { readonly type: 'opened'; readonly reference: string }

/** Identifies this page. */
const page = newKey()

const session = 'matricola.session'
const applicant = 'matricola.applicant'

export const announceSession = (news: SessionNews) => announce(session, news)
export const announceApplicant = (news: ApplicantNews) => announce(applicant, { ...news, from: page })

/** Calls `listener` with messages from other pages. Returns a function that stops listening. */
export const onSessionNews = (listener: (news: SessionNews) => void) => listen(session, listener)
export const onApplicantNews = (listener: (news: ApplicantNews) => void) =>
  listen<ApplicantNews & { readonly from: string }>(applicant, (news) => {
    // A page hears its own messages.
    if (news.from !== page) listener(news)
  })

function announce(name: string, news: object): void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.postMessage(news)
    channel.close()
    return
  }
  try {
    // A storage event requires a changed value, so the time is added.
    localStorage.setItem(name, JSON.stringify({ ...news, at: Date.now() }))
    localStorage.removeItem(name)
  } catch {
    // Without storage, the other pages check the session when they become visible.
  }
}

function listen<N extends SessionNews | ApplicantNews>(name: string, listener: (news: N) => void): () => void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<N>) => listener(data)
    return () => channel.close()
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    // Only `announce` writes this key.
    if (key === name && newValue !== null) listener(JSON.parse(newValue) as N)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

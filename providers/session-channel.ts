/** Notifies the other pages of this browser of session changes. They share the session because they share its cookies. */

export type SessionNews =
  | { readonly type: 'signedOut' }
  /** The session ended without the user: it expired, or was ended elsewhere. */
  | { readonly type: 'ended' }
  | { readonly type: 'signedIn'; readonly userId: string }

const name = 'matricola.session'

export function announceSession(news: SessionNews): void {
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

/** Calls `listener` with messages from other pages. Returns a function that stops listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data)
    return () => channel.close()
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    // Only `announceSession` writes this key.
    if (key === name && newValue !== null) listener(JSON.parse(newValue) as SessionNews)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

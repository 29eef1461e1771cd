/** What the pages of one browser learn from each other about the session: it is theirs together, since they share its cookies. */

export type SessionNews =
  /** The person signed out. */
  | { readonly type: 'signedOut' }
  /** The session ended without the person: it expired, or was ended elsewhere. */
  | { readonly type: 'ended' }
  | { readonly type: 'signedIn'; readonly userId: string }

const name = 'matricola.session'

/** Tells the other pages of this browser. */
export function announceSession(news: SessionNews): void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.postMessage(news)
    channel.close()
    return
  }
  try {
    // The same news twice has to be two values.
    localStorage.setItem(name, JSON.stringify({ ...news, at: Date.now() }))
    localStorage.removeItem(name)
  } catch {
    // Refused storage: the other pages ask the server when they are shown again.
  }
}

/** Calls `listener` with news from other pages until the answer is called. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data)
    return () => channel.close()
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    // Only `announceSession` writes the key.
    if (key === name && newValue !== null) listener(JSON.parse(newValue) as SessionNews)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

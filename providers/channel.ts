/** Messages between the pages of one browser. */

export interface Channel<M> {
  readonly broadcast: (message: M) => void
  /**
   * Calls `listener` with messages, this page's own included. Returns a function that stops
   * listening.
   */
  readonly listen: (listener: (message: M) => void) => () => void
}

export const createChannel = <M extends object>(name: string): Channel<M> => ({
  broadcast(message) {
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
  },
  listen(listener) {
    if (typeof BroadcastChannel !== 'undefined') {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }: MessageEvent<M>) => listener(data)
      return () => channel.close()
    }
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Only `broadcast` writes this key.
      if (key === name && newValue !== null) listener(JSON.parse(newValue) as M)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
})

/**
 * The queue for the embedded engine's single session. Statements can be sent together; a
 * transaction has the session to itself.
 */
export interface SessionQueue {
  /** Waits while a transaction runs. */
  enter(): Promise<void>
  /** Waits for exclusive use of the session, which ends when the returned function is called. */
  enterExclusively(): Promise<() => void>
  /** Whether anything is waiting. */
  hasWaiting(): boolean
}

/**
 * Creates a queue. It is first come, first served, so that neither statements nor transactions
 * starve.
 */
export function createSessionQueue(): SessionQueue {
  const waiting: { readonly isExclusive: boolean; readonly resolve: () => void }[] = []
  let isLocked = false

  function advance(): void {
    while (!isLocked) {
      const next = waiting.shift()
      if (!next) return
      isLocked = next.isExclusive
      next.resolve()
    }
  }
  const wait = (isExclusive: boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ isExclusive, resolve })
      advance()
    })
  return {
    hasWaiting: () => waiting.length > 0,
    enter: () => (isLocked || waiting.length > 0 ? wait(false) : Promise.resolve()),
    async enterExclusively() {
      await wait(true)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        isLocked = false
        advance()
      }
    },
  }
}

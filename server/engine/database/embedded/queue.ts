/** The queue for the embedded engine's single session. Statements can be sent together; a transaction has the session to itself. */
export interface Line {
  /** Waits while a transaction runs. */
  enter(): Promise<void>
  /** Waits for exclusive use of the session, which ends when the returned function is called. */
  enterAlone(): Promise<() => void>
  /** Whether anything is waiting. */
  isLong(): boolean
}

/** Creates a queue. It is first come, first served, so that neither statements nor transactions starve. */
export function makeLine(): Line {
  const waiting: { readonly isAlone: boolean; readonly go: () => void }[] = []
  let isTaken = false

  function move(): void {
    while (!isTaken) {
      const next = waiting.shift()
      if (!next) return
      isTaken = next.isAlone
      next.go()
    }
  }
  const wait = (isAlone: boolean) =>
    new Promise<void>((go) => {
      waiting.push({ isAlone, go })
      move()
    })
  return {
    isLong: () => waiting.length > 0,
    enter: () => (isTaken || waiting.length > 0 ? wait(false) : Promise.resolve()),
    async enterAlone() {
      await wait(true)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        isTaken = false
        move()
      }
    },
  }
}

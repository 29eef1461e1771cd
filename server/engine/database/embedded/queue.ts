/** The line before the embedded engine's one session: statements pass together, a transaction passes alone. */
export interface Line {
  /** Waits while a transaction runs. */
  enter(): Promise<void>
  /** Waits for the session and keeps everyone else out until the answered function is called. */
  enterAlone(): Promise<() => void>
  /** True while somebody waits. */
  isLong(): boolean
}

/** Makes a line. First come, first served, so that neither kind starves the other. */
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

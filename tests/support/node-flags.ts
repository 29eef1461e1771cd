/** Flags of Node by which tests take less of a processor, and behave as without them. */

/** Flags of programs that tests start: the embedded engine is not compiled a second time, which takes longer than most of them live. Workers live for minutes. */
export const programFlags: readonly string[] = ['--wasm-tiering-budget=100000000']

/** Flags of workers: elements and records of tests are many and live briefly, and more threads to collect them would take from the parts beside. */
export const workerFlags: string[] = ['--max-semi-space-size=64', '--single-threaded-gc']

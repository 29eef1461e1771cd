/** Node.js flags that reduce the CPU time of tests without changing their results. */

/**
 * Flags for programs that tests start. They disable the second compilation tier of the embedded
 * engine, which takes longer than most of these programs run. Workers run for minutes, so they do
 * not get this flag.
 */
export const programFlags: readonly string[] = ['--wasm-tiering-budget=100000000']

/**
 * Flags for test workers. Tests allocate many short-lived objects, and parallel garbage collection
 * would take CPU time from the other workers.
 */
export const workerFlags: string[] = ['--max-semi-space-size=64', '--single-threaded-gc']

/** Hides information that response times could reveal. */

/** Responses are sent at multiples of this time after the call began. */
const stepMs = 25

/**
 * Runs `work` and resolves at the next multiple of 25 ms, so that the response time does not reveal
 * whether `work` found anything. A rejection is passed on immediately: `work` must not reject
 * depending on what it found.
 */
export async function withUniformTiming<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  const restMs = stepMs - ((performance.now() - startedAt) % stepMs)
  await new Promise<void>((resolve) => {
    setTimeout(resolve, restMs)
  })
  return result
}

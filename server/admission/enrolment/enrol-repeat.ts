import { AppError } from '#model/errors.ts'
import { type Call, fingerprintOf, forgetAnswer, holdCall, keepAnswer, knownAnswer } from '#server/admission/repeated-call.ts'
import type { Context } from '#server/context.ts'

/** What is kept of a call: since when it is being answered, then the answer. */
type Kept<T> = { readonly since: string } | { readonly answer: T }

/** A call that has not been answered for so long was cut off, and may be made again. */
const inFlightMs = 10 * 60_000

interface Asked {
  readonly scope: string
  /** As the caller sent it; null: the call is answered anew each time. */
  readonly key: string | null
  readonly request: unknown
}

/**
 * Does work of several transactions once for each key, and answers a repetition as the first was answered. Throws
 * `request.differs` for a key that came with another request, `request.inFlight` while the first is not done.
 */
export async function answeredOnce<T>(
  { database, clock, keys }: Context,
  { scope, key, request }: Asked,
  work: () => Promise<T>,
): Promise<T> {
  if (key === null) return await work()
  const call: Call = { scope, key, fingerprint: fingerprintOf(request) }
  const at = clock.now()
  const known = await database.transaction(async (queries) => {
    await holdCall(queries, call)
    const kept = await knownAnswer<Kept<T>>(queries, keys, call, at)
    const isCutOff = kept !== null && 'since' in kept && at.getTime() - Date.parse(kept.since) > inFlightMs
    if (kept && !isCutOff) return kept
    await keepAnswer(queries, keys, call, { answer: { since: at.toISOString() }, at })
    return null
  })
  if (known && 'answer' in known) return known.answer
  if (known) throw new AppError('request.inFlight', { retryAfterSeconds: 5 })
  try {
    const answer = await work()
    await keepAnswer(database, keys, call, { answer: { answer }, at })
    return answer
  } catch (error) {
    await forgetAnswer(database, call)
    throw error
  }
}

/** Work that is done once for each key of a caller, however often it is asked for (docs/decisions/0027). */
import { AppError } from '#model/wire/errors.ts'
import { joinedTransaction } from '../database/transaction.ts'
import type { Environment } from '../environment.ts'
import { type Call, fingerprintOf, forgetAnswer, holdCall, keepAnswer, knownAnswer } from './repeated-call.ts'

export interface Asked {
  /** Scope of the keys that the key is compared with. */
  readonly scope: string
  /** As the caller sent it; null: the work is done anew each time. */
  readonly key: string | null
  /** Everything that was sent, as far as it survives JSON; files by their hashes. */
  readonly request: unknown
}

type Doors = Pick<Environment, 'database' | 'keys' | 'clock'>

const callOf = ({ scope, key, request }: Asked): Call => ({ scope, key, fingerprint: fingerprintOf(request) })

/**
 * Does work in one transaction with the note of its answer: both are stored, or neither. An equal call waits for the first.
 * Null is no answer, and is not kept. Throws `request.differs` for a key that came with another request,
 * `request.inFlight` where the first takes too long to be waited for.
 */
export async function answeredWhole<T>({ database, clock, keys }: Doors, asked: Asked, work: () => Promise<T | null>): Promise<T | null> {
  if (asked.key === null) return await work()
  const call = callOf(asked)
  return await joinedTransaction(database, async (queries) => {
    await holdCall(queries, call)
    const known = await knownAnswer<{ readonly answer: T }>(queries, keys, call, clock.now())
    if (known) return known.answer
    const answer = await work()
    if (answer !== null) await keepAnswer(queries, keys, call, { answer: { answer }, at: clock.now() })
    return answer
  })
}

/** State that is kept of a call in parts: since when it is being answered, then the answer. */
type Kept<T> = { readonly since: string } | { readonly answer: T }

/** A call that has not been answered for so long was cut off, and may be made again. */
const inFlightMs = 10 * 60_000

/**
 * As `answeredWhole`, for work of several transactions or with files, which must do no harm when a stop of the program in
 * the middle has it done again. Throws `request.differs`, and `request.inFlight` while the first is not done.
 */
export async function answeredInParts<T>({ database, clock, keys }: Doors, asked: Asked, work: () => Promise<T | null>): Promise<T | null> {
  if (asked.key === null) return await work()
  const call = callOf(asked)
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
    if (answer === null) await forgetAnswer(database, call)
    else await keepAnswer(database, keys, call, { answer: { answer }, at })
    return answer
  } catch (error) {
    await forgetAnswer(database, call)
    throw error
  }
}

/**
 * Work that runs once per idempotency key of a caller, even if it is requested repeatedly
 * (docs/decisions/0027).
 */
import { AppError } from '@matricola/schema/wire/errors.ts'
import { joinedTransaction } from '../database/transaction.ts'
import type { Environment } from '../environment.ts'
import {
  deleteStoredAnswer,
  type FormerKey,
  findStoredAnswer,
  fingerprintOf,
  lockCall,
  type RepeatableCall,
  storeAnswer,
} from './repeated-call.ts'

export interface RepeatableRequest {
  /** Keys are compared only within a scope. */
  readonly scope: string
  /** The key sent by the caller; null: the work runs each time. */
  readonly key: string | null
  readonly former?: FormerKey | undefined
  /** The whole request as JSON; files are represented by their hashes. */
  readonly request: unknown
}

type RunOnceContext = Pick<Environment, 'database' | 'keys' | 'clock'>

const repeatableCallOf = ({ scope, key, former, request }: RepeatableRequest): RepeatableCall => ({
  scope,
  key,
  former,
  fingerprint: fingerprintOf(request),
})

/**
 * Runs work and stores its result in one transaction, so that either both are stored or neither. A
 * repeated call waits for the first. A null result is not stored. Throws `request.differs` if the
 * key was used for another request, and `request.inFlight` if waiting takes too long.
 */
export async function runOnce<T>(
  { database, clock, keys }: RunOnceContext,
  request: RepeatableRequest,
  work: () => Promise<T | null>,
): Promise<T | null> {
  if (request.key === null) return await work()
  const call = repeatableCallOf(request)
  return await joinedTransaction(database, async (queries) => {
    await lockCall(queries, call)
    const previous = await findStoredAnswer<{ readonly answer: T }>(
      queries,
      keys,
      call,
      clock.now(),
    )
    if (previous) return previous.answer
    const answer = await work()
    if (answer !== null)
      await storeAnswer(queries, keys, call, { answer: { answer }, at: clock.now() })
    return answer
  })
}

/** Stored state of a call in several transactions: when it started, and later its result. */
type StoredProgress<T> = { readonly since: string } | { readonly answer: T }

/** A call without a result after this time was interrupted, and may run again. */
const maxInFlightMs = 10 * 60_000

/**
 * Like `runOnce`, for work that uses several transactions or files. The work must be safe to run
 * again if the program stops halfway. Throws `request.differs`, and `request.inFlight` while the
 * first call is running.
 */
export async function runOnceInParts<T>(
  { database, clock, keys }: RunOnceContext,
  request: RepeatableRequest,
  work: () => Promise<T | null>,
): Promise<T | null> {
  if (request.key === null) return await work()
  const call = repeatableCallOf(request)
  const at = clock.now()
  const previous = await database.transaction(async (queries) => {
    await lockCall(queries, call)
    const stored = await findStoredAnswer<StoredProgress<T>>(queries, keys, call, at)
    const isInterrupted =
      stored !== null &&
      'since' in stored &&
      at.getTime() - Date.parse(stored.since) > maxInFlightMs
    if (stored && !isInterrupted) return stored
    await storeAnswer(queries, keys, call, { answer: { since: at.toISOString() }, at })
    return null
  })
  if (previous && 'answer' in previous) return previous.answer
  if (previous) throw new AppError('request.inFlight', { retryAfterSeconds: 5 })
  try {
    const answer = await work()
    if (answer === null) await deleteStoredAnswer(database, call)
    else await storeAnswer(database, keys, call, { answer: { answer }, at })
    return answer
  } catch (error) {
    await deleteStoredAnswer(database, call)
    throw error
  }
}

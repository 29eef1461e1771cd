import { createIdempotencyKey, idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import { useState } from 'react'

export type IdempotencyHeaders = ReturnType<typeof idempotencyHeader>

/**
 * Idempotency key of an open form. All attempts to submit it carry the same key, so that a retry
 * after a lost response has no second effect. After a success, the next submission gets a new key.
 */
class SubmissionKey {
  #key = createIdempotencyKey()

  /** Runs a call with the headers to send, or with the key. */
  async run<T>(call: (headers: IdempotencyHeaders, key: string) => Promise<T>): Promise<T> {
    const result = await call(idempotencyHeader(this.#key), this.#key)
    this.#key = createIdempotencyKey()
    return result
  }
}

/** The idempotency key of a form while it is open. */
export function useSubmissionKey(): SubmissionKey {
  const [submissionKey] = useState(() => new SubmissionKey())
  return submissionKey
}

import { useState } from 'react'
import { keyed, newKey } from '#providers/call-key.ts'

export type Keyed = ReturnType<typeof keyed>

/**
 * Idempotency key of an open form. All attempts to submit it carry the same key, so that a retry after a lost response has no
 * second effect. After a success, the next submission gets a new key.
 */
class Intent {
  #key = newKey()

  /** Runs a call with the headers, or the key, to send. */
  async once<T>(call: (headers: Keyed, key: string) => Promise<T>): Promise<T> {
    const answer = await call(keyed(this.#key), this.#key)
    this.#key = newKey()
    return answer
  }
}

/** The idempotency key of a form while it is open. */
export function useIntent(): Intent {
  const [intent] = useState(() => new Intent())
  return intent
}

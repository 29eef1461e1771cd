import { useState } from 'react'
import { keyed, newKey } from '#providers/call-key.ts'

export type Keyed = ReturnType<typeof keyed>

/**
 * Intent of a person in a form that was opened: every try of it carries one key, so that an answer which was lost makes
 * nothing twice; once one has succeeded, the next is another wish.
 */
class Intent {
  #key = newKey()

  /** Runs a call with the headers, or the key, that it is to carry. */
  async once<T>(call: (headers: Keyed, key: string) => Promise<T>): Promise<T> {
    const answer = await call(keyed(this.#key), this.#key)
    this.#key = newKey()
    return answer
  }
}

/** The intent of a form, for as long as it is open. */
export function useIntent(): Intent {
  const [intent] = useState(() => new Intent())
  return intent
}

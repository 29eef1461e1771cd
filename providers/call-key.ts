import { HttpError } from './http-error.ts'

/** 128 random bits; `crypto.randomUUID` is absent on pages without TLS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The header by which the server knows a call that comes again: it is answered as the first was, and does nothing more. */
export const keyed = (key: string) => ({ 'idempotency-key': key })

/** Keys of calls that were sent and not answered, by what was sent. */
const unanswered = new Map<string, string>()

/**
 * Makes a call that one press sends. If the connection is cut, the same press later sends the same key, so that the call does
 * nothing twice even if only its answer was lost. `sent` names the call and what it carries.
 */
export async function once<T>(sent: readonly unknown[], call: (headers: ReturnType<typeof keyed>) => Promise<T>): Promise<T> {
  const words = JSON.stringify(sent)
  const key = unanswered.get(words) ?? newKey()
  unanswered.set(words, key)
  let isCut = false
  try {
    return await call(keyed(key))
  } catch (error) {
    isCut = error instanceof HttpError && error.statusCode === 0
    throw error
  } finally {
    if (!isCut) unanswered.delete(words)
  }
}

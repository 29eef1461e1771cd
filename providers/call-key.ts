import { HttpError } from './http-error.ts'

/** 128 random bits as hex. `crypto.randomUUID` is not available on pages without TLS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The header by which the server recognises a repeated call, to which it returns the first response without doing anything. */
export const keyed = (key: string) => ({ 'idempotency-key': key })

/** Keys of calls without a response, by what was sent. */
const unanswered = new Map<string, string>()

/**
 * Makes a call with an idempotency key. If the connection is lost, the same call later reuses the key, so that it takes effect
 * only once even if just the response was lost. `sent` identifies the call and its content.
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

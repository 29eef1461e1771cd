import { HttpError } from './http-error.ts'

/** 128 random bits as hex. `crypto.randomUUID` is not available on pages without TLS. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * The header by which the server recognises a repeated call. It then returns the first response and
 * changes nothing.
 */
export const idempotencyHeader = (key: string) => ({ 'idempotency-key': key })

export interface IdempotentCalls {
  /**
   * Makes a call with an idempotency key. If the connection is lost, the same call later reuses the
   * key, so that it takes effect only once even if just the response was lost. `sent` identifies
   * the call and its content.
   */
  readonly withIdempotencyKey: <T>(
    sent: readonly unknown[],
    call: (headers: ReturnType<typeof idempotencyHeader>) => Promise<T>,
  ) => Promise<T>
}

export function createIdempotentCalls(): IdempotentCalls {
  /** Keys of calls that got no response, by the content of the call. */
  const pendingKeys = new Map<string, string>()
  return {
    async withIdempotencyKey(sent, call) {
      const fingerprint = JSON.stringify(sent)
      const key = pendingKeys.get(fingerprint) ?? createIdempotencyKey()
      pendingKeys.set(fingerprint, key)
      let isConnectionLost = false
      try {
        return await call(idempotencyHeader(key))
      } catch (error) {
        isConnectionLost = error instanceof HttpError && error.statusCode === 0
        throw error
      } finally {
        if (!isConnectionLost) pendingKeys.delete(fingerprint)
      }
    },
  }
}

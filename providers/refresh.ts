import { type Endpoint, sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { HttpError } from './http-error.ts'
import type { PageTexts } from './issue-text.ts'
import type { RequestOptions, Send } from './send.ts'
import { createHttpError, readEnvelope } from './send.ts'

/**
 * Sends requests. After a 401, all waiting requests share one refresh of the session and are sent
 * once more (specification, section 7). `onLost` is called when a refresh fails, which means that
 * the session is over.
 */
export function createSendWithRefresh(
  send: Send,
  texts: PageTexts,
  onLost: (error: HttpError) => void,
): Send {
  /**
   * Number of successful refreshes. A call compares this number to find out whether the session was
   * refreshed since the call was sent.
   */
  let refreshCount = 0
  let refreshing: Promise<HttpError | null> | null = null

  async function refresh(): Promise<HttpError | null> {
    const options = { fallback: 'errors:errors.session.expired' }
    let failed: HttpError
    try {
      const response = await send(sessionEndpoints.refresh, options)
      const envelope = await readEnvelope(response)
      if (response.ok && envelope?.success) {
        refreshCount += 1
        return null
      }
      failed = await createHttpError({ response, envelope, ...options }, texts)
    } catch (error) {
      // The cast is safe: without a signal, `send` throws only `HttpError`.
      return error as HttpError
    }
    // A missing response, or one that asks to retry later, does not mean that the session is over.
    if (failed.statusCode === 429 || failed.statusCode === 503) return failed
    const sessionError = new HttpError({
      ...failed,
      message: texts.text('errors:errors.session.expired'),
    })
    onLost(sessionError)
    return sessionError
  }

  /**
   * Refreshes the session. Only one refresh runs at a time in this browser. Resolves to the error,
   * or to null on success.
   */
  function refreshOnce(): Promise<HttpError | null> {
    refreshing ??= withLock(refresh).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return async (endpoint: Endpoint, options: RequestOptions) => {
    const sentAt = refreshCount
    const response = await send(endpoint, options)
    if (response.status !== 401 || !(await shouldRefresh(endpoint, response))) return response
    // If another call refreshed the session in the meantime, only sends the request again.
    if (refreshCount === sentAt) {
      const failed = await refreshOnce()
      if (failed) throw failed
    }
    return send(endpoint, options)
  }
}

/** Pages of one browser share the session, so they share the lock. */
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Not available in insecure contexts and in tests.
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('matricola.refresh', work) : work()
}

/** Wrong credentials also return a 401, but do not affect the session. */
async function shouldRefresh(endpoint: Endpoint, response: Response): Promise<boolean> {
  if (endpoint.path === sessionEndpoints.login.path) return false
  const envelope = await readEnvelope(response.clone())
  return !(envelope?.success === false && envelope.code === 'credentials.wrong')
}

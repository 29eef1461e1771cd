/** Sends single requests. The only code that uses the network, apart from the stream of `live.ts`. */
import { type Endpoint, fillPath } from '@matricola/schema/wire/endpoints.ts'
import { HttpError } from './http-error.ts'
import type { PageTexts } from './issue-text.ts'
import type { RequestOptions } from './request-options.ts'

export interface SendSettings extends PageTexts {
  /** Origin of the API without a trailing slash. Empty if it equals the origin of the page. */
  readonly baseUrl: string
}

/** Sends a request and resolves to its response, whatever its status. Rejects if there is no response. */
export type Send = (endpoint: Endpoint, options: RequestOptions) => Promise<Response>

export const createSend =
  ({ baseUrl, language, text }: SendSettings): Send =>
  async (endpoint, options) => {
    const { form, body, signal = null } = options
    try {
      const send = options.onProgress ? sendWithProgress(options.onProgress) : fetch
      return await send(urlOf(baseUrl, endpoint, options), {
        method: endpoint.method,
        credentials: 'include',
        headers: {
          accept: 'application/json',
          'accept-language': language(),
          // Only the browser knows the boundary in a form's content type.
          ...(form ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        signal,
        ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      // A call with an idempotency key can always be repeated safely.
      const textKey = options.headers?.['idempotency-key'] !== undefined ? 'errors:failed.cut' : options.fallback
      throw new HttpError({ statusCode: 0, message: text(textKey ?? 'errors:failed.network'), isGeneral: textKey === undefined })
    }
  }

function urlOf(baseUrl: string, endpoint: Endpoint, { path = {}, params = {} }: RequestOptions): string {
  const pairs = Symbol.iterator in params ? params : Object.entries(params)
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  // Node's `fetch`, used in tests, does not accept relative URLs.
  return `${baseUrl || window.location.origin}${fillPath(endpoint.path, path)}${query ? `?${query}` : ''}`
}

/** Fetches a file from the page's own origin, even if the API has a different one. */
export async function fetchPageFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(address, window.location.href))
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.arrayBuffer()
}

interface SendOptions {
  readonly method: string
  readonly headers: { readonly [name: string]: string }
  readonly signal: AbortSignal | null
  readonly body?: FormData | string
}

/** Like `fetch`, but reports the progress of uploads. */
const sendWithProgress =
  (onProgress: (fraction: number) => void) =>
  (url: string, { method, headers, signal, body }: SendOptions): Promise<Response> =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest()
      call.open(method, url)
      call.withCredentials = true
      call.responseType = 'text'
      for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
      call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      call.upload.onload = () => onProgress(1)
      call.onload = () => {
        const headers = new Headers()
        for (const name of ['content-type', 'retry-after']) {
          const value = call.getResponseHeader(name)
          if (value !== null) headers.set(name, value)
        }
        resolve(new Response(call.responseText || null, { status: call.status, headers }))
      }
      call.onerror = () => reject(new TypeError('no answer'))
      const abort = () => {
        call.abort()
        reject(new DOMException('aborted', 'AbortError'))
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      call.onloadend = () => signal?.removeEventListener('abort', abort)
      call.send(body)
    })

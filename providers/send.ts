/**
 * Sends single requests and reads their responses: envelopes, error messages and file names. The
 * only code that uses the network, apart from the stream of `live.ts`.
 */
import { type Endpoint, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Envelope, FieldIssues } from '@matricola/schema/wire/wire.ts'
import { HttpError } from './http-error.ts'
import { formatIssue, type PageTexts } from './issue-text.ts'

/** The parts of a request. */
export interface RequestOptions {
  /** Values for placeholders in the path, such as `:id`. */
  readonly path?: { readonly [name: string]: string }
  readonly params?: readonly (readonly [string, string])[] | { readonly [name: string]: string }
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal | undefined
  /** Called with the fraction of the body that has been sent, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  /** Text key to use if an error has no message, such as `errors:failed.login`. */
  readonly fallback?: string
}

/** The response to a call. `header` reads a response header. */
export interface ApiResponse<T> {
  readonly data: T
  readonly message: string
  readonly header: (name: string) => string | null
}

export interface SendSettings extends PageTexts {
  /** Origin of the API without a trailing slash. Empty if it equals the origin of the page. */
  readonly baseUrl: string
}

/**
 * Sends a request and resolves to its response, whatever its status. Rejects if there is no
 * response.
 */
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
      const textKey =
        options.headers?.['idempotency-key'] !== undefined ? 'errors:failed.cut' : options.fallback
      throw new HttpError({
        statusCode: 0,
        message: text(textKey ?? 'errors:failed.network'),
        isGeneral: textKey === undefined,
      })
    }
  }

function urlOf(
  baseUrl: string,
  endpoint: Endpoint,
  { path = {}, params = {} }: RequestOptions,
): string {
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

export async function readEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    const parsed: unknown = await response.clone().json()
    // Every JSON response of the API is an envelope. JSON from elsewhere has no `success` and
    // counts as a failure.
    return typeof parsed === 'object' && parsed !== null && 'success' in parsed
      ? (parsed as Envelope<T>)
      : null
  } catch {
    return null
  }
}

interface Failure {
  readonly response: Response
  readonly envelope: Envelope<unknown> | null
  /** Text key to use if the response has no message. */
  readonly fallback: string | undefined
}

/**
 * The server's message, or the plain text of the response; null if it has neither (specification,
 * section 8).
 */
async function serverMessage({ response, envelope }: Failure): Promise<string | null> {
  if (envelope?.message) return envelope.message
  const type = response.headers.get('content-type') ?? ''
  const plainText = type.startsWith('text/plain') ? (await response.clone().text()).trim() : ''
  return plainText !== '' && plainText.length <= 300 ? plainText : null
}

export async function createHttpError(failed: Failure, texts: PageTexts): Promise<HttpError> {
  const { response, envelope, fallback } = failed
  const failure = envelope?.success === false ? envelope : null
  const fields: FieldIssues = failure?.fields ?? {}
  const message = await serverMessage(failed)
  return new HttpError({
    statusCode: response.status,
    message: message ?? texts.text(fallback ?? 'errors:errors.server.failed'),
    isGeneral: message === null && fallback === undefined,
    code: failure?.code,
    fields,
    errors: Object.fromEntries(
      Object.entries(fields).map(([name, issues]) => [
        name,
        issues.map((issue) => formatIssue(issue, texts)),
      ]),
    ),
    current: failure?.current,
    allowed: failure?.allowed,
    queue: failure?.queue,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    requestId: failure?.requestId,
  })
}

export function fileNameFrom(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded
    ? decodeURIComponent(encoded)
    : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download')
}

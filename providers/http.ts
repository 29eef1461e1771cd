/**
 * All network access of the browser code. Requests include cookies. Responses have success, data and message; a call succeeds only
 * if `success` is true and `data` is present. After a 401, all waiting calls share one refresh and are retried once (specification,
 * section 7).
 */
import { type Endpoint, fillPath, sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { isEntityIssueCode } from '@matricola/schema/wire/errors.ts'
import type { Envelope, FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import { HttpError } from './http-error.ts'

export { HttpError } from './http-error.ts'

export interface HttpSettings {
  /** Origin of the API without a trailing slash. Empty if it equals the origin of the page. */
  readonly baseUrl: string
  /** The requested language of responses. */
  readonly language: () => string
  /** Translates a text key, such as `errors:issues.required`. */
  readonly text: (key: string, params?: Issue['params']) => string
  /** Called when a refresh fails, which means that the session is over. */
  readonly onSessionLost: (error: HttpError) => void
}

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
  /** Text key to use if an error has no message, such as `public:failed.login`. */
  readonly fallback?: string
}

let settings: HttpSettings = { baseUrl: '', language: () => 'en', text: (key) => key, onSessionLost: () => {} }

export function configureHttp(next: HttpSettings) {
  settings = next
}

/** Asks the user for the password and sends it to the server. Resolves to true on success. */
export type AskPassword = () => Promise<boolean>

let askPassword: AskPassword | null = null

/** Sets the function that asks for the password when a call requires reauthentication. With null, such calls fail. */
export function setPasswordPrompt(prompt: AskPassword | null) {
  askPassword = prompt
}

/** The text for a key, in the language of the page. */
export const messageText = (key: string, params?: Issue['params']) => settings.text(key, params)

export function translateIssue({ code, params = {} }: Issue): string {
  const formattedParams = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? formatDate(value) : value.toLocaleString(settings.language(), { maximumFractionDigits: 10 }),
  ])
  return settings.text(isEntityIssueCode(code) ? `resources:${code}` : `errors:issues.${code}`, Object.fromEntries(formattedParams))
}

/** The response to a call. `header` reads a response header. */
export interface ApiResponse<T> {
  readonly data: T
  readonly message: string
  readonly header: (name: string) => string | null
}

/** URL of an API path, for links, images and connections that the browser opens itself. */
export const apiUrl = (path: string) => `${settings.baseUrl}${path}`

/** Whether the API has a different origin from the page. If so, `fetch` sends cookies, but links do not. */
export const isApiCrossOrigin = () => new URL(settings.baseUrl, window.location.href).origin !== window.location.origin

/** Fetches a file from the page's own origin, even if the API has a different one. */
export async function fetchPageFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(address, window.location.href))
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.arrayBuffer()
}

/** Makes a call and returns its data and message. Throws `HttpError`, or the browser's `AbortError` if it is aborted. */
export async function request<T>(endpoint: Endpoint, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  const response = await send(endpoint, options)
  const envelope = await readEnvelope<T>(response)
  if (response.ok && envelope?.success === true && envelope.data !== null && envelope.data !== undefined) {
    return { data: envelope.data, message: envelope.message, header: (name) => response.headers.get(name) }
  }
  throw await createHttpError(response, envelope, options)
}

/** Like `request`, for an upload with progress. */
export const upload = <T>(endpoint: Endpoint, options: RequestOptions & Required<Pick<RequestOptions, 'form' | 'onProgress'>>) =>
  request<T>(endpoint, options)

export async function download(endpoint: Endpoint, options: RequestOptions = {}): Promise<{ blob: Blob; name: string }> {
  const response = await send(endpoint, options)
  if (!response.ok) throw await createHttpError(response, await readEnvelope(response), options)
  return { blob: await response.blob(), name: fileNameFrom(response.headers.get('content-disposition') ?? '') }
}

function fileNameFrom(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download')
}

/** Sends a request. If the server requires reauthentication, asks for the password and sends it again. */
async function send(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const response = await sendWithRefresh(endpoint, options)
  if (response.status !== 403 || !askPassword || !(await requiresReauthentication(response))) return response
  return (await askPassword()) ? sendWithRefresh(endpoint, options) : response
}

async function requiresReauthentication(response: Response): Promise<boolean> {
  const envelope = await readEnvelope(response)
  return envelope?.success === false && envelope.code === 'reauthentication.required'
}

/** Sends a request. After a 401, refreshes the session once and sends it again. */
async function sendWithRefresh(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const sentAt = refreshCount
  const response = await sendOnce(endpoint, options)
  if (response.status !== 401 || !(await shouldRefresh(endpoint, response))) return response
  // If another call refreshed the session in the meantime, only sends the request again.
  if (refreshCount === sentAt) {
    const failed = await refreshOnce()
    if (failed) throw failed
  }
  return sendOnce(endpoint, options)
}

async function sendOnce(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const { form, body, signal = null } = options
  try {
    const send = options.onProgress ? sendWithProgress(options.onProgress) : fetch
    return await send(urlOf(endpoint, options), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        'accept-language': settings.language(),
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
    const hasIdempotencyKey = options.headers?.['idempotency-key'] !== undefined
    const text = hasIdempotencyKey ? 'public:failed.cut' : (options.fallback ?? 'public:failed.network')
    throw new HttpError({ statusCode: 0, message: settings.text(text) })
  }
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

function urlOf(endpoint: Endpoint, { path = {}, params = {} }: RequestOptions): string {
  const pairs = Symbol.iterator in params ? params : Object.entries(params)
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  // Node's `fetch`, used in tests, does not accept relative URLs.
  const base = settings.baseUrl || window.location.origin
  return `${base}${fillPath(endpoint.path, path)}${query ? `?${query}` : ''}`
}

/** Number of successful refreshes. A call compares this number to find out whether the session was refreshed since the call was sent. */
let refreshCount = 0
let refreshing: Promise<HttpError | null> | null = null

/** Refreshes the session. Only one refresh runs at a time in this browser. Resolves to the error, or to null on success. */
function refreshOnce(): Promise<HttpError | null> {
  refreshing ??= refreshWithLock().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshWithLock(): Promise<HttpError | null> {
  // Not available in insecure contexts and in tests.
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('matricola.refresh', refresh) : refresh()
}

async function refresh(): Promise<HttpError | null> {
  const options = { fallback: 'errors:errors.session.expired' }
  let failed: HttpError
  try {
    const response = await sendOnce(sessionEndpoints.refresh, options)
    const answer = await readEnvelope(response)
    if (response.ok && answer?.success) {
      refreshCount += 1
      return null
    }
    failed = await createHttpError(response, answer, options)
  } catch (error) {
    // The cast is safe: without a signal, `sendOnce` throws only `HttpError`.
    return error as HttpError
  }
  // A missing response, or one that asks to retry later, does not mean that the session is over.
  if (failed.statusCode === 429 || failed.statusCode === 503) return failed
  const sessionError = new HttpError({ ...failed, message: settings.text('errors:errors.session.expired') })
  settings.onSessionLost(sessionError)
  return sessionError
}

/** Wrong credentials also return a 401, but do not affect the session. */
async function shouldRefresh(endpoint: Endpoint, response: Response): Promise<boolean> {
  if (endpoint.path === sessionEndpoints.login.path) return false
  const envelope = await readEnvelope(response.clone())
  return !(envelope?.success === false && envelope.code === 'credentials.wrong')
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    const parsed: unknown = await response.clone().json()
    // Every JSON response of the API is an envelope. JSON from elsewhere has no `success` and counts as a failure.
    return typeof parsed === 'object' && parsed !== null && 'success' in parsed ? (parsed as Envelope<T>) : null
  } catch {
    return null
  }
}

/** The message to show: the server's message, the plain text of the response, or the fallback, in this order (specification, section 8). */
async function failureMessage(response: Response, envelope: Envelope<unknown> | null, fallback: string | undefined): Promise<string> {
  if (envelope?.message) return envelope.message
  const type = response.headers.get('content-type') ?? ''
  const plainText = type.startsWith('text/plain') ? (await response.clone().text()).trim() : ''
  if (plainText !== '' && plainText.length <= 300) return plainText
  return settings.text(fallback ?? 'errors:errors.server.failed')
}

async function createHttpError(response: Response, envelope: Envelope<unknown> | null, options: RequestOptions): Promise<HttpError> {
  const failure = envelope?.success === false ? envelope : null
  const fields: FieldIssues = failure?.fields ?? {}
  return new HttpError({
    statusCode: response.status,
    message: await failureMessage(response, envelope, options.fallback),
    code: failure?.code,
    fields,
    errors: Object.fromEntries(Object.entries(fields).map(([name, issues]) => [name, issues.map(translateIssue)])),
    current: failure?.current,
    allowed: failure?.allowed,
    queue: failure?.queue,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    requestId: failure?.requestId,
  })
}

const formatDate = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value)
    ? new Intl.DateTimeFormat(settings.language(), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(value),
      )
    : value

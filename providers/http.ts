/**
 * The only door to the network. Cookies travel along, answers are read as success, data and message; a call succeeded only
 * when success and data are both there. A 401 is answered by one refresh for all waiting calls and one retry
 * (specification, section 7).
 */
import { type Endpoint, fillPath, sessionEndpoints } from '#model/wire/endpoints.ts'
import { isOfEntity } from '#model/wire/errors.ts'
import type { Envelope, FieldIssues, Issue } from '#model/wire/wire.ts'
import { HttpError } from './http-error.ts'

export { HttpError } from './http-error.ts'

export interface HttpSettings {
  /** Origin of the API without a slash at its end; empty: the page's own. */
  readonly baseUrl: string
  /** The language that answers should be in. */
  readonly language: () => string
  /** Translates a message key, such as `errors:issues.required`. */
  readonly text: (key: string, params?: Issue['params']) => string
  /** Called when a refresh failed, so that nobody is signed in any more. */
  readonly onSessionLost: (error: HttpError) => void
}

export interface RequestOptions {
  /** Fills `:id` and its like in the endpoint's path. */
  readonly path?: { readonly [name: string]: string }
  readonly params?: readonly (readonly [string, string])[] | { readonly [name: string]: string }
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal | undefined
  /** Told how much of the body has been sent, 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Key of the text to show when a failure brings none of its own, such as `public:failed.login`. */
  readonly fallback?: string
}

let settings: HttpSettings = { baseUrl: '', language: () => 'en', text: (key) => key, onSessionLost: () => {} }

export function configureHttp(next: HttpSettings) {
  settings = next
}

/** Asks the person for the password and proves it to the server; answers whether that worked. */
export type AskPassword = () => Promise<boolean>

let askPassword: AskPassword | null = null

/** Sets who asks when a call wants the password again; null: nobody, and the call fails. */
export function onPasswordAsked(ask: AskPassword | null) {
  askPassword = ask
}

/** A text for people by its key, in the language of the page. */
export const messageText = (key: string, params?: Issue['params']) => settings.text(key, params)

/** The translated text of one refused value. */
export function issueText({ code, params = {} }: Issue): string {
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? dateText(value) : value.toLocaleString(settings.language(), { maximumFractionDigits: 10 }),
  ])
  return settings.text(isOfEntity(code) ? `resources:${code}` : `errors:issues.${code}`, Object.fromEntries(shown))
}

/** Answer of a call. `header` reads what came with it beside the body. */
export interface Answered<T> {
  readonly data: T
  readonly message: string
  readonly header: (name: string) => string | null
}

/** Where a path of the API is, for what the browser fetches by itself: links, pictures, its own connections. */
export const apiAddress = (path: string) => `${settings.baseUrl}${path}`

/** Tells whether the API is at another origin than the page: its fetches then carry cookies, and followed links do not. */
export const isApiElsewhere = () => new URL(settings.baseUrl, window.location.href).origin !== window.location.origin

/** The bytes of a file that came with the page, wherever the API is. */
export async function ownFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(address, window.location.href))
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.arrayBuffer()
}

/** Makes a call and answers its data and message. Throws `HttpError`; an aborted call throws the browser's `AbortError`. */
export async function request<T>(endpoint: Endpoint, options: RequestOptions = {}): Promise<Answered<T>> {
  const response = await send(endpoint, options)
  const answer = await readEnvelope<T>(response)
  if (response.ok && answer?.success === true && answer.data !== null && answer.data !== undefined) {
    return { data: answer.data, message: answer.message, header: (name) => response.headers.get(name) }
  }
  throw await failureOf(response, answer, options)
}

/** `request` for a file that is sent while the person watches: it tells how far it has come. */
export const upload = <T>(endpoint: Endpoint, options: RequestOptions & Required<Pick<RequestOptions, 'form' | 'onProgress'>>) =>
  request<T>(endpoint, options)

/** Makes a call whose answer is a file. */
export async function download(endpoint: Endpoint, options: RequestOptions = {}): Promise<{ blob: Blob; name: string }> {
  const response = await send(endpoint, options)
  if (!response.ok) throw await failureOf(response, await readEnvelope(response), options)
  return { blob: await response.blob(), name: nameIn(response.headers.get('content-disposition') ?? '') }
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download')
}

/** Sends; where the server wants the password again, asks the person for it and sends once more. */
async function send(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const response = await sendSignedIn(endpoint, options)
  if (response.status !== 403 || !askPassword || !(await wantsPassword(response))) return response
  return (await askPassword()) ? sendSignedIn(endpoint, options) : response
}

async function wantsPassword(response: Response): Promise<boolean> {
  const answer = await readEnvelope(response)
  return answer?.success === false && answer.code === 'reauthentication.required'
}

/** Sends; after a 401 refreshes the session once and sends once more. */
async function sendSignedIn(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const sentAt = refreshes
  const response = await sendOnce(endpoint, options)
  if (response.status !== 401 || !(await mayRefresh(endpoint, response))) return response
  // Another call may have refreshed the session while this one was under way: then it is only sent again.
  if (refreshes === sentAt) {
    const failed = await refreshOnce()
    if (failed) throw failed
  }
  return sendOnce(endpoint, options)
}

async function sendOnce(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const { form, body, signal = null } = options
  try {
    const send = options.onProgress ? sendWatched(options.onProgress) : fetch
    return await send(urlOf(endpoint, options), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        'accept-language': settings.language(),
        // A form's content type carries its boundary, which only the browser knows.
        ...(form ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      signal,
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    // A call with a key can be sent again whatever became of it.
    const isKeyed = options.headers?.['idempotency-key'] !== undefined
    const text = isKeyed ? 'public:failed.cut' : (options.fallback ?? 'public:failed.network')
    throw new HttpError({ statusCode: 0, message: settings.text(text) })
  }
}

interface Sending {
  readonly method: string
  readonly headers: { readonly [name: string]: string }
  readonly signal: AbortSignal | null
  readonly body?: FormData | string
}

/** `fetch` with a progress, which it cannot tell of itself. */
const sendWatched =
  (onProgress: (share: number) => void) =>
  (url: string, { method, headers, signal, body }: Sending): Promise<Response> =>
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
  // Node's fetch, which tests run on, takes no relative addresses.
  const base = settings.baseUrl || window.location.origin
  return `${base}${fillPath(endpoint.path, path)}${query ? `?${query}` : ''}`
}

/** Counts the refreshes that worked, so that a call can tell whether one happened since it was sent. */
let refreshes = 0
let refreshing: Promise<HttpError | null> | null = null

/** One refresh at a time for all calls of this page, and one at a time among the pages of this browser. Answers what failed. */
function refreshOnce(): Promise<HttpError | null> {
  refreshing ??= lockedRefresh().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function lockedRefresh(): Promise<HttpError | null> {
  // Absent outside secure contexts and in tests.
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
      refreshes += 1
      return null
    }
    failed = await failureOf(response, answer, options)
  } catch (error) {
    // `sendOnce` throws nothing else here: this call has no signal.
    return error as HttpError
  }
  // No answer, or one of "later", says nothing about the session.
  if (failed.statusCode === 429 || failed.statusCode === 503) return failed
  const lost = new HttpError({ ...failed, message: settings.text('errors:errors.session.expired') })
  settings.onSessionLost(lost)
  return lost
}

/** Wrong credentials are a 401 too, but of the person, not of the session. */
async function mayRefresh(endpoint: Endpoint, response: Response): Promise<boolean> {
  if (endpoint.path === sessionEndpoints.login.path) return false
  const answer = await readEnvelope(response.clone())
  return !(answer?.success === false && answer.code === 'credentials.wrong')
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    const answer: unknown = await response.clone().json()
    // Every JSON answer of the API is an envelope; a stranger's JSON has no `success` and counts as a failure.
    return typeof answer === 'object' && answer !== null && 'success' in answer ? (answer as Envelope<T>) : null
  } catch {
    return null
  }
}

/** Message to show: the server's, else the text of the answer, else the caller's or the generic text (section 8). */
async function failureMessage(response: Response, answer: Envelope<unknown> | null, fallback: string | undefined): Promise<string> {
  if (answer?.message) return answer.message
  const type = response.headers.get('content-type') ?? ''
  const words = type.startsWith('text/plain') ? (await response.clone().text()).trim() : ''
  if (words !== '' && words.length <= 300) return words
  return settings.text(fallback ?? 'errors:errors.server.failed')
}

async function failureOf(response: Response, answer: Envelope<unknown> | null, options: RequestOptions): Promise<HttpError> {
  const failure = answer?.success === false ? answer : null
  const fields: FieldIssues = failure?.fields ?? {}
  return new HttpError({
    statusCode: response.status,
    message: await failureMessage(response, answer, options.fallback),
    code: failure?.code,
    fields,
    errors: Object.fromEntries(Object.entries(fields).map(([name, issues]) => [name, issues.map(issueText)])),
    current: failure?.current,
    allowed: failure?.allowed,
    queue: failure?.queue,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    requestId: failure?.requestId,
  })
}

const dateText = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value)
    ? new Intl.DateTimeFormat(settings.language(), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(value),
      )
    : value

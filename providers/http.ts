/**
 * The HTTP client of a page. Requests include cookies. Responses have success, data and message; a
 * call succeeds only if `success` is true and `data` is present. An expired session is renewed and
 * the call sent again, and so is a call that requires reauthentication (specification, section 7).
 */
import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { HttpError } from './http-error.ts'
import { createIdempotentCalls, type IdempotentCalls } from './idempotency-key.ts'
import { type CallFunctions, createCalls } from './make-call.ts'
import { createSendWithRefresh } from './refresh.ts'
import type { ApiResponse, RequestOptions } from './send.ts'
import {
  createHttpError,
  createSend,
  fileNameFrom,
  readEnvelope,
  type SendSettings,
} from './send.ts'

export { HttpError } from './http-error.ts'

export type HttpSettings = SendSettings

/** Asks the user for the password and sends it to the server. Resolves to true on success. */
export type AskPassword = () => Promise<boolean>

export interface Http extends CallFunctions, IdempotentCalls {
  /**
   * Makes a call and returns its data and message. Throws `HttpError`, or the browser's
   * `AbortError` if it is aborted.
   */
  readonly request: <T>(endpoint: Endpoint, options?: RequestOptions) => Promise<ApiResponse<T>>
  /** Like `request`, for an upload with progress. */
  readonly upload: <T>(
    endpoint: Endpoint,
    options: RequestOptions & Required<Pick<RequestOptions, 'form' | 'onProgress'>>,
  ) => Promise<ApiResponse<T>>
  readonly download: (
    endpoint: Endpoint,
    options?: RequestOptions,
  ) => Promise<{ blob: Blob; name: string }>
  /** URL of an API path, for links, images and connections that the browser opens itself. */
  readonly apiUrl: (path: string) => string
  /**
   * Whether the API has a different origin from the page. If so, `fetch` sends cookies, but links
   * do not.
   */
  readonly isApiCrossOrigin: () => boolean
  /** The text for a key, in the language of the page. */
  readonly text: (key: string, params?: Issue['params']) => string
  /**
   * Calls `listener` when a refresh fails, which means that the session is over. Returns a function
   * that stops.
   */
  readonly onSessionLost: (listener: (error: HttpError) => void) => () => void
  /**
   * Sets the function that asks for the password when a call requires reauthentication. With null,
   * such calls fail.
   */
  readonly setPasswordPrompt: (prompt: AskPassword | null) => void
}

/** Creates the HTTP client of a page, which its public pages and its console share. */
export function createHttp(settings: HttpSettings): Http {
  const { baseUrl, text } = settings
  const lostListeners = new Set<(error: HttpError) => void>()
  const sendWithRefresh = createSendWithRefresh(createSend(settings), settings, (error) => {
    for (const listener of lostListeners) listener(error)
  })
  let askPassword: AskPassword | null = null

  /**
   * Sends a request. If the server requires reauthentication, asks for the password and sends it
   * again.
   */
  async function send(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
    const response = await sendWithRefresh(endpoint, options)
    if (response.status !== 403 || !askPassword || !(await requiresReauthentication(response)))
      return response
    return (await askPassword()) ? sendWithRefresh(endpoint, options) : response
  }

  async function request<T>(
    endpoint: Endpoint,
    options: RequestOptions = {},
  ): Promise<ApiResponse<T>> {
    const response = await send(endpoint, options)
    const envelope = await readEnvelope<T>(response)
    if (
      response.ok &&
      envelope?.success === true &&
      envelope.data !== null &&
      envelope.data !== undefined
    ) {
      return {
        data: envelope.data,
        message: envelope.message,
        header: (name) => response.headers.get(name),
      }
    }
    throw await createHttpError({ response, envelope, fallback: options.fallback }, settings)
  }

  async function download(endpoint: Endpoint, options: RequestOptions = {}) {
    const response = await send(endpoint, options)
    if (!response.ok) {
      throw await createHttpError(
        { response, envelope: await readEnvelope(response), fallback: options.fallback },
        settings,
      )
    }
    return {
      blob: await response.blob(),
      name: fileNameFrom(response.headers.get('content-disposition') ?? ''),
    }
  }

  return {
    request,
    upload: request,
    download,
    ...createCalls({ request, download }),
    ...createIdempotentCalls(),
    apiUrl: (path) => `${baseUrl}${path}`,
    isApiCrossOrigin: () =>
      new URL(baseUrl, window.location.href).origin !== window.location.origin,
    text,
    onSessionLost(listener) {
      lostListeners.add(listener)
      return () => void lostListeners.delete(listener)
    },
    setPasswordPrompt(prompt) {
      askPassword = prompt
    },
  }
}

async function requiresReauthentication(response: Response): Promise<boolean> {
  const envelope = await readEnvelope(response)
  return envelope?.success === false && envelope.code === 'reauthentication.required'
}

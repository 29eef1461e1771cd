/** Makes declared calls, with arguments and responses typed by their declarations. */
import type { Call, CallArguments, ResponseOf } from '@matricola/schema/wire/call.ts'
import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import type { ApiResponse, RequestOptions } from './send.ts'

/**
 * Method and path of a call. Pages that must not load the schemas of the call use its endpoint and
 * its type: `makeCall<typeof call>(endpoint, …)`.
 */
export type CallEndpoint<C extends Call> = Pick<C, 'method' | 'path'>

/** Options of a request in addition to its input. */
export type CallOptions = Pick<
  RequestOptions,
  'headers' | 'signal' | 'form' | 'onProgress' | 'fallback'
>

/** Arguments of a call; optional if the call has no required input. */
export type CallParameters<C extends Call, More> =
  {} extends CallArguments<C> ? [asked?: CallArguments<C> & More] : [asked: CallArguments<C> & More]

export interface CallFunctions {
  /**
   * Makes a call and returns its data and message. Throws `HttpError`, or the browser's
   * `AbortError` if it is aborted.
   */
  readonly makeCall: <C extends Call>(
    call: C | CallEndpoint<C>,
    ...args: CallParameters<C, CallOptions>
  ) => Promise<ApiResponse<ResponseOf<C>>>
  readonly downloadCallFile: <C extends Call>(
    call: C | CallEndpoint<C>,
    ...args: CallParameters<C, CallOptions>
  ) => Promise<{ blob: Blob; name: string }>
}

interface Requests {
  readonly request: <T>(endpoint: Endpoint, options: RequestOptions) => Promise<ApiResponse<T>>
  readonly download: (
    endpoint: Endpoint,
    options: RequestOptions,
  ) => Promise<{ blob: Blob; name: string }>
}

export const createCalls = ({ request, download }: Requests): CallFunctions => ({
  makeCall: (call, ...[args]) => request(call, toRequestOptions(args)),
  downloadCallFile: (call, ...[args]) => download(call, toRequestOptions(args)),
})

interface UntypedCallOptions extends CallOptions {
  readonly params?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly input?: unknown
}

function toRequestOptions({
  params,
  query,
  input,
  ...sending
}: UntypedCallOptions = {}): RequestOptions {
  return {
    ...sending,
    ...(params && { path: serializeValues(params) }),
    ...(query && { params: serializeValues(query) }),
    ...(input !== undefined && { body: input }),
  }
}

/**
 * Serializes values for a URL. Arrays become comma-separated lists, and undefined values are
 * dropped.
 */
const serializeValues = (values: {
  readonly [name: string]: unknown
}): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** The parts of a request, and the result of its response. */

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

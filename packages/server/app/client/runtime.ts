/**
 * Types of a call in the API document: its parameters, query and body, and the data of its
 * response.
 */
export interface AnyCall {
  readonly given: {
    readonly params?: { readonly [name: string]: string }
    readonly query?: { readonly [name: string]: unknown }
    readonly body?: unknown
  }
  readonly answer: unknown
}

/** A problem with a field of the request. */
export interface Issue<Code extends string = string> {
  readonly code: Code
  readonly params?: { readonly [name: string]: string | number }
}

/** An error response of the server: a refusal or a failure. */
export class ApiError<
  Code extends string = string,
  IssueCode extends string = string,
> extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: Code | undefined
  /** Problems with fields of the request, by field name. */
  readonly fields: { readonly [field: string]: readonly Issue<IssueCode>[] }
  readonly requestId: string | undefined

  constructor(
    status: number,
    failure: {
      message?: string
      code?: Code
      fields?: ApiError<Code, IssueCode>['fields']
      requestId?: string
    },
  ) {
    super(failure.message ?? `The server responded with status ${status}.`)
    this.status = status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.requestId = failure.requestId
  }
}

export interface Options {
  /** For example `https://admitere.univ.ro`. */
  readonly origin: string
  /** Language of messages, for example `ro`. */
  readonly language?: string
  /** Number of retries after a lost response or a busy server. Default: 3. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

/** Names of the calls that accept an idempotency key, and of the calls that return a file. */
export interface Traits {
  readonly keyed: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

/** Names of the calls that return pages of a list. */
type Paged<Calls> = {
  [N in keyof Calls]: Calls[N] extends { readonly answer: { readonly list: readonly unknown[] } }
    ? N
    : never
}[keyof Calls]
type RowOf<C> = C extends { readonly answer: { readonly list: readonly (infer Row)[] } }
  ? Row
  : never
type InputOf<C> = C extends { readonly given: infer G } ? G : never
type AnswerOf<C> = C extends { readonly answer: infer A } ? A : never
/** The argument is optional if the call requires nothing. */
type CallArguments<C> =
  Record<never, never> extends InputOf<C> ? [given?: InputOf<C>] : [given: InputOf<C>]

/** Status codes of temporary failures. */
const temporaryStatus = new Set([429, 502, 503, 504])
const longestWaitMs = 30_000

/** A connection to the API, with the session of the user who signed in. */
export class Client<Calls extends { readonly [N in keyof Calls]: AnyCall }> {
  readonly #options: Options
  readonly #traits: Traits
  readonly #cookies = new Map<string, string>()
  #renewing: Promise<boolean> | undefined

  constructor(options: Options, traits: Traits) {
    this.#options = options
    this.#traits = traits
  }

  /** Signs in. The client keeps the session and renews it when necessary. Throws `ApiError`. */
  async signIn(username: string, password: string): Promise<void> {
    await this.#send('POST /api/authentication/login', { body: { username, password } })
  }

  async signOut(): Promise<void> {
    await this.#send('DELETE /api/authentication/revoke-auth', {})
    this.#cookies.clear()
  }

  /**
   * Makes a call by its name, such as `GET /api/courses/{id}`. Returns its data, or the `Response`
   * if it returns a file. A write is repeated with the same idempotency key, so that it is applied
   * once. Throws `ApiError`.
   */
  async call<N extends keyof Calls & string>(
    name: N,
    ...[given]: CallArguments<Calls[N]>
  ): Promise<AnswerOf<Calls[N]>> {
    // The API document describes the data.
    return (await this.#send(name, given ?? {})) as AnswerOf<Calls[N]>
  }

  /** Iterates over the rows of all pages of a list. */
  async *all<N extends Paged<Calls> & keyof Calls & string>(
    name: N,
    ...[given]: CallArguments<Calls[N]>
  ): AsyncGenerator<RowOf<Calls[N]>> {
    const request: AnyCall['given'] = given ?? {}
    for (let pageNumber = 1, seen = 0; ; pageNumber++) {
      const query = { pageSize: 100, ...request.query, pageNumber }
      // `Paged` selects calls that return a list.
      const page = (await this.#send(name, { ...request, query })) as {
        totalCount: number
        list: readonly RowOf<Calls[N]>[]
      }
      yield* page.list
      seen += page.list.length
      if (page.list.length === 0 || seen >= page.totalCount) return
    }
  }

  async #send(name: string, given: AnyCall['given']): Promise<unknown> {
    const key = this.#traits.keyed.has(name) ? crypto.randomUUID() : undefined
    const canRetry = key !== undefined || name.startsWith('GET ')
    const maxRetries = canRetry ? (this.#options.retries ?? 3) : 0
    let ticket: string | undefined
    for (let attempt = 0, isRenewed = false; ; attempt++) {
      let response: Response
      try {
        response = await this.#fetch(name, given, key, ticket)
      } catch (error) {
        if (attempt >= maxRetries) throw error
        await wait(attempt)
        continue
      }
      if (response.ok && this.#traits.files.has(name)) return response
      const envelope = (await response.json().catch(() => ({}))) as {
        data?: unknown
        code?: string
        queue?: { ticket: string }
      }
      if (response.ok) return envelope.data
      if (
        response.status === 401 &&
        !isRenewed &&
        this.#cookies.size > 0 &&
        !name.includes('/authentication/')
      ) {
        isRenewed = true
        if (await this.#renew()) continue
      }
      if (canRetry && envelope.queue) {
        // Waiting in the queue is not a failure, so it does not count as an attempt.
        ticket = envelope.queue.ticket
        attempt = -1
        await wait(0, response.headers.get('retry-after'))
        continue
      }
      const isTemporary =
        temporaryStatus.has(response.status) || envelope.code === 'request.inFlight'
      if (!isTemporary || attempt >= maxRetries) throw new ApiError(response.status, envelope)
      await wait(attempt, response.headers.get('retry-after'))
    }
  }

  /** Renews the session once for all calls that need it at the same time. */
  #renew(): Promise<boolean> {
    this.#renewing ??= this.#fetch('POST /api/authentication/refresh-token', {})
      .then(({ ok }) => ok)
      .finally(() => {
        this.#renewing = undefined
      })
    return this.#renewing
  }

  async #fetch(
    name: string,
    { params = {}, query = {}, body }: AnyCall['given'],
    key?: string,
    ticket?: string,
  ): Promise<Response> {
    const [method = 'GET', path = ''] = name.split(' ')
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? '')),
      this.#options.origin,
    )
    for (const [part, value] of Object.entries(query)) {
      if (value === undefined) continue
      if (typeof value !== 'object' || value === null) url.searchParams.set(part, String(value))
      else
        for (const [field, entry] of Object.entries(value))
          if (entry !== undefined) url.searchParams.set(`${part}[${field}]`, String(entry))
    }
    const isForm = body instanceof FormData
    const headers = {
      ...(this.#options.language !== undefined && { 'accept-language': this.#options.language }),
      ...(this.#cookies.size > 0 && {
        cookie: [...this.#cookies]
          .map(([cookieName, value]) => `${cookieName}=${value}`)
          .join('; '),
      }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ticket !== undefined && { 'queue-ticket': ticket }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    }
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const response = await (this.#options.fetch ?? fetch)(url, { method, headers, ...content })
    for (const line of response.headers.getSetCookie()) {
      const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(cookieName)
      else this.#cookies.set(cookieName, value)
    }
    return response
  }
}

/** Waits with exponential backoff, but at least as long as the server requests. */
function wait(attempt: number, seconds: string | null = null): Promise<void> {
  const retryAfterMs = seconds === null ? 0 : Number(seconds) * 1000
  const ms = Math.min(
    longestWaitMs,
    Math.max(Number.isFinite(retryAfterMs) ? retryAfterMs : 0, 200 * 2 ** attempt),
  )
  return new Promise((resolve) => setTimeout(resolve, ms))
}

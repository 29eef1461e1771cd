import type { ErrorCode, QueuePosition } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'

interface HttpErrorDetails {
  readonly message: string
  /** 0 if there was no response. */
  readonly statusCode: number
  readonly code?: ErrorCode | undefined
  readonly errors?: Readonly<Record<string, string[]>>
  readonly fields?: FieldIssues
  readonly current?: WireRecord | undefined
  readonly allowed?: readonly string[] | undefined
  readonly queue?: QueuePosition | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly requestId?: string | undefined
  readonly isGeneral?: boolean
}

/** A failed call, with the message to show and the details to act on. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly code: ErrorCode | undefined
  /** Messages by field, in the form that Refine's forms expect. */
  readonly errors: Readonly<Record<string, string[]>>
  /** Issues by field. */
  readonly fields: FieldIssues
  /** The current record, if the sent version was stale. */
  readonly current: WireRecord | undefined
  /** The possible transitions, if the requested one is not. */
  readonly allowed: readonly string[] | undefined
  /** The caller's position in the queue, if the server is at its limit. */
  readonly queue: QueuePosition | undefined
  /** When to retry, if the server specifies it. */
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined
  /**
   * Whether neither the server nor the call had a message, so that `message` only says that the
   * call failed.
   */
  readonly isGeneral: boolean
  constructor(details: HttpErrorDetails) {
    super(details.message)
    this.statusCode = details.statusCode
    this.code = details.code
    this.errors = details.errors ?? {}
    this.fields = details.fields ?? {}
    this.current = details.current
    this.allowed = details.allowed
    this.queue = details.queue
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
    this.isGeneral = details.isGeneral ?? false
  }
}

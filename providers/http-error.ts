import type { ErrorCode, QueuePlace } from '#model/wire/errors.ts'
import type { FieldIssues, WireRecord } from '#model/wire/wire.ts'

interface Details {
  readonly message: string
  /** 0 where no answer came. */
  readonly statusCode: number
  readonly code?: ErrorCode | undefined
  readonly errors?: Readonly<Record<string, string[]>>
  readonly fields?: FieldIssues
  readonly current?: WireRecord | undefined
  readonly allowed?: readonly string[] | undefined
  readonly queue?: QueuePlace | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly requestId?: string | undefined
}

/** A call that failed: what to show, and what to decide by. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly code: ErrorCode | undefined
  /** Refused fields with their texts, in the form that Refine's forms take. */
  readonly errors: Readonly<Record<string, string[]>>
  /** Refused fields with their codes. */
  readonly fields: FieldIssues
  /** The record as it is now, where the sent version was stale. */
  readonly current: WireRecord | undefined
  /** The steps that are possible, where the one asked for is not. */
  readonly allowed: readonly string[] | undefined
  /** The place that the caller keeps, where the server is full. */
  readonly queue: QueuePlace | undefined
  /** When to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined
  constructor(details: Details) {
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
  }
}

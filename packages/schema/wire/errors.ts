import type { Register } from '../register.ts'
import type { FieldIssues, Issue, WireRecord } from './wire-record.ts'

/**
 * The error codes of the packages, and their HTTP status. Applications add theirs with
 * `defineErrors`.
 */
export const errorStatus = {
  'session.required': 401,
  'session.expired': 401,
  'credentials.wrong': 401,
  'access.denied': 403,
  'origin.foreign': 403,
  'reauthentication.required': 403,
  'password.mustChange': 403,
  'record.missing': 404,
  'path.unknown': 404,
  'path.tooLong': 414,
  'method.notAllowed': 405,
  'record.stale': 409,
  'record.taken': 409,
  'record.referenced': 409,
  'transition.refused': 409,
  'transition.notified': 409,
  'request.inFlight': 409,
  'request.differs': 422,
  'request.notRepeatable': 400,
  'selection.gone': 404,
  'selection.tooLarge': 413,
  'export.tooLarge': 413,
  'job.missing': 404,
  'job.state': 409,
  'job.changed': 409,
  'import.unreadable': 422,
  'import.tooLarge': 413,
  'asOf.tooFar': 422,
  'admin.last': 409,
  'input.invalid': 400,
  'token.invalid': 400,
  'body.malformed': 400,
  'filter.unknown': 400,
  'filter.tooSlow': 422,
  'upload.empty': 400,
  'upload.tooLarge': 413,
  'body.tooLarge': 413,
  'headers.tooLarge': 431,
  'upload.unsupported': 415,
  'upload.damaged': 415,
  'upload.locked': 415,
  'upload.pageless': 415,
  'upload.tooManyPixels': 415,
  'upload.animated': 415,
  'upload.tooComplex': 415,
  'upload.unchanged': 409,
  'media.unsupported': 415,
  'requests.tooMany': 429,
  'server.busy': 503,
  'database.unavailable': 503,
  'database.damaged': 500,
  'files.unavailable': 503,
  'file.preparing': 409,
  'file.unreadable': 409,
  'file.missing': 500,
  'file.damaged': 500,
  'storage.low': 503,
  'storage.full': 503,
  'record.incomplete': 500,
  'server.failed': 500,
} as const satisfies Record<string, number>

/** An error code of the packages. */
export type GenericErrorCode = keyof typeof errorStatus
/** Any error code of the API. The text key is `errors:errors.<code>`. */
export type ErrorCode = Register extends { readonly errors: infer Code extends string }
  ? GenericErrorCode | Code
  : string

/**
 * An error code with its HTTP status. An `AppError` is one too, so that an error can be made again
 * with other details.
 */
export interface ErrorType {
  readonly code: string
  readonly status: number
}
export type ErrorTypes = { readonly [code: string]: ErrorType }

/**
 * Declares the error codes of an application by their HTTP status: `defineErrors({ 'loan.overdue':
 * 409 })`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineErrors = <const S extends { readonly [code: string]: number }>(status: S) =>
  Object.fromEntries(
    Object.entries(status).map(([code, value]) => [code, { code, status: value }]),
  ) as {
    readonly [C in keyof S & string]: { readonly code: C; readonly status: S[C] }
  }

/** The error codes of the packages as error types. */
export const genericErrors: ErrorTypes = defineErrors(errorStatus)

/**
 * Why an uploaded file is rejected. `upload.<fault>` rejects the call; `file.<fault>` is the issue
 * shown at a form field.
 */
export type UploadError = GenericErrorCode extends infer C
  ? C extends `upload.${infer F}`
    ? F
    : never
  : never

/**
 * A position in a queue, starting at 1, with the expected waiting time. To keep the position, the
 * caller calls again after `retryAfterSeconds` and sends the ticket, from which any process can
 * restore the position.
 */
export interface QueuePosition {
  readonly position: number
  readonly waitSeconds: number
  readonly retryAfterSeconds: number
  readonly ticket: string
}

interface Details {
  readonly fields?: FieldIssues
  /** An issue whose text replaces the message, for codes with several causes. */
  readonly reason?: Issue
  readonly current?: WireRecord
  readonly allowed?: readonly string[]
  readonly retryAfterSeconds?: number
  readonly queue?: QueuePosition
}

/** An expected error. The code determines the message; `fields` has the issues of invalid input. */
export class AppError extends Error implements ErrorType {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details
  /** An application passes the type of its error; the packages pass a code. */
  constructor(type: GenericErrorCode | ErrorType, details: Details = {}, options?: ErrorOptions) {
    const { code, status } =
      typeof type === 'string' ? { code: type, status: errorStatus[type] } : type
    super(code, options)
    this.code = code as ErrorCode // declared by the packages or with `defineErrors`
    this.status = status
    this.details = details
  }
}

/** Errors with status 500 whose cause lies in one record. */
const singleRecordErrors: ReadonlySet<ErrorCode> = new Set<GenericErrorCode>([
  'record.incomplete',
  'file.missing',
  'file.damaged',
])

/**
 * Whether an error concerns one record only, so that the other records of the same job can still be
 * written.
 */
export const isSingleRecordError = ({ code, status }: AppError) =>
  status < 500 || singleRecordErrors.has(code)

/** An `input.invalid` error with issues by field. */
export const invalidInput = (fields: FieldIssues) => new AppError('input.invalid', { fields })

/**
 * Whether the text of an issue belongs to a resource, as for rules, patterns and refused actions.
 */
export const isEntityIssueCode = (code: string) => /\.(?:rules|shapes|refusals)\./.test(code)

/** An error whose code has several causes. The message is the text of the first issue. */
export const refusalWithReason = (
  code: GenericErrorCode,
  fields: { readonly [field: string]: readonly [Issue, ...Issue[]] },
) => {
  const reason = Object.values(fields)[0]?.[0]
  return new AppError(code, { fields, ...(reason && { reason }) })
}

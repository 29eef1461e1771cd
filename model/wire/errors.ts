import type { FieldIssues, Issue, WireRecord } from './wire-record.ts'

/** Every code that an answer can carry and its HTTP status. The code is also the message key `errors:<code>`. */
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
  'department.inUse': 409,
  'step.refused': 409,
  'step.told': 409,
  'sheet.closed': 409,
  'sheet.changed': 409,
  'sheet.missing': 409,
  'certificate.revoked': 409,
  'registration.closed': 403,
  'registration.stopped': 403,
  'registration.duplicate': 409,
  'registration.tooMany': 409,
  'registration.sent': 409,
  'registration.queued': 429,
  'draft.gone': 409,
  'draft.noRoom': 429,
  'updates.disabled': 403,
  'resits.notAllowed': 403,
  'status.off': 403,
  'status.braked': 429,
  'accessCode.wrong': 400,
  'applicant.required': 403,
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
  'server.failed': 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** Why an uploaded file is refused: `upload.<fault>` refuses the call, `file.<fault>` is the issue of a form's field. */
export type FileFault = ErrorCode extends infer C ? (C extends `upload.${infer F}` ? F : never) : never

/**
 * A place in a queue: the position, from 1, the expected time to wait, when to ask again to keep the place, and the ticket to send
 * back then, by which any process knows the place.
 */
export interface QueuePlace {
  readonly position: number
  readonly waitSeconds: number
  readonly retryAfterSeconds: number
  readonly ticket: string
}

interface Details {
  readonly fields?: FieldIssues
  /** Issue whose sentence is the message, where the code has several causes. */
  readonly reason?: Issue
  readonly current?: WireRecord
  readonly allowed?: readonly string[]
  readonly retryAfterSeconds?: number
  readonly queue?: QueuePlace
}

/** An expected failure. The code decides status and message; `fields` tells which values were refused and why. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.details = details
  }
  get status(): number {
    return errorStatus[this.code]
  }
}

/** Refused input: which fields, and why. */
export const invalidInput = (fields: FieldIssues) => new AppError('input.invalid', { fields })

/** Tells whether an issue is told by a text of its entity: that of a rule, of a shape, or of a refused step. */
export const isOfEntity = (code: string) => /\.(?:rules|shapes|refusals)\./.test(code)

/** A refusal whose code has several causes: its message is the sentence of the first issue. */
export const refusedBecause = (code: ErrorCode, fields: { readonly [field: string]: readonly [Issue, ...Issue[]] }) => {
  const reason = Object.values(fields)[0]?.[0]
  return new AppError(code, { fields, ...(reason && { reason }) })
}

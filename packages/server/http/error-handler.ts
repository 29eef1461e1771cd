/** Converts errors to responses. No other code sends error responses. */

import { AppError, type GenericErrorCode } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '../database/translate-error.ts'
import type { Environment } from '../environment.ts'
import { rateLimits, truncatedAddress, tryConsume } from '../session/rate-limits.ts'
import { tryRecordSecurityEvent } from '../session/security-events.ts'
import { failure } from './envelope.ts'

const byFrameworkCode: { readonly [code: string]: GenericErrorCode } = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media.unsupported',
  FST_REQ_FILE_TOO_LARGE: 'upload.tooLarge',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'media.unsupported',
  FST_ERR_BAD_URL: 'path.unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'path.unknown',
}

const byStatus: { readonly [status: number]: GenericErrorCode } = {
  400: 'body.malformed',
  403: 'path.unknown',
  404: 'path.unknown',
  405: 'method.notAllowed',
  406: 'media.unsupported',
  413: 'body.tooLarge',
  414: 'path.tooLong',
  415: 'media.unsupported',
  429: 'requests.tooMany',
  503: 'server.busy',
}

/** Converts any error to an `AppError`; unexpected ones become `server.failed`. */
export function toAppError({ registry }: Pick<Environment, 'registry'>, error: unknown): AppError {
  const appError = translateError(registry, error)
  if (appError instanceof AppError) return appError
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  const byCode = typeof code === 'string' ? byFrameworkCode[code] : undefined
  return new AppError(
    byCode ??
      (typeof statusCode === 'number' ? byStatus[statusCode] : undefined) ??
      'server.failed',
  )
}

/** Sets the status of an error and, if known, the `Retry-After` header. Logs unexpected errors. */
export function applyErrorStatus(
  context: Environment,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const appError = toAppError(context, error)
  // A client that disconnects during a request is not a server error, and must not be able to fill
  // the log.
  const level = isAborted(request) ? 'debug' : 'error'
  if (appError.status >= 500)
    request.log[level](
      { err: error, requestId: request.id, route: request.routeOptions?.url },
      'request failed',
    )
  const wait = appError.details.retryAfterSeconds ?? (appError.status === 503 ? 5 : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  reply.code(appError.status)
  return appError
}

/** Sends an error in the envelope. */
export function sendError(
  context: Environment,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = applyErrorStatus(context, error, request, reply)
  return reply.type('application/json; charset=utf-8').send(failure(request, context.texts, known))
}

const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** Sends the envelope for every error. */
export function addErrorHandler(app: FastifyInstance, context: Environment): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (request.caller && toAppError(context, error).code === 'access.denied')
      await recordDeniedAccess(context, request, request.caller.id)
    return sendError(context, error, request, reply)
  })
}

/**
 * Records that a user made a call that the role does not allow. Either a page offers a forbidden
 * action, or the user is probing.
 */
async function recordDeniedAccess(
  context: Environment,
  request: FastifyRequest,
  userId: string,
): Promise<void> {
  const { database, clock } = context
  const details = { method: request.method, route: request.routeOptions.url ?? '' }
  const isRecorded = await tryConsume(database, rateLimits.deniedAccess, userId, clock.now()).catch(
    () => false,
  )
  if (isRecorded)
    await tryRecordSecurityEvent(context, {
      kind: 'accessDenied',
      userId,
      address: truncatedAddress(request.ip),
      details,
    })
}

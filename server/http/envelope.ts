import type { FastifyRequest } from 'fastify'
import type { AppError } from '#model/errors.ts'
import type { Failure, Success } from '#model/wire.ts'
import type { Texts } from '#server/texts.ts'
import { languageOf } from './language.ts'

/** A success. `message` is shown to people where it is not empty; an action without a result answers `{}`. */
export const ok = <T>(data: T, message = ''): Success<T> => ({ success: true, data, message })

/** A failure in the request's language. It holds nothing that was sent, no SQL and no stack. */
export function failure(request: FastifyRequest, texts: Texts, error: AppError): Failure {
  const { fields, current, allowed } = error.details
  return {
    success: false,
    data: null,
    message: texts.text(languageOf(request), `errors:errors.${error.code}`),
    code: error.code,
    requestId: request.id,
    ...(fields && { fields }),
    ...(current && { current }),
    ...(allowed && { allowed }),
  }
}

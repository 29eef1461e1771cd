import type { Language } from '@matricola/schema/vocabulary.ts'
import type { AppError } from '@matricola/schema/wire/errors.ts'
import type { Failure, Success } from '@matricola/schema/wire/wire.ts'
import type { FastifyRequest } from 'fastify'
import { issueText } from '../exchange/issue-texts.ts'
import { languageOf } from '../session/language.ts'
import type { Texts } from '../texts.ts'

/**
 * Returns a success. `message`, if any, is shown to the user. An action without a result returns
 * `{}`.
 */
export const ok = <T>(data: T, message = ''): Success<T> => ({ success: true, data, message })

/**
 * Returns the message of a failure: the text of its reason, if it has one, or of its code, with the
 * waiting time if known.
 */
export function errorMessageOf(
  language: Language,
  texts: Texts,
  { code, details }: AppError,
): string {
  const reason = details.reason && issueText(details.reason, { texts, language })
  if (reason !== undefined) return reason
  const minutes = code === 'requests.tooMany' ? Math.ceil((details.retryAfterSeconds ?? 0) / 60) : 0
  if (minutes === 0) return texts.text(language, `errors:errors.${code}`)
  return minutes <= 90
    ? texts.text(language, 'server:tooMany.minutes', { count: minutes })
    : texts.text(language, 'server:tooMany.hours', { count: Math.ceil(minutes / 60) })
}

/** Returns a failure in the request's language. It contains no input, no SQL and no stack trace. */
export function failure(request: FastifyRequest, texts: Texts, error: AppError): Failure {
  const { fields, current, allowed, queue } = error.details
  return {
    success: false,
    data: null,
    message: errorMessageOf(languageOf(request), texts, error),
    code: error.code,
    requestId: request.id,
    ...(fields && { fields }),
    ...(current && { current }),
    ...(allowed && { allowed }),
    ...(queue && { queue }),
  }
}

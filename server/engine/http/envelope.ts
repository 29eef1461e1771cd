import type { FastifyRequest } from 'fastify'
import type { Language } from '#model/vocabulary.ts'
import type { AppError } from '#model/wire/errors.ts'
import type { Failure, Success } from '#model/wire/wire.ts'
import type { Texts } from '#server/engine/texts.ts'
import { issueText } from '../exchange/issue-words.ts'
import { languageOf } from '../session/language.ts'

/** A success. `message` is shown to people where it is not empty; an action without a result answers `{}`. */
export const ok = <T>(data: T, message = ''): Success<T> => ({ success: true, data, message })

/** Message of a failure: its code's own text, or that of the reason; where a wait is known, how long it is. */
export function messageOf(language: Language, texts: Texts, { code, details }: AppError): string {
  const because = details.reason && issueText(details.reason, { texts, language })
  if (because !== undefined) return because
  const minutes = code === 'requests.tooMany' ? Math.ceil((details.retryAfterSeconds ?? 0) / 60) : 0
  if (minutes === 0) return texts.text(language, `errors:errors.${code}`)
  return minutes <= 90
    ? texts.text(language, 'server:tooMany.minutes', { count: minutes })
    : texts.text(language, 'server:tooMany.hours', { count: Math.ceil(minutes / 60) })
}

/** A failure in the request's language. It holds nothing that was sent, no SQL and no stack. */
export function failure(request: FastifyRequest, texts: Texts, error: AppError): Failure {
  const { fields, current, allowed, queue } = error.details
  return {
    success: false,
    data: null,
    message: messageOf(languageOf(request), texts, error),
    code: error.code,
    requestId: request.id,
    ...(fields && { fields }),
    ...(current && { current }),
    ...(allowed && { allowed }),
    ...(queue && { queue }),
  }
}

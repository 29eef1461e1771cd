import type { Languages } from '@matricola/schema/languages.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Languages of the application. */
    readonly languages: Languages
  }
}

const supportedLanguage = (
  { server }: FastifyRequest,
  code: string | undefined,
): Language | undefined => server.languages.find((language) => language === code)

/**
 * Returns the language of a response: the best match for `Accept-Language`, else the i18next
 * cookie, else the default.
 */
export function languageOf(request: FastifyRequest): Language {
  const acceptLanguage = request.headers['accept-language']
  const preferred = acceptLanguage ? preferredOf(request, acceptLanguage.slice(0, 200)) : undefined
  if (preferred) return preferred
  const cookie = /(?:^|;\s*)i18next=([a-z]{2})\b/.exec(request.headers.cookie ?? '')
  return supportedLanguage(request, cookie?.[1]) ?? request.server.languages[0]
}

/**
 * Returns the language in the `lng` parameter of the URL, which pages use to link to their
 * translations.
 */
export function languageParameter(request: FastifyRequest): Language | undefined {
  return supportedLanguage(
    request,
    new URL(request.url, 'http://page').searchParams.get('lng')?.slice(0, 2).toLowerCase(),
  )
}

/**
 * Returns the language of a page in the order the browser uses: URL, cookie, browser preferences.
 */
export function pageLanguage(request: FastifyRequest): Language {
  const cookie = /(?:^|;\s*)i18next=([a-z]{2})/.exec(request.headers.cookie ?? '')?.[1]
  return languageParameter(request) ?? supportedLanguage(request, cookie) ?? languageOf(request)
}

/**
 * Returns the first supported language in an `Accept-Language` header, by weight and then by
 * position.
 */
function preferredOf(request: FastifyRequest, header: string): Language | undefined {
  const onlyLanguage = supportedLanguage(request, header.slice(0, 2).toLowerCase())
  if (onlyLanguage && header.length === 2) return onlyLanguage
  const preferences = header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const weight = params
        .map((param) => /^\s*q=([\d.]{1,5})\s*$/.exec(param)?.[1])
        .find((found) => found !== undefined)
      return {
        code: tag.slice(0, 2).toLowerCase(),
        tag: tag,
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2}(-|$)/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return preferences
    .map(({ code }) => supportedLanguage(request, code))
    .find((language) => language !== undefined)
}

/**
 * The origin of a request as stated by the browser: this origin, an origin listed in
 * `CORS_ORIGINS`, or a foreign origin.
 */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether a page from a listed origin sent the request. */
export const isListedOrigin = ({ headers }: FastifyRequest, { corsOrigins }: Config): boolean =>
  headers.origin !== undefined && corsOrigins.includes(headers.origin)

/**
 * Whether a page from another site sent the request. Browsers do not send `SameSite=Strict` cookies
 * with such requests. Older browsers state only the origin.
 */
export function isCrossSite(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'cross-site'
  return isListedOrigin(request, config) || (origin !== undefined && origin !== config.publicOrigin)
}

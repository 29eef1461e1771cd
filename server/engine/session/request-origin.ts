/** Where a request comes from, as the browser tells: from pages of this origin, of one that `CORS_ORIGINS` lists, or of a stranger. */
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/engine/config.ts'

/** Tells whether a page of a listed origin sent it. */
export const isListed = ({ headers }: FastifyRequest, { corsOrigins }: Config): boolean =>
  headers.origin !== undefined && corsOrigins.includes(headers.origin)

/** True where another site's page sent it, to which a browser gives no `SameSite=Strict` cookie. Older browsers say the origin alone. */
export function isOfOtherSite(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'cross-site'
  return isListed(request, config) || (origin !== undefined && origin !== config.publicOrigin)
}

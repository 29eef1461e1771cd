/** `robots.txt` and the sitemap. */

import { homePath, invitationPath, resetPasswordPath, testPath } from '@matricola/schema/paths.ts'
import { brandingEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { Context } from '@matricola/server/context.ts'
import type { FastifyInstance } from 'fastify'
import { emailLinkPath, statusPath, verifyPath } from '#resources/paths.ts'
import { roles } from '#resources/roles.ts'
import { sitemap } from './page-heads.ts'
import { readAdmissionOverview } from './read-overview.ts'

const sitemapPath = '/sitemap.xml'
const cacheSeconds = 3600

/** The console, pages about one person, and the API. */
const hiddenPaths = [
  ...roles.map(homePath),
  testPath,
  statusPath,
  emailLinkPath,
  resetPasswordPath,
  invitationPath,
  `${verifyPath}/`,
  '/api/',
]
/** The logo is public, since link previews show it. */
const logoPath = brandingEndpoints.logo.path.replace(':id', '')

/** Registers `robots.txt` and the sitemap of the admission pages. */
export function searchEngineRoutes(app: FastifyInstance, context: Context): void {
  const { publicOrigin } = context.config
  const robots = [
    'User-agent: *',
    `Allow: ${logoPath}`,
    ...hiddenPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicOrigin}${sitemapPath}`,
    '',
  ].join('\n')
  const cacheHeaders = { 'cache-control': `public, max-age=${cacheSeconds}` }

  app.get('/robots.txt', { config: { access: 'public' } }, (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(robots),
  )
  app.get(sitemapPath, { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .headers(cacheHeaders)
      .type('application/xml; charset=utf-8')
      .send(sitemap(publicOrigin, await readAdmissionOverview(context, null))),
  )
}

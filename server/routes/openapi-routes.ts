import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiOf } from '#server/http/openapi.ts'
import { type KnownRoute, publicPlugin } from '#server/http/route-access.ts'

/** Everything from here: the viewer sets styles itself, so those may stand in the page; scripts may not. */
const viewerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The program's own emblem in the place of the viewer's; the same drawing as `public/emblem.svg`. */
const emblem =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><g fill="none" stroke="#e3b34c" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="16" cy="16" r="11.5"/><path d="M10.5 20.5V12l5.5 5.5L21.5 12v8.5"/></g></svg>'

/** The API document at `/api/openapi.json`, readable at `/api/docs`. To be registered after every other route. */
export function openApiRoutes(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  let document: string | undefined
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_, reply) => {
    document ??= JSON.stringify(openApiOf(routes))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.register(async (viewer) => {
    viewer.decorate(publicPlugin, true)
    // The viewer's plugin asks for an object of its own type; ours is plain JSON of the same shape.
    const document = openApiOf(routes) as never
    await viewer.register(swagger, { mode: 'static', specification: { document } })
    await viewer.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: viewerPolicy,
      logo: { type: 'image/svg+xml', content: emblem, href: '/' },
      theme: { title: 'Matricola API' },
      uiConfig: { url: '/api/openapi.json', validatorUrl: null, deepLinking: false },
    })
  })
}

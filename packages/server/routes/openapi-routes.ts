import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { generateOpenApi } from '../http/openapi.ts'
import type { ApiParts } from '../http/openapi-schemas.ts'
import type { RegisteredRoute } from '../http/route-access.ts'

/**
 * Allows only this origin. The viewer sets inline styles, so these are allowed; inline scripts are
 * not.
 */
const viewerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Headers to copy from the viewer's responses. All others are set by this server. */
const forwardedHeaders = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'etag',
  'last-modified',
  'location',
]

/** The application's emblem, which replaces the viewer's; absent without a build. */
function readEmblem(root: string): Buffer | undefined {
  const path = join(root, 'dist/browser/emblem.svg')
  return existsSync(path) ? readFileSync(path) : undefined
}

/**
 * Serves the OpenAPI document at `/api/openapi.json` and a viewer at `/api/docs`. Register this
 * after all other routes. `root` is the folder of the program.
 */
export function openApiRoutes(
  app: FastifyInstance,
  parts: ApiParts,
  routes: readonly RegisteredRoute[],
  root: string,
): void {
  let document: string | undefined
  const generateDocument = () => {
    document ??= JSON.stringify(generateOpenApi(parts, routes))
    return document
  }
  let viewer: Promise<FastifyInstance> | undefined
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(generateDocument()),
  )
  for (const path of ['/api/docs', '/api/docs/*'])
    app.get(path, { config: { access: 'public' } }, async (request, reply) => {
      viewer ??= openViewer(parts.name, generateDocument(), readEmblem(root))
      const { 'if-none-match': etag } = request.headers
      const answer = await (await viewer).inject({
        url: request.url,
        headers: etag === undefined ? {} : { 'if-none-match': etag },
      })
      if (answer.statusCode === 404) return reply.callNotFound()
      for (const name of forwardedHeaders) {
        const value = answer.headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      return reply.code(answer.statusCode).send(answer.rawPayload)
    })
  app.addHook('onClose', async () => (await viewer)?.close())
}

/**
 * Creates the viewer as a separate application, reachable only through this server. It loads slowly
 * and is rarely used.
 */
async function openViewer(
  name: string,
  text: string,
  emblem: Buffer | undefined,
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const viewer = fastify()
  // The plugin requires an object of its own type; the document is plain JSON of the same shape.
  const document = JSON.parse(text) as never
  await viewer.register(swagger, { mode: 'static', specification: { document } })
  await viewer.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: viewerPolicy,
    ...(emblem && { logo: { type: 'image/svg+xml', content: emblem, href: '/' } }),
    theme: { title: `${name} API` },
    uiConfig: { url: '/api/openapi.json', validatorUrl: null, deepLinking: false },
  })
  await viewer.ready()
  return viewer
}

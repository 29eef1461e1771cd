import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isPagePath } from '@matricola/schema/areas.ts'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '../environment.ts'
import { apiOriginOf } from './page-renderer.ts'
import { sendPage, withNoncePlaceholder } from './send-page.ts'

/**
 * Returns the HTML of the page for a request, with placeholders for the nonce, and returns the
 * university's styles.
 */
export type BuildPage = (request: FastifyRequest) => Promise<{
  readonly page: string
  readonly style: string
  /** See `sendPage`. */
  readonly isSandboxed?: boolean
}>

/** Creates this function from the built page. */
export type CreateBuildPage = (template: string) => BuildPage

/** The route for every path that has no other route. */
export const anyPath = '/*'

/**
 * Serves the built browser code. Files with a content hash in their names are cached for a year,
 * others for a day. Every other path returns the single page of the program, rendered by
 * `createBuildPage`. The scripts of the page read the path. Registers nothing if there is no build.
 */
export function addStaticFiles(
  app: FastifyInstance,
  { config, registry }: Pick<Environment, 'config' | 'registry'>,
  createBuildPage: CreateBuildPage,
): void {
  const folder = join(config.root, 'dist/browser')
  if (!existsSync(join(folder, 'index.html'))) return
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.'),
  )
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries
    .filter((entry) => entry.isFile() && !/^index\.html$|\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)

  for (const [index, name] of folders.entries()) {
    const isHashed = name === 'assets'
    app.register(fastifyStatic, {
      root: join(folder, name),
      prefix: `/${name}/`,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: isHashed,
      maxAge: isHashed ? '365d' : '1d',
      index: false,
      dotfiles: 'deny',
    })
  }
  for (const name of files)
    app.get(`/${name}`, { config: { access: 'public' } }, (_request, reply) =>
      reply.sendFile(name, folder, { maxAge: '1d', immutable: false }),
    )

  const page = readPage(join(folder, 'index.html'))
  const api = apiOriginOf(page)
  const buildPage = createBuildPage(page)
  const excludedPrefixes = ['api', 'locales', ...folders]
  app.get(anyPath, { config: { access: 'public' } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      !excludedPrefixes.includes(path.split('/')[1] ?? '') &&
      wantsPage(path, request.headers.accept)
    if (!isPage) return reply.callNotFound()
    // The page will show that nothing was found, so the status must match.
    if (!isPagePath(registry, path)) reply.code(errorStatus['path.unknown'])
    return sendPage(request, reply, { ...(await buildPage(request)), api })
  })
}

/**
 * A path with a dot in its last segment is a file, unless the browser asks for HTML because a user
 * typed the path.
 */
const wantsPage = (path: string, accept = '') =>
  accept.includes('text/html') || !basename(path).includes('.')

/** The page is read only once, so a build at run time has no effect. */
const readPage = (path: string): string => withNoncePlaceholder(readFileSync(path, 'utf8'))

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorStatus } from '#model/wire/errors.ts'
import { isPagePath } from '#resources/area-pages.ts'
import type { Environment } from '#server/engine/environment.ts'
import { apiOriginOf } from './painter.ts'
import { sendPage, withNoncePlace } from './send-page.ts'

/** The page's HTML for a request, with the place of its nonce, and the university's own styles for it. */
export type PageFor = (request: FastifyRequest) => Promise<{ readonly page: string; readonly style: string }>

/** Makes that of the page as the build has made it. */
export type PagesOf = (template: string) => PageFor

/** The route that answers every path without one of its own. */
export const anyPath = '/*'

/**
 * Serves the built browser code: files whose names hold a hash of their content for a year, the others for a day, and
 * for every other path the one page, whose scripts then read the path, as `pagesOf` makes it for a request. Registers nothing where no build is.
 */
export function addStaticFiles(app: FastifyInstance, { config }: Pick<Environment, 'config'>, pagesOf: PagesOf): void {
  const folder = join(config.root, 'dist/browser')
  if (!existsSync(join(folder, 'index.html'))) return
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile() && !/^index\.html$|\.(br|gz)$/.test(entry.name)).map(({ name }) => name)

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
  const pageFor = pagesOf(page)
  const notPages = ['api', 'locales', ...folders]
  app.get(anyPath, { config: { access: 'public' } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = !notPages.includes(path.split('/')[1] ?? '') && wantsPage(path, request.headers.accept)
    if (!isPage) return reply.callNotFound()
    // The page says that there is nothing; so must its status.
    if (!isPagePath(path)) reply.code(errorStatus['path.unknown'])
    return sendPage(request, reply, { ...(await pageFor(request)), api })
  })
}

/** A path with a dot in its last part names a file, unless a person typed it into a browser. */
const wantsPage = (path: string, accept = '') => accept.includes('text/html') || !basename(path).includes('.')

/** It is read once: a build during the run changes nothing. */
const readPage = (path: string): string => withNoncePlace(readFileSync(path, 'utf8'))

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '#server/context.ts'
import { htmlHeaders, newNonce } from './security-headers.ts'

/** The route that answers every path without one of its own. */
export const anyPath = '/*'

/**
 * Serves the built browser code: files whose names hold a hash of their content for a year, the others for a day, and
 * for every other path the one page, whose scripts then read the path. Registers nothing where no build is.
 */
export function addStaticFiles(app: FastifyInstance, { config }: Context): void {
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
  const notPages = ['api', 'locales', ...folders]
  app.get(anyPath, { config: { access: 'public' } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = !notPages.includes(path.split('/')[1] ?? '') && wantsPage(path, request.headers.accept)
    return isPage ? sendPage(reply, page) : reply.callNotFound()
  })
}

/** A path with a dot in its last part names a file, unless a person typed it into a browser. */
const wantsPage = (path: string, accept = '') => accept.includes('text/html') || !basename(path).includes('.')

/** The page's text, cut where the nonce belongs (`__CSP_NONCE__`). It is read once: a build during the run changes nothing. */
function readPage(path: string): readonly string[] {
  const parts = readFileSync(path, 'utf8').split('__CSP_NONCE__')
  if (parts.length < 2) throw new Error('index.html must say where the nonce belongs: __CSP_NONCE__')
  return parts
}

function sendPage(reply: FastifyReply, page: readonly string[]): FastifyReply {
  const nonce = newNonce()
  return reply.headers(htmlHeaders(nonce)).type('text/html; charset=utf-8').send(page.join(nonce))
}

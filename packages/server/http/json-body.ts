import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Maximum nesting depth and number of keys of a JSON body. */
const maxDepth = 16
const maxKeys = 2000
/** Maximum number of keys for a block of cells: a thousand rows of fifty, plus some overhead. */
const maxKeysOfRows = 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a call whose body is a block of cells. */
    holdsRows?: true
    /** Marks a call that accepts HTML form submissions, for pages without scripts. */
    takesForm?: true
  }
}

const mediaTypes = [
  /^application\/json(; ?charset=utf-8)?$/i,
  /^multipart\/form-data; ?boundary=[^\s;]{1,70}$/i,
  /^multipart\/form-data; ?boundary="[^"]{1,70}"$/i,
]

const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i
/** Enough for a form with few fields. */
const maxFormBytes = 2048

/**
 * Accepts JSON and multipart bodies, and HTML forms where a route allows them. An empty JSON body
 * counts as no body. Throws `media.unsupported` or `body.malformed`.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parse(request, String(body), (error, value) => {
      if (
        error ||
        !isWithinLimits(value, request.routeOptions.config.holdsRows ? maxKeysOfRows : maxKeys)
      )
        done(new AppError('body.malformed'))
      else done(null, value)
    })
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  app.addHook('onRequest', async (request) => {
    const type = request.headers['content-type']
    if (type === undefined || request.method === 'GET' || request.method === 'HEAD') return
    if (request.routeOptions.config?.takesForm && formType.test(type)) return
    if (!mediaTypes.some((mediaType) => mediaType.test(type)))
      throw new AppError('media.unsupported')
  })
}

/** Whether a parsed body stays within the limits of depth and keys. */
function isWithinLimits(value: unknown, limit = maxKeys): boolean {
  let keys = 0
  const walk = (part: unknown, depth: number): boolean => {
    if (typeof part !== 'object' || part === null) return true
    if (depth > maxDepth) return false
    const inner = Object.values(part)
    keys += inner.length
    return keys <= limit && inner.every((child) => walk(child, depth + 1))
  }
  return walk(value, 1)
}

import { randomBytes } from 'node:crypto'
import { pagePolicy } from '@matricola/schema/wire/page-policy.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

type Headers = { readonly [name: string]: string }

/**
 * Headers of every response. They include strict transport security only if the public origin uses
 * HTTPS.
 */
const commonHeaders = (config: Config): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  ...(config.publicOrigin.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  }),
})

/**
 * Headers of files and other responses that are not pages. Web workers use the policy of their own
 * file, and one runs WebAssembly.
 */
const fileHeaders: Headers = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Headers of every response under `/api`: it is never cached, and nothing in it may run. */
const apiHeaders: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** 128 random bits for the scripts and styles of one HTML response. */
export const createNonce = () => randomBytes(16).toString('base64')

interface HtmlResponse {
  /** Also in the page, in `<meta name="csp-nonce">`. */
  readonly nonce: string
  /** Origin of the API if it differs. */
  readonly api: string
  readonly isSandboxed: boolean
}

/**
 * Headers of an HTML response. A sandboxed page can only be shown in a frame of another page, and
 * the browser sends none of its requests.
 */
export const htmlHeaders = ({ nonce, api, isSandboxed }: HtmlResponse): Headers => ({
  'cache-control': 'no-store',
  'content-security-policy': `${pagePolicy({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'`, api, isSandboxed })}; frame-ancestors '${isSandboxed ? 'self' : 'none'}'`,
  ...(isSandboxed && { 'x-frame-options': 'SAMEORIGIN' }),
})

/** Headers of a response that is neither a page nor a file. */
export const apiResponseHeaders = (config: Config): Headers => ({
  ...commonHeaders(config),
  ...apiHeaders,
})

/**
 * Sets the headers of every response. Routes may override them. Nothing is cached unless a route
 * allows it.
 */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const common = { ...commonHeaders(config), 'cache-control': 'no-store', ...fileHeaders }
  const underApi = apiResponseHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api') ? underApi : common)
    done()
  })
}

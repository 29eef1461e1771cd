import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '#model/wire/page-policy.ts'
import type { Config } from '#server/engine/config.ts'

type Headers = { readonly [name: string]: string }

/** Headers of every answer (S-13.1); strict transport only where the origin is https. */
const commonHeaders = (config: Config): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  ...(config.publicOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/** Headers of files and of whatever else is no page: a worker's program obeys the policy that it came with, and unpacks pictures. */
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

/** Headers of every answer under `/api`: never stored, nothing in it may run. */
const apiHeaders: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** 128 random bits for the scripts and styles of one HTML answer. */
export const newNonce = () => randomBytes(16).toString('base64')

/** Headers of one HTML answer (S-13.2); the page gets the same nonce in `<meta name="csp-nonce">`. `api`: its origin, where that is another. */
export const htmlHeaders = (nonce: string, api: string): Headers => ({
  'cache-control': 'no-store',
  'content-security-policy': `${pagePolicy({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'`, api })}; frame-ancestors 'none'`,
})

/** Headers of an answer that is no page and no file. */
export const answerHeaders = (config: Config): Headers => ({ ...commonHeaders(config), ...apiHeaders })

/** Puts the headers on every answer; a route may replace them by its own. Nothing is stored that does not say so. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const common = { ...commonHeaders(config), 'cache-control': 'no-store', ...fileHeaders }
  const underApi = answerHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api') ? underApi : common)
    done()
  })
}

import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createNonce, htmlHeaders } from './security-headers.ts'

/** Placeholder for the nonce in the built page. */
const builtNoncePlaceholder = '__CSP_NONCE__'

/**
 * Placeholder once the server has read the page. It is random for each process, so that no content
 * can contain it.
 */
export const noncePlaceholder = `__CSP_NONCE_${randomBytes(16).toString('hex')}__`

/** Replaces the placeholder of a built page. Throws if there is none. */
export function withNoncePlaceholder(html: string): string {
  if (!html.includes(builtNoncePlaceholder))
    throw new Error(`index.html must contain the nonce placeholder ${builtNoncePlaceholder}`)
  return html.replaceAll(builtNoncePlaceholder, noncePlaceholder)
}

interface PageToSend {
  readonly page: string
  /** Styles placed after those of the page, so that they override them. */
  readonly style?: string
  /** Origin of the API that the page calls; absent: the page's own origin, or no API. */
  readonly api?: string
  /** Whether the page is shown in a frame and must not send any requests. */
  readonly isSandboxed?: boolean | undefined
}

/** Sends a page with a new nonce, compressed if the browser accepts it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, style = '', api = '', isSandboxed = false }: PageToSend,
): Promise<FastifyReply> {
  const nonce = createNonce()
  const styledPage =
    style &&
    page.replace('</head>', () => `<style nonce="${noncePlaceholder}">${style}</style></head>`)
  const text = (styledPage || page).replaceAll(noncePlaceholder, nonce)
  reply
    .headers(htmlHeaders({ nonce, api, isSandboxed }))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  // Each page has a different nonce, so it cannot be compressed ahead of time. Medium quality takes
  // about a millisecond.
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await brotli(text, brotliQuality))
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await zip(text))
  return reply.send(text)
}

const brotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const zip = promisify<string, Buffer>(gzip)
const brotliQuality: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

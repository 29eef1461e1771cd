import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { htmlHeaders, newNonce } from './security-headers.ts'

/** Stands in the built page wherever its nonce belongs. */
const builtNoncePlace = '__CSP_NONCE__'

/** Stands there once the server has read the page: random for each process, so that no text of anybody can be taken for it. */
export const noncePlace = `__CSP_NONCE_${randomBytes(16).toString('hex')}__`

/** A built page as the server sends it. Throws where the page does not say where its nonce belongs. */
export function withNoncePlace(built: string): string {
  if (!built.includes(builtNoncePlace)) throw new Error(`index.html must say where the nonce belongs: ${builtNoncePlace}`)
  return built.replaceAll(builtNoncePlace, noncePlace)
}

interface PageToSend {
  readonly page: string
  /** Styles that stand after the page's own, and win over them. */
  readonly style?: string
  /** Origin of the API that it calls; absent: its own, or none. */
  readonly api?: string
}

/** Sends a page with a nonce of its own, compressed as the browser asks. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, style = '', api = '' }: PageToSend,
): Promise<FastifyReply> {
  const nonce = newNonce()
  const styled = style && page.replace('</head>', () => `<style nonce="${noncePlace}">${style}</style></head>`)
  const text = (styled || page).replaceAll(noncePlace, nonce)
  reply.headers(htmlHeaders(nonce, api)).header('vary', 'accept-encoding').type('text/html; charset=utf-8')
  // The nonce makes every page another one, so it cannot be compressed beforehand; a middling quality takes a millisecond.
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await brotli(text, brotliQuality))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await zip(text))
  return reply.send(text)
}

const brotli = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const zip = promisify<string, Buffer>(gzip)
const brotliQuality: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { htmlHeaders, newNonce } from './security-headers.ts'

/** Stands in a page wherever its nonce belongs. */
export const noncePlace = '__CSP_NONCE__'

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

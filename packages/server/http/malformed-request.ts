import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus, type GenericErrorCode } from '@matricola/schema/wire/errors.ts'
import type { Environment } from '../environment.ts'
import { apiResponseHeaders } from './security-headers.ts'

/**
 * Sends the envelope to a connection whose request could not be parsed, and closes it. If the
 * request timed out, closes the connection without a response. Browsers open connections ahead of
 * time, and would mistake it for the response to their next request.
 */
export function rejectMalformedRequest(
  { code: errorCode }: NodeJS.ErrnoException,
  socket: Socket,
  { config, texts }: Pick<Environment, 'config' | 'texts'>,
): void {
  if (!socket.writable || errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy()
  const code: GenericErrorCode =
    errorCode === 'HPE_HEADER_OVERFLOW' ? 'headers.tooLarge' : 'body.malformed'
  const status = errorStatus[code]
  const body = JSON.stringify({
    success: false,
    data: null,
    message: texts.text('en', `errors:errors.${code}`),
    code,
    requestId: randomUUID(),
  })
  const headers = {
    ...apiResponseHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

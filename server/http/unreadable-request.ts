import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Texts } from '#server/texts.ts'

/**
 * What a connection gets that sent no readable request: the envelope, then the end. One whose request does not come in
 * time ends without a word: browsers open connections before they need them, and would take what is said there for the
 * answer to the next call that they make.
 */
export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket, texts: Texts): void {
  if (!socket.writable || code === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy()
  const body = JSON.stringify({
    success: false,
    data: null,
    message: texts.text('en', 'errors:errors.body.malformed'),
    code: 'body.malformed',
    requestId: randomUUID(),
  })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

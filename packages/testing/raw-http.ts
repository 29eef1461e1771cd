/** Raw HTTP over a socket, for requests that no HTTP client would send. */
import { connect } from 'node:net'

/** The port that an application listens on. */
export function portOf(app: { addresses(): readonly unknown[] }): number {
  // A server that listens on a network address reports the address as an object.
  return (app.addresses()[0] as { port: number }).port
}

/** Sends raw bytes and returns everything received until the connection closes. */
export const sendRawHttp = (to: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket
      .on('close', () => resolve(received))
      .on('error', (error) => (received ? resolve(received) : reject(error)))
  })

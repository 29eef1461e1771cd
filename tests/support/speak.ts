/** HTTP by hand, for what no client would send. */
import { connect } from 'node:net'

/** The port that an application listens on. */
export function portOf(app: { addresses(): readonly unknown[] }): number {
  // A server that listens on an address of a network answers it as an object.
  return (app.addresses()[0] as { port: number }).port
}

/** Sends bytes as they are and answers everything that came until the other side closed. */
export const speak = (to: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received)).on('error', (error) => (received ? resolve(received) : reject(error)))
  })

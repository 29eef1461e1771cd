import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Rejects a request that does not name exactly one host: a proxy and this server could choose
 * different ones (RFC 9112, section 3.2). HTTP/1.0 does not require a host.
 */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    ).length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw new AppError('body.malformed')
  })
}

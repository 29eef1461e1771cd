import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { proveWritable } from '#server/database/probe.ts'

/** `/healthz`: the process answers. `/readyz`: it can also write to the database, else 503. */
export function healthRoutes(app: FastifyInstance, { database, clock, log }: Context): void {
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (_, reply) => {
    try {
      await proveWritable(database, clock.now())
      return { status: 'ready' }
    } catch (error) {
      log.error({ err: error }, 'the database cannot be written to')
      return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' })
    }
  })
}

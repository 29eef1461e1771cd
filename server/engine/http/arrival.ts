/** When requests came: a deadline counts their first byte. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

const arrivals = new WeakMap<FastifyRequest, Date>()

/** Notes when each request comes, before anything else looks at it; to be added first. */
export function addArrival(app: FastifyInstance, { clock }: Context): void {
  app.addHook('onRequest', async (request) => void arrivals.set(request, clock.now()))
}

/** When the first byte of the request came, by the server's clock: read then, since what is reckoned back from a later moment is a part of a millisecond off. */
export function arrivalOf(request: FastifyRequest): Date {
  const arrival = arrivals.get(request)
  if (!arrival) throw new Error('a request has not been noted')
  return arrival
}

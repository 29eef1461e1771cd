/** Records when requests arrive, because deadlines are compared with the time of the first byte. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

const arrivals = new WeakMap<FastifyRequest, Date>()

/** Records the arrival time before any other code handles the request. Add this hook first. */
export function addArrival(app: FastifyInstance, { clock }: Context): void {
  app.addHook('onRequest', async (request) => void arrivals.set(request, clock.now()))
}

/**
 * Returns the time at which the first byte of the request arrived, by the server's clock. The time
 * is recorded on arrival, because subtracting the elapsed time from a later time would be off by a
 * fraction of a millisecond.
 */
export function arrivalOf(request: FastifyRequest): Date {
  const arrival = arrivals.get(request)
  if (!arrival) throw new Error('the arrival time of the request was not recorded')
  return arrival
}

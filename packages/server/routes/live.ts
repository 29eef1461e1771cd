import * as calls from '@matricola/schema/calls/live.ts'
import { isId } from '@matricola/schema/paths.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { createSlidingWindow } from '../http/request-limit.ts'
import { startLive } from '../live/live.ts'
import { recordPresence } from '../live/presence.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'

/**
 * Maximum number of presence messages per session and minute. An open page sends three, and users
 * open and leave many pages.
 */
const presencePerMinute = 120

/** The event stream, and presence. */
export function liveRoutes(app: FastifyInstance, context: Context): void {
  const live = startLive(context)
  // Streams never end by themselves, so they would block the shutdown.
  app.addHook('preClose', () => live.stop())

  registerCall(app, calls.events, async ({ request, reply, caller }) => {
    // A HEAD request would open a stream that nothing reads.
    if (request.method === 'HEAD' || !request.headers.accept?.includes('text/event-stream'))
      throw new AppError('media.unsupported')
    const lastId = String(request.headers['last-event-id'] ?? '')
    const stream = await live.listen(caller, isId(lastId) ? lastId : null)
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // A connection that stays open after its stream has ended would also block the shutdown.
        connection: 'close',
      })
      .send(stream.body)
  })

  const isWithinRate = createSlidingWindow(presencePerMinute)
  registerCall(app, calls.presence, async ({ caller, input: { resource: name, id, isOpen } }) => {
    if (!isWithinRate(caller.sessionId, context.clock.now()))
      throw new AppError('requests.tooMany', { retryAfterSeconds: 60 })
    const resource = context.registry.find(name)
    if (!resource) throw invalidInput({ resource: [{ code: 'choice.unknown' }] })
    if (isOpen) await recordsOf(context).get(authorize(caller, resource, 'read'), id)
    await recordPresence(context, { resource: name, id, userId: caller.id }, isOpen)
    live.wake()
    return ok({})
  })
}

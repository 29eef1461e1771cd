import type { FastifyInstance } from 'fastify'
import * as calls from '#model/calls/live.ts'
import { isId } from '#model/paths.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { registerCall } from '#server/engine/http/register-call.ts'
import { createSlidingWindow } from '#server/engine/http/request-limit.ts'
import { startLive } from '#server/engine/live/live.ts'
import { recordPresence } from '#server/engine/live/presence.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'

/** Maximum number of presence messages per session and minute. An open page sends three, and users open and leave many pages. */
const presencePerMinute = 120

/** The event stream, and presence. */
export function liveRoutes(app: FastifyInstance, context: Context): void {
  const live = startLive(context)
  // Streams never end by themselves, so they would block the shutdown.
  app.addHook('preClose', () => live.stop())

  registerCall(app, calls.events, async ({ request, reply, caller }) => {
    // A HEAD request would open a stream that nothing reads.
    if (request.method === 'HEAD' || !request.headers.accept?.includes('text/event-stream')) throw new AppError('media.unsupported')
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
    if (!isWithinRate(caller.sessionId, context.clock.now())) throw new AppError('requests.tooMany', { retryAfterSeconds: 60 })
    const resource = allResources.find((candidate) => candidate.name === name)
    if (!resource) throw invalidInput({ resource: [{ code: 'choice.unknown' }] })
    if (isOpen) await recordsOf(context).get(authorize(caller, resource, 'read'), id)
    await recordPresence(context, { resource: name, id, userId: caller.id }, isOpen)
    live.wake()
    return ok({})
  })
}

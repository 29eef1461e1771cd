import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sessionEndpoints as calls } from '#model/endpoints.ts'
import { invalidInput } from '#model/errors.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { bodyOf } from '#server/engine/session/body.ts'
import { countUnread, readMessages, readNotifications } from '../messages/letters.ts'

const body = z.strictObject({
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
  all: z.optional(z.literal(true)),
})
const count = { type: 'integer' }
const answer = { type: 'object', properties: { notifications: count, messages: count }, required: ['notifications', 'messages'] }

/** The ids to mark; null: all. Throws `input.invalid` where neither is said. */
function wanted({ ids, all }: z.infer<typeof body>): readonly string[] | null {
  if (all) return null
  if (!ids) throw invalidInput({ ids: [{ code: 'required' }] })
  return ids
}

/** What is new for the caller, and that it was read. */
export function letterRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.unread),
    config: { access: 'signedIn', doc: { summary: 'How many notifications and messages are unread', tag: 'notifications', answer } },
    async handler(request) {
      return ok(await countUnread(context, callerIn(request)))
    },
  })

  app.route({
    ...routeAt(calls.readNotifications),
    config: { access: 'signedIn', doc: { summary: 'Marks own notifications as read', tag: 'notifications', body, answer } },
    async handler(request) {
      return ok(await readNotifications(context, callerIn(request), wanted(bodyOf(body, request))))
    },
  })

  app.route({
    ...routeAt(calls.readMessages),
    config: { access: 'signedIn', doc: { summary: 'Marks received messages as read', tag: 'messages', body, answer } },
    async handler(request) {
      return ok(await readMessages(context, callerIn(request), wanted(bodyOf(body, request))))
    },
  })
}

import type { FastifyInstance } from 'fastify'
import type { Context } from '#packages/server/context.ts'
import { ok } from '#packages/server/http/envelope.ts'
import { registerCall } from '#packages/server/http/register-call.ts'
import * as calls from '#resources/calls/messages.ts'
import { countUnread, storeMessagesRead, storeNotificationsRead } from '../messages/unread.ts'

/** Unread notifications and messages. */
export function unreadRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.unread, async ({ caller }) => ok(await countUnread(context, caller)))
  registerCall(app, calls.markNotificationsRead, async ({ caller, input }) =>
    ok(await storeNotificationsRead(context, caller, input.ids ?? null)),
  )
  registerCall(app, calls.markMessagesRead, async ({ caller, input }) => ok(await storeMessagesRead(context, caller, input.ids ?? null)))
}

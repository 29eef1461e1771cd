import * as calls from '@matricola/schema/calls/inbox.ts'
import { messagesResource } from '@matricola/schema/system/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { countUnread, storeMessagesRead, storeNotificationsRead } from '../system/unread.ts'

/** Unread notifications and messages. */
export function inboxRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.unread, async ({ caller }) => ok(await countUnread(context, caller)))
  registerCall(app, calls.markNotificationsRead, async ({ caller, input }) =>
    ok(await storeNotificationsRead(context, caller, input.ids ?? null)),
  )
  if (!context.registry.find(messagesResource)) return
  registerCall(app, calls.markMessagesRead, async ({ caller, input }) =>
    ok(await storeMessagesRead(context, caller, input.ids ?? null)),
  )
}

import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
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

import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/letters.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { countUnread, readMessages, readNotifications } from '../messages/letters.ts'

/** Unread notifications and messages. */
export function letterRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.unread, async ({ caller }) => ok(await countUnread(context, caller)))
  serve(app, calls.readNotifications, async ({ caller, input }) => ok(await readNotifications(context, caller, input.ids ?? null)))
  serve(app, calls.readMessages, async ({ caller, input }) => ok(await readMessages(context, caller, input.ids ?? null)))
}

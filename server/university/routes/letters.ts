import type { FastifyInstance } from 'fastify'
import type { InputOf } from '#model/wire/call.ts'
import { invalidInput } from '#model/wire/errors.ts'
import * as calls from '#resources/calls/letters.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { countUnread, readMessages, readNotifications } from '../messages/letters.ts'

/** The ids to mark as read; null: all. Throws `input.invalid` where neither is said. */
function wanted({ ids, all }: InputOf<typeof calls.readMessages>): readonly string[] | null {
  if (all) return null
  if (!ids) throw invalidInput({ ids: [{ code: 'required' }] })
  return ids
}

/** News for the caller, and that it was read. */
export function letterRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.unread, async ({ caller }) => ok(await countUnread(context, caller)))
  serve(app, calls.readNotifications, async ({ caller, input }) => ok(await readNotifications(context, caller, wanted(input))))
  serve(app, calls.readMessages, async ({ caller, input }) => ok(await readMessages(context, caller, wanted(input))))
}

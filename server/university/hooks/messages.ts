import type { messages } from '#resources/messages.ts'
import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { readThread } from '#server/university/messages/thread.ts'

/** Shows a message with its thread. Messages are sent by `server/university/messages`. */
export const messageHooks = ({ database }: Context): Hooks<typeof messages> => ({
  detail: async ({ caller }, record) => (caller ? { thread: await readThread(database, caller, record) } : {}),
})

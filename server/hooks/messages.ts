import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { messages } from '#resources/messages.ts'
import { readThread } from '#server/messages/thread.ts'

/** Shows a message with its thread. Messages are sent by `server/messages`. */
export const messageHooks = ({ database }: Context): Hooks<typeof messages> => ({
  detail: async ({ caller }, record) => (caller ? { thread: await readThread(database, caller, record) } : {}),
})

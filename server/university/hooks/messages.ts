import type { Context } from '#server/engine/context.ts'
import type { Lifecycle } from '#server/engine/records/lifecycles.ts'
import { threadOf } from '#server/university/messages/thread.ts'

/** A message is shown with the thread that it belongs to. What sends one: `server/university/messages`. */
export const messageLifecycle = ({ database }: Context): Lifecycle => ({
  detail: async ({ caller }, record) => (caller ? { thread: await threadOf(database, caller, record) } : {}),
})

import { threadOf } from '#server/academic/post/thread.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** A message is shown with the thread that it belongs to. What sends one: `server/academic/post`. */
export const messageLifecycle = ({ database }: Context): Lifecycle => ({
  detail: async ({ caller }, record) => (caller ? { thread: await threadOf(database, caller, record) } : {}),
})

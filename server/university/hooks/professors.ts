import type { Context } from '#server/engine/context.ts'
import type { Lifecycle } from '#server/engine/records/lifecycles.ts'
import { writingToPeople } from '#server/university/messages/thread-letters.ts'

/** Teaching staff. */
export const professorLifecycle = (context: Context): Lifecycle => ({
  serverActions: { message: writingToPeople(context, 'professors') },
})

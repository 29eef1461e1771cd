import { writingToPeople } from '#server/academic/post/letters.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** Teaching staff. */
export const professorLifecycle = (context: Context): Lifecycle => ({
  serverActions: { message: writingToPeople(context, 'professors') },
})

import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { writingToPeople } from '#server/university/messages/thread-letters.ts'

/** Teaching staff. */
export const professorHooks = (context: Context): Hooks => ({
  serverActions: { message: writingToPeople(context, 'professors') },
})

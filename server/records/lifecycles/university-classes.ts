import { writingToClasses } from '#server/academic/post/letters.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '../lifecycles.ts'

/** Teaching groups. */
export const universityClassLifecycle = (context: Context): Lifecycle => ({
  serverActions: { message: writingToClasses(context) },
})

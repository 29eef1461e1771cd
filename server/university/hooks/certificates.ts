import { issued } from '#server/academic/certificates/content.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** Certificates: each says what held when it was issued. */
export const certificateLifecycle = ({ clock, database }: Context): Lifecycle => ({
  async beforeCreate(write) {
    return { set: await issued(database, write, clock.now()) }
  },
})

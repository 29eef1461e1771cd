import type { Context } from '#server/engine/context.ts'
import type { Lifecycle } from '#server/engine/records/lifecycles.ts'
import { issued } from '#server/university/certificates/content.ts'

/** Certificates: each says what held when it was issued. */
export const certificateLifecycle = ({ clock, database }: Context): Lifecycle => ({
  async beforeCreate(write) {
    return { set: await issued(database, write, clock.now()) }
  },
})

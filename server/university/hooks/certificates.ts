import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { issued } from '#server/university/certificates/content.ts'

/** Certificates: each says what held when it was issued. */
export const certificateHooks = ({ clock, database }: Context): Hooks => ({
  async beforeCreate(write) {
    return { set: await issued(database, write, clock.now()) }
  },
})

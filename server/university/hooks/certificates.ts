import type { certificates } from '#resources/certificates.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import { issued } from '#server/university/certificates/content.ts'

/** Certificates. Their content is fixed when they are issued. */
export const certificateHooks = ({ clock, database }: Context): Hooks<typeof certificates> => ({
  prepare: forEach(async (write) => (write.before ? undefined : { set: await issued(database, write, clock.now()) })),
})

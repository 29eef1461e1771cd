import type { certificates } from '#resources/certificates.ts'
import type { Context } from '#server/engine/context.ts'
import { type Hooks, prepareEach } from '#server/engine/records/hooks.ts'
import { prepareCertificate } from '#server/university/certificates/prepare-certificate.ts'

/** Certificates. Their content is fixed when they are issued. */
export const certificateHooks = ({ clock, database }: Context): Hooks<typeof certificates> => ({
  prepare: prepareEach(async (write) => (write.before ? undefined : { set: await prepareCertificate(database, write, clock.now()) })),
})

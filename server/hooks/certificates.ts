import type { Context } from '@matricola/server/context.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import type { certificates } from '#resources/certificates.ts'
import { prepareCertificate } from '#server/certificates/prepare-certificate.ts'

/** Certificates. Their content is fixed when they are issued. */
export const certificateHooks = ({ clock, database }: Context): Hooks<typeof certificates> => ({
  prepare: prepareEach(async (write) => (write.before ? undefined : { set: await prepareCertificate(database, write, clock.now()) })),
})

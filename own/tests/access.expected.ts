/** Expected permissions on custom resources and fields, written by hand from the university's rules. */
import type { OwnAccess } from '#tests/resources/own-access.ts'

export const ownAccess: OwnAccess = {}

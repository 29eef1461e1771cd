/** Rights on the entities and fields that this university adds, written by hand from its rules. */
import type { OwnAccess } from '#tests/resources/own-access.ts'

export const ownAccess: OwnAccess = {}

/**
 * Expected permissions on custom resources and fields, written by hand from the university's rules.
 */
import type { CustomAccess } from '#tests/resources/custom-access.ts'

export const customAccess: CustomAccess = {}

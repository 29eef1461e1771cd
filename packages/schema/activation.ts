import type { Role } from './vocabulary.ts'

/**
 * Actions for records that are deactivated instead of deleted. The declaration must have the
 * boolean field `isActive`.
 */
export const activationActions = <const R extends readonly Role[]>(roles: R) =>
  ({
    deactivate: {
      on: ['row', 'bulk'],
      roles,
      when: { isActive: { eq: true } },
      set: { isActive: false },
      tone: 'danger',
    },
    activate: {
      on: ['row', 'bulk'],
      roles,
      when: { isActive: { eq: false } },
      set: { isActive: true },
    },
  }) as const

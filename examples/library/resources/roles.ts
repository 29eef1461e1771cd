import type { RoleFacts } from '@matricola/schema/registry.ts'

export const roles = {
  librarian: { isStaff: true, seesPresence: true },
  reader: { isStaff: false, seesPresence: false },
} as const satisfies { readonly [role: string]: RoleFacts }

/** May do everything, and manages accounts and settings. */
export const adminRole = 'librarian'

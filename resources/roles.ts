import type { RoleFacts } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'

/** The role that may do everything. The server acts as it in work of its own. */
export const adminRole = 'admin' satisfies Role

/** What the packages must know about each role. Students may update only their own records, and do not see which member of staff has one open. */
export const roleFacts = {
  admin: { isStaff: true, seesPresence: true },
  secretary: { isStaff: true, seesPresence: true },
  professor: { isStaff: false, seesPresence: true },
  student: { isStaff: false, seesPresence: false },
} as const satisfies { readonly [R in Role]: RoleFacts }

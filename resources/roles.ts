/**
 * The roles of the university's users, and what gives a role power over others. Source:
 * specification, section 1.
 */
import type { RoleFacts } from '@matricola/schema/registry.ts'
import { enginePowers } from '@matricola/schema/vocabulary.ts'

/**
 * Facts about each role that the packages need. Students may update only their own records, and do
 * not see which member of staff has one open.
 */
export const roleFacts = {
  admin: { isStaff: true, seesPresence: true },
  secretary: { isStaff: true, seesPresence: true },
  professor: { isStaff: false, seesPresence: true },
  student: { isStaff: false, seesPresence: false },
} as const satisfies { readonly [role: string]: RoleFacts }

type Role = keyof typeof roleFacts

/** Roles on the wire. */
export const roles = Object.keys(roleFacts) as readonly Role[]

/** The role that may do everything. The server acts as it in work of its own. */
export const adminRole = 'admin' satisfies Role

/** Powers that write grants can carry. */
export const powers = [...enginePowers, 'grades', 'money', 'decisions'] as const

import type { Role } from '@matricola/schema/vocabulary.ts'

/** The role that may do everything. The server acts as it in work of its own. */
export const adminRole = 'admin' satisfies Role

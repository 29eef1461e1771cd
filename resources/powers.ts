import { exportAsksPasswordIn, powersIn } from '#model/powers.ts'
import type { AnyResource } from '#model/resource.ts'
import { type Power, type Role, roles } from '#model/vocabulary.ts'
import { allResources } from './index.ts'

const all = Object.fromEntries(allResources.map((resource) => [resource.name, resource]))

const known = new Map(roles.map((role) => [role, powersIn(all, role)]))

/** Powers that a role has by the declarations. */
export const powersOf = (role: Role): ReadonlySet<Power> => known.get(role) ?? new Set()

/** Whether an account with the role can see or change data of others. */
export const hasPower = (role: Role): boolean => powersOf(role).size > 0

/** Whether a file of the resource's records asks for the password. */
export const exportAsksPassword = (resource: AnyResource): boolean => exportAsksPasswordIn(all, resource)

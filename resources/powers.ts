import { exportRequiresReauthenticationIn, powersIn } from '#packages/schema/powers.ts'
import type { AnyResource } from '#packages/schema/resource.ts'
import { type Power, type Role, roles } from '#packages/schema/vocabulary.ts'
import { allResources } from './index.ts'

const all = Object.fromEntries(allResources.map((resource) => [resource.name, resource]))

const powersByRole = new Map(roles.map((role) => [role, powersIn(all, role)]))

export const powersOf = (role: Role): ReadonlySet<Power> => powersByRole.get(role) ?? new Set()

export const hasPower = (role: Role): boolean => powersOf(role).size > 0

export const exportRequiresReauthentication = (resource: AnyResource): boolean => exportRequiresReauthenticationIn(all, resource)

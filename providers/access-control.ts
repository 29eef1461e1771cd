import type { AccessControlProvider } from '@refinedev/core'
import { isGranted } from '#model/access.ts'
import { actionsOf } from '#model/actions.ts'
import type { GrantName, Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'

const grantOfAction: { readonly [action: string]: GrantName } = {
  list: 'read',
  show: 'read',
  create: 'create',
  edit: 'update',
  history: 'history',
}

/**
 * Rights of the role, decided here without a call: by the declaration, and by `_can` where the record is at hand.
 * A courtesy to the person; the server decides again.
 */
export const accessControlProvider = (role: Role): AccessControlProvider => ({
  can: async ({ resource: name, action, params }) => {
    if (!name) return { can: true }
    const resource = resourceNamed(name)
    const record = params?.record as WireRecord | undefined // put there by our own pages only
    const grant = grantOfAction[action]
    if (record && (grant === 'update' || grant === 'history' || !grant)) return { can: record._can.includes(grant ?? action) }
    if (grant) return { can: isGranted(resource, role, grant) }
    return { can: actionsOf(resource)[action]?.roles.includes(role) ?? false }
  },
})

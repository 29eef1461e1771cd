import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import type { settings } from '#resources/settings.ts'
import { extendFrozenRequests } from '#server/admission/frozen-requests.ts'

/**
 * Records each change of the settings in the security log, with the names of the changed fields. While changes by applicants are
 * turned off, the deadlines of change requests are suspended.
 */
export const settingsHooks = ({ clock }: Context): Hooks<typeof settings> => ({
  prepare: {
    fields: ['disableUpdates'],
    work: async (writes) =>
      writes.map(({ changed }) => ({ set: { updatesDisabledAt: changed.disableUpdates === true ? clock.now().toISOString() : null } })),
  },
  async after(queries, events) {
    for (const { permit, before, changed, at } of events) {
      const details = { fields: Object.keys(changed).join(', ') }
      await recordSecurityEvent(queries, new Date(at), { kind: 'settingsChanged', userId: permit.caller?.id ?? null, details })
      const since = before?.values.updatesDisabledAt
      if (changed.disableUpdates === false && since) await extendFrozenRequests(queries, { since, now: at })
    }
  },
})

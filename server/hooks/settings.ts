import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { settings } from '#resources/settings.ts'
import { extendFrozenRequests } from '#server/admission/frozen-requests.ts'

/** While changes by applicants are turned off, the deadlines of change requests are suspended. */
export const settingsHooks = ({ clock }: Context): Hooks<typeof settings> => ({
  prepare: {
    fields: ['disableUpdates'],
    work: async (writes) =>
      writes.map(({ changed }) => ({ set: { updatesDisabledAt: changed.disableUpdates === true ? clock.now().toISOString() : null } })),
  },
  async after(queries, events) {
    for (const { before, changed, at } of events) {
      const since = before?.values.updatesDisabledAt
      if (changed.disableUpdates === false && since) await extendFrozenRequests(queries, { since, now: at })
    }
  },
})

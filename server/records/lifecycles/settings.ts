import { recordEvent } from '#server/session/events.ts'
import type { Lifecycle } from '../lifecycles.ts'

/** Settings decide what everybody may do: a change of them is noted, by the names of what was changed (S-14.2). */
export const settingsLifecycle = (): Lifecycle => ({
  async afterWrite(queries, { permit, changed, at }) {
    const details = { fields: Object.keys(changed).join(', ') }
    await recordEvent(queries, new Date(at), { kind: 'settingsChanged', userId: permit.caller?.id ?? null, details })
  },
})

import { appliesTo, type ResourceCode } from '../records/hooks.ts'
import { recordSecurityEvent } from '../session/security-events.ts'

/**
 * Adds to the hooks of the settings: each change is recorded in the security log, with the names of
 * the changed fields.
 */
export function logSettingsChanges(code: ResourceCode = {}): ResourceCode {
  const { after } = code
  return {
    ...code,
    async after(queries, events, afterContext) {
      for (const { permit, changed, at } of events) {
        const details = { fields: Object.keys(changed).join(', ') }
        await recordSecurityEvent(queries, new Date(at), {
          kind: 'settingsChanged',
          userId: permit.caller?.id ?? null,
          details,
        })
      }
      const applied = events.filter((event) => appliesTo(after, event))
      if (after && applied.length > 0)
        await (typeof after === 'function' ? after : after.work)(queries, applied, afterContext)
    },
  }
}

import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { PublicSettings } from '@matricola/server/system/public-settings.ts'
import { settings } from '#resources/settings.ts'

/** Anyone may know whether registration is open. */
export const publicSettings: PublicSettings = {
  summary: 'Returns the settings. Callers who are not staff only see whether registration is open',
  async read(context) {
    const { registrationOpen } = await recordsOf(context).get(
      systemPermit('publicPages', settings, 'read'),
      null,
    )
    return { registrationOpen }
  },
}

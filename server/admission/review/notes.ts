/** Internal notes of staff, and identity waivers. */

import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, permitForAllRows } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvent, timelineActorOf } from '#server/admission/timeline-events.ts'

/** Adds a note that only staff can read. Throws `record.missing`. */
export async function addStaffNote(
  context: Context,
  caller: Caller,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).get(authorize(caller, registrations, 'read'), id)
  const event = { registrationId: id, type: 'noteAdded', by: timelineActorOf(permit), at: context.clock.now(), note: text } as const
  await addTimelineEvent(context.database, event)
}

interface Waiver {
  readonly id: string
  readonly reason: string
  readonly version?: number | undefined
}

/**
 * Waives a contradiction in the identity data; a second call does nothing. The route checks the permission. Throws the errors of an
 * update.
 */
export async function storeIdentityWaiver(context: Context, caller: Caller, { id, reason, version }: Waiver): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'waiveIdentity',
    reason,
    values: () => ({ identityWaived: true }),
    async afterwards(queries, { at }) {
      await addTimelineEvent(queries, {
        registrationId: id,
        type: 'identityWaived',
        by: timelineActorOf(permit),
        at: new Date(at),
        note: reason,
      })
    },
  })
}

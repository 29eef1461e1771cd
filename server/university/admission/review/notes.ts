/** Internal notes of staff, and identity waivers. */
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize, seeingAll } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { actorOf } from './steps.ts'

/** Adds a note that only staff can read. Throws `record.missing`. */
export async function addNote(
  context: Context,
  caller: Caller,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).find(authorize(caller, registrations, 'read'), id)
  const event = { registrationId: id, type: 'noteAdded', by: actorOf(permit), at: context.clock.now(), note: text } as const
  await addEvent(context.database, event)
}

interface Waiver {
  readonly id: string
  readonly reason: string
  readonly version?: number | undefined
}

/** Waives a contradiction in the identity; does nothing the second time. The route checks who may. Throws as an update does. */
export async function waiveIdentity(context: Context, caller: Caller, { id, reason, version }: Waiver): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).change(seeingAll(permit), {
    id,
    version,
    action: 'waiveIdentity',
    reason,
    values: () => ({ identityWaived: true }),
    async also(queries, { at }) {
      await addEvent(queries, { registrationId: id, type: 'identityWaived', by: actorOf(permit), at: new Date(at), note: reason })
    },
  })
}

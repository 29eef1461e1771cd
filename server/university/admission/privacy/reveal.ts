import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { noteLook } from '#server/engine/records/reading/access-log.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { recordEvent } from '#server/engine/session/events.ts'
import { consume, take } from '#server/engine/session/limiter.ts'
import { demandRecentPassword } from '#server/engine/session/reauthentication.ts'
import { limits } from '#server/university/limits.ts'

export interface Revealed {
  readonly cnp: string | null
  readonly foreignIdNumber: string | null
  readonly serialNumber: string | null
}

/**
 * Returns the decrypted numbers of an application after recording who saw them. Throws `record.missing`,
 * `reauthentication.required` after the number of reveals per hour that need no password, and `requests.tooMany` above the
 * rate limit.
 */
export async function revealNumbers(context: Context, caller: Caller, { id, address }: { id: string; address: string }): Promise<Revealed> {
  const { clock, database } = context
  await consume(database, limits.reveal, caller.id, clock.now())
  if (!(await take(database, limits.revealFreely, caller.id, clock.now()))) demandRecentPassword(caller, clock.now())
  const { values } = await recordsOf(context).stored(authorize(caller, registrations, 'read'), id)
  await database.transaction(async (queries) => {
    const now = clock.now()
    await noteLook(queries, caller, now, { resource: 'registrations', recordId: id, kind: 'revealed' })
    await recordEvent(queries, now, { kind: 'numbersRevealed', userId: caller.id, address, details: { registration: id } })
  })
  const clear = (name: keyof Revealed) => (typeof values[name] === 'string' ? values[name] : null)
  return { cnp: clear('cnp'), foreignIdNumber: clear('foreignIdNumber'), serialNumber: clear('serialNumber') }
}

/** Tells applicants of decisions that wait for somebody to release them (setting `decisionRelease`). */
import { registrations } from '#resources/registrations.ts'
import { addEvent, untilReleased } from '#server/admission/events.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import { authorize, type Permit, seeingAll } from '#server/policy/permit.ts'
import type { Values } from '#server/records/storage.ts'
import { recordsOf } from '#server/records/store.ts'
import { actorOf } from './steps.ts'
import { statusIn } from './steps-names.ts'

const isWaiting = ({ tellAt }: Values) => tellAt === untilReleased.toISOString()

/** Releases the decisions named, or all that wait, and answers how many there were. Others among those named are passed over. */
export async function releaseDecisions(context: Context, caller: Caller, ids: readonly string[] | null): Promise<number> {
  const permit = authorize(caller, registrations, 'update')
  const waiting = await context.database.query<{ id: string }>(
    'select id from registrations where tell_at = $1::timestamptz and ($2::uuid[] is null or id = any($2::uuid[])) order by decided_at, id',
    [untilReleased.toISOString(), ids],
  )
  let released = 0
  for (const { id } of waiting) if (await release(context, permit, id)) released += 1
  return released
}

async function release(context: Context, permit: Permit, id: string): Promise<boolean> {
  let isReleased = false
  await recordsOf(context).change(seeingAll(permit), {
    id,
    action: 'releaseDecision',
    values: ({ values }) => (isWaiting(values) ? { toldStatus: null, tellAt: null } : {}),
    async also(queries, { record, at }) {
      const values = [id, at, untilReleased.toISOString()]
      await queries.query(
        `update outbox_mail set run_at = $2 where registration_id = $1 and state = 'waiting' and run_at = $3::timestamptz`,
        values,
      )
      await queries.query('update registration_event set visible_from = $2 where registration_id = $1 and visible_from = $3', values)
      await addEvent(queries, {
        registrationId: id,
        type: 'decisionReleased',
        by: actorOf(permit),
        at: new Date(at),
        to: statusIn(record),
      })
      isReleased = true
    },
  })
  return isReleased
}

/** Notifies applicants at once of steps that are held back: decisions that wait for somebody to release them, and any step in the time of its hold. */
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize, type Permit, seeingAll } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { addEvent, untilReleased } from '#server/university/admission/events.ts'
import { actorOf } from './steps.ts'
import { statusIn } from './steps-names.ts'
import { heldUntil } from './steps-telling.ts'

/**
 * Notifies of the steps of those named, whatever holds them back, or of every decision that waits to be released (setting
 * `decisionRelease`), and answers how many there were. Others among those named are passed over.
 */
export async function releaseDecisions(context: Context, caller: Caller, ids: readonly string[] | null): Promise<number> {
  const permit = authorize(caller, registrations, 'update')
  const waiting = await context.database.query<{ id: string }>(
    `select id from registrations
     where case when $2::uuid[] is null then tell_at = $1::timestamptz else tell_at > $3::timestamptz and id = any($2::uuid[]) end
     order by decided_at, id`,
    [untilReleased.toISOString(), ids, context.clock.now().toISOString()],
  )
  let released = 0
  for (const { id } of waiting) if (await release(context, permit, id)) released += 1
  return released
}

async function release(context: Context, permit: Permit, id: string): Promise<boolean> {
  let held: Date | null = null
  let isReleased = false
  await recordsOf(context).change(seeingAll(permit), {
    id,
    action: 'releaseDecision',
    values: ({ values }): Values => {
      held = heldUntil(values, context.clock.now())
      return held ? { toldStatus: null, tellAt: null } : {}
    },
    async also(queries, { record, at }) {
      const values = [id, at, held?.toISOString()]
      await queries.query(
        `update outbox_mail set run_at = $2 where registration_id = $1 and state = 'waiting' and run_at = $3::timestamptz`,
        values,
      )
      await queries.query('update registration_event set visible_from = $2 where registration_id = $1 and visible_from = $3', values)
      const isDecision = held?.getTime() === untilReleased.getTime()
      await addEvent(queries, {
        registrationId: id,
        type: isDecision ? 'decisionReleased' : 'notifiedAtOnce',
        by: actorOf(permit),
        at: new Date(at),
        to: statusIn(record),
      })
      isReleased = true
    },
  })
  return isReleased
}

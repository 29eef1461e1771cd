/**
 * Ends holds early: releases decisions that wait for a manual release, and notifies applicants of
 * other transitions immediately.
 */

import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import { pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import {
  addTimelineEvent,
  timelineActorOf,
  untilReleased,
} from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { heldUntil } from './transition-notices.ts'
import { statusOf } from './transition-values.ts'

const registration = table(registrations)
const outboxMail = table(outboxMailTable)
const registrationEvent = table(registrationEventTable)

/**
 * Ends the hold of the given applications. If `ids` is null, ends the hold of every decision that
 * waits for a manual release (setting `decisionRelease`). Skips applications that are not on hold.
 * Returns the number of ended holds.
 */
export async function endHolds(
  context: Context,
  caller: Caller,
  ids: readonly string[] | null,
): Promise<number> {
  const permit = authorize(caller, registrations, 'update')
  const waiting = await runStatement(
    context.database,
    sql`select ${pick({ id: registration.id })} from ${registration}
     where case when ${ids}::uuid[] is null then ${registration.notifyAt} = ${untilReleased.toISOString()}::timestamptz
     else ${registration.notifyAt} > ${context.clock.now().toISOString()}::timestamptz and ${registration.id} = any(${ids}::uuid[]) end
     order by ${registration.decidedAt}, ${registration.id}`,
  )
  let released = 0
  for (const { id } of waiting) if (await endHold(context, permit, id)) released += 1
  return released
}

async function endHold(context: Context, permit: Permit, id: string): Promise<boolean> {
  let holdEnd: Date | null = null
  let isReleased = false
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    action: 'releaseDecision',
    values: ({ values }): Values => {
      holdEnd = heldUntil(values, context.clock.now())
      return holdEnd ? { notifiedStatus: null, notifyAt: null } : {}
    },
    async afterwards(queries, { record, at }) {
      const until = holdEnd?.toISOString()
      await runStatement(
        queries,
        sql`update ${outboxMail} ${setValues(outboxMail, { run_at: at })} where ${outboxMail.record_id} = ${id} and ${outboxMail.state} = 'waiting'
         and ${outboxMail.run_at} = ${until}::timestamptz`,
      )
      await runStatement(
        queries,
        sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: at })} where ${registrationEvent.registration_id} = ${id} and ${registrationEvent.visible_from} = ${until}`,
      )
      const isDecision = holdEnd?.getTime() === untilReleased.getTime()
      await addTimelineEvent(queries, {
        registrationId: id,
        type: isDecision ? 'decisionReleased' : 'notifiedAtOnce',
        by: timelineActorOf(permit),
        at: new Date(at),
        to: statusOf(record),
      })
      isReleased = true
    },
  })
  return isReleased
}

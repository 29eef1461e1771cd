/** Ends the waiting lists of admission sessions. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Context } from '@matricola/server/context.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { heldUntil } from '#server/admission/review/transition-notices.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { declineApplication } from './decline.ts'

const registration = table(registrations)
const admissionSession = table(admissionSessions)
const admissionResult = table(admissionResultTable)

const batchSize = 200

/** Statuses of applications that wait for a place. Requested changes are answered first. */
const waitingStatuses = ['submitted', 'under_review']

/**
 * Declines the applications without a place on the day after the waiting lists of their session
 * end, and returns their number. Does nothing while the clock is not trusted.
 */
export async function endWaitingLists(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const waiting = await runStatement(
    context.database,
    sql`select ${pick(columns(registration, 'id', 'language'))} from ${registration} join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId}
     where ${admissionSession.waitingEndsOn} < ${today(now)}::date and ${registration.status} = any(${waitingStatuses}) and coalesce(${registration.notifyAt} <= ${now.toISOString()}, true)
     and exists (select from ${admissionResult} where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null)
     order by ${registration.id} limit ${batchSize}::bigint`,
  )
  for (const application of waiting)
    await declineApplication(context, application, {
      ...{ action: 'endWaiting', now },
      valuesFor: (values) =>
        waitingStatuses.includes(String(values.status)) && heldUntil(values, now) === null
          ? { reasonCode: 'no_places' }
          : null,
      mailFor: () => ({ kind: 'notAdmitted' }),
    })
  if (waiting.length > 0) recordsOf(context).invalidateTotals(registrations.name)
  return waiting.length
}

export const waitingListWork: RepeatedWork = {
  work: endWaitingLists,
  failure: 'ending the waiting lists failed',
  everyMs: 10 * 60_000,
}

/** When applicants are notified of released results. */

import { daysAfter, endOfDay } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/records.ts'
import { equalsLiteral, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)
const admissionDraft = table(admissionDrafts)

/** The first moment of a day in the university's time zone. */
const startOfDay = (day: string) => new Date(endOfDay(daysAfter(day, -1)).getTime() + 1)

/** Applicants are notified on the results day, and not before the hold has ended. */
export function notifyAtFor(
  resultsOn: string | null,
  { now, minutes }: { readonly now: Date; readonly minutes: number },
): string {
  const holdEndsAt = new Date(now.getTime() + minutes * 60_000)
  const day = resultsOn ? startOfDay(resultsOn) : holdEndsAt
  return (day > holdEndsAt ? day : holdEndsAt).toISOString()
}

/**
 * Moves the notification of a released draft with the results day of its round, in the transaction
 * that moves the day. A notification that is due already is not moved.
 */
export async function moveNotification(
  queries: Queries,
  records: Records,
  { roundId, resultsOn, now }: { roundId: string; resultsOn: string | null; now: Date },
): Promise<void> {
  const waiting = await runStatement(
    queries,
    sql`select ${pick({ id: admissionDraft.id, minutes: settingsRow.decisionHoldMinutes })} from ${admissionDraft} cross join ${settingsRow}
     where ${admissionDraft.admissionRoundId} = ${roundId} and ${equalsLiteral(admissionDraft.state, 'released')} and ${admissionDraft.notifyAt} > ${now.toISOString()}::timestamptz`,
  )
  for (const { id, minutes } of waiting)
    await records.applyInternalChange(systemPermit('admission', admissionDrafts, 'update'), {
      ...{ id, action: 'moveNotification' },
      values: ({ values: { state, notifyAt } }) =>
        state === 'released' && new Date(String(notifyAt)) > now
          ? { notifyAt: notifyAtFor(resultsOn, { now, minutes }) }
          : {},
    })
}

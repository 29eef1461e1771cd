/**
 * Scheduled work: reminders, overdue answers, and the morning digest for staff. Several processes
 * can run it at the same time.
 */
import { timeZone, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import { changeTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { users } from '#resources/users.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { addTimelineEvent } from './timeline-events.ts'

const settingsRow = table(settings)
const registration = table(registrations)
const registrationEvent = table(registrationEventTable)
const change = table(changeTable)
const user = table(users)
const outboxMail = table(outboxMailTable)

const hour = 3_600_000
/** How long before the deadline of a change request the reminder is sent. */
const remindBeforeMs = 48 * hour

/**
 * Does everything that is due and returns the number of reminded or overdue applications. Does
 * nothing while the clock is not trusted.
 */
export async function sendReminders(context: Context): Promise<number> {
  const { database } = context
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const [settings] = await runStatement(
    database,
    sql`select ${pick(columns(settingsRow, 'disableUpdates', 'notificationEnabled'))} from ${settingsRow}`,
  )
  if (settings?.notificationEnabled && isDigestTime(now)) await queueDigests(context, now)
  // While changes by applicants are turned off, deadlines are suspended and no reminders are sent.
  if (settings?.disableUpdates !== false) return 0
  let handled = 0
  for (const work of [remindNext, markNextOverdue])
    while (await database.transaction((queries) => work(queries, now))) handled += 1
  if (handled > 0) recordsOf(context).invalidateTotals(registrations.name)
  return handled
}

interface DueReminder {
  readonly id: string
  readonly language: Language
}

/**
 * Reminds the next applicant whose answer is due within two days. Setting `remindedAt` claims the
 * application, so that only one process reminds. Skips requests made less than two days before
 * their deadline and applications edited by staff since.
 */
async function remindNext(queries: Queries, now: Date): Promise<boolean> {
  const [due] = await runStatement(
    queries,
    sql`update ${registration} ${setValues(registration, { remindedAt: now.toISOString() })} where ${registration.remindedAt} is null and ${registration.id} = (
       select ${registration.id} from ${registration}
       cross join lateral (select max(${registrationEvent.at}) as at from ${registrationEvent} where ${registrationEvent.registration_id} = ${registration.id} and ${registrationEvent.type} = 'updateRequested') asked
       where ${equalsLiteral(registration.status, 'update_requested')} and ${registration.remindedAt} is null and ${registration.updateDueAt} > ${now.toISOString()}
       and ${registration.updateDueAt} <= ${new Date(now.getTime() + remindBeforeMs).toISOString()}
         and (${registration.notifyAt} is null or ${registration.notifyAt} <= ${now.toISOString()})
         and asked.at <= ${registration.updateDueAt} - ${remindBeforeMs} * interval '1 millisecond'
         and not exists (select 1 from ${change} where ${change.resource} = 'registrations' and ${change.record_id} = ${registration.id} and ${change.action} = 'update'
         and ${change.at} > asked.at)
       order by ${registration.updateDueAt}, ${registration.id} limit 1 for update of registrations skip locked)
     returning ${pick(columns(registration, 'id', 'language'))}`,
  )
  return recordAndNotify(queries, due, { mail: 'updateReminder', event: 'reminderSent', at: now })
}

/**
 * Marks the next overdue application. The applicant can still answer; staff see it in a separate
 * view.
 */
async function markNextOverdue(queries: Queries, now: Date): Promise<boolean> {
  const [due] = await runStatement(
    queries,
    sql`update ${registration} ${setValues(registration, { overdueAt: now.toISOString() })} where ${registration.overdueAt} is null and ${registration.id} = (
       select ${registration.id} from ${registration} where ${equalsLiteral(registration.status, 'update_requested')} and ${registration.overdueAt} is null and ${registration.updateDueAt} <= ${now.toISOString()}
         and (${registration.notifyAt} is null or ${registration.notifyAt} <= ${now.toISOString()})
       order by ${registration.updateDueAt}, ${registration.id} limit 1 for update skip locked)
     returning ${pick(columns(registration, 'id', 'language'))}`,
  )
  return recordAndNotify(queries, due, { mail: 'updateOverdue', event: 'updateOverdue', at: now })
}

interface ReminderNotice {
  readonly mail: 'updateReminder' | 'updateOverdue'
  readonly event: 'reminderSent' | 'updateOverdue'
  readonly at: Date
}

async function recordAndNotify(
  queries: Queries,
  due: DueReminder | undefined,
  { mail, event, at }: ReminderNotice,
): Promise<boolean> {
  if (!due) return false
  await addTimelineEvent(queries, {
    registrationId: due.id,
    type: event,
    by: { kind: 'system' },
    at,
  })
  await queueMail(queries, at, { kind: mail, recordId: due.id, language: due.language })
  return true
}

/**
 * Whether it is between 8:00 and 12:00 in the university's time zone. A server that was down at 8
 * catches up until noon.
 */
function isDigestTime(now: Date): boolean {
  const time = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(now),
  )
  return time >= 8 && time < 12
}

/**
 * Queues one digest per secretary and day, even if several processes try. The counts are computed
 * when it is sent.
 */
async function queueDigests({ database }: Context, now: Date): Promise<void> {
  const day = today(now)
  const secretaries = await runStatement(
    database,
    sql`select ${pick({ id: user.id })} from ${user} where ${equalsLiteral(user.role, 'secretary')} and ${user.isActive}
       and not exists (select 1 from ${outboxMail} where ${outboxMail.once_key} = 'digest:' || ${day} || ':' || ${user.id})`,
  )
  for (const { id } of secretaries)
    await queueMail(database, now, {
      kind: 'waitingDigest',
      userId: id,
      onceKey: `digest:${day}:${id}`,
    })
}

export const reminderWork: RepeatedWork = {
  work: sendReminders,
  failure: 'applicants could not be reminded',
}

/**
 * Notifies applicants of transitions: immediately, after the hold, or when staff release the
 * decision.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { MailKind } from '@matricola/server/mail/mail-kinds.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import { pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { settings } from '#resources/settings.ts'
import { untilReleased } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'

const outboxMail = table(outboxMailTable)
const notice = table(outboxMailTable, 'notice')
const registrationEvent = table(registrationEventTable)
const settingsRow = table(settings)

/**
 * Email types of transitions. Each has the name of the timeline event that becomes visible with it.
 */
const transitionMails = [
  'accepted',
  'declined',
  'updateRequested',
  'updateRequestCancelled',
  'decisionRevoked',
  'reopened',
] as const satisfies readonly MailKind[]
type TransitionMail = (typeof transitionMails)[number]

/** Returns the time until which a transition is on hold; null if no transition is on hold. */
export function heldUntil({ notifyAt, notifiedStatus }: Values, now: Date): Date | null {
  return typeof notifyAt === 'string' && notifiedStatus !== null && new Date(notifyAt) > now
    ? new Date(notifyAt)
    : null
}

export const visibleStatus = (values: Values, now: Date): RegistrationStatus =>
  // Both fields are choices of the same states.
  (heldUntil(values, now) ? values.notifiedStatus : values.status) as RegistrationStatus

/** How an applicant is notified of a transition, and the values to set in the record. */
export interface TransitionNotice {
  /** Null: no email. */
  readonly mail: TransitionMail | null
  /**
   * When the applicant starts to see the transition; null: never, because the applicant already
   * knows this state.
   */
  readonly visibleFrom: Date | null
  readonly set: {
    readonly notifiedStatus: RegistrationStatus | null
    readonly notifyAt: string | null
  }
  /** End of the hold of an earlier transition, which this one supersedes. */
  readonly replaces: Date | null
}

interface PlannedTransition {
  readonly name: string
  readonly before: Values
  readonly to: RegistrationStatus
  readonly now: Date
}

/**
 * Plans the notification from the last status that the applicant knows. A return to that status
 * needs no notification.
 */
export function planTransitionNotice(
  { name, before, to, now }: PlannedTransition,
  settings: ReviewSettings,
): TransitionNotice {
  const visible = visibleStatus(before, now)
  const replaces = heldUntil(before, now)
  const mail = mailFor(visible, to, name)
  if (!mail) {
    const isNoticeable = visible !== to && name !== 'undo'
    return {
      mail,
      visibleFrom: isNoticeable ? now : null,
      set: { notifiedStatus: null, notifyAt: null },
      replaces,
    }
  }
  const notifyAt = timeOfNotice(mail, settings, now)
  const isHeld = notifyAt > now
  return {
    mail,
    visibleFrom: notifyAt,
    set: {
      notifiedStatus: isHeld ? visible : null,
      notifyAt: isHeld ? notifyAt.toISOString() : null,
    },
    replaces,
  }
}

/**
 * Decisions may wait until staff release them. Any other transition is on hold only while it can be
 * undone.
 */
function timeOfNotice(mail: TransitionMail, settings: ReviewSettings, now: Date): Date {
  if (settings.isReleasedManually && (mail === 'accepted' || mail === 'declined'))
    return untilReleased
  return holdEndsAt(settings, now)
}

function mailFor(
  visible: RegistrationStatus,
  to: RegistrationStatus,
  step: string,
): TransitionMail | null {
  if (to === 'update_requested') return step === 'undo' && visible === to ? null : 'updateRequested'
  if (visible === to) return null
  if (to === 'accepted' || to === 'declined') return to
  if (visible === 'accepted') return 'decisionRevoked'
  if (visible === 'declined') return 'reopened'
  return visible === 'update_requested' && step !== 'answerForApplicant'
    ? 'updateRequestCancelled'
    : null
}

interface AddressedNotice {
  readonly registrationId: string
  readonly language: Language
  readonly notice: TransitionNotice
  readonly at: Date
}

/**
 * Cancels notifications on hold and queues new emails, in the transaction of the transitions.
 * Throws `transition.notified` if one is being sent.
 */
export async function queueNotices(
  queries: Queries,
  notices: readonly AddressedNotice[],
): Promise<void> {
  const [first] = notices
  if (!first) return
  const { at } = first
  const heldNotices = notices.flatMap(({ registrationId, notice: { replaces } }) =>
    replaces ? [{ id: registrationId, until: replaces }] : [],
  )
  await cancelHeldNotices(queries, heldNotices, at)
  const mails = notices.flatMap(({ registrationId, language, notice: { mail, visibleFrom } }) =>
    mail ? [{ kind: mail, recordId: registrationId, language, runAt: visibleFrom ?? at }] : [],
  )
  await queueMails(queries, at, mails)
}

/**
 * Drops emails on hold and hides their timeline events, in the transaction of the superseding
 * transitions. Throws `transition.notified` if an email is already being sent.
 */
async function cancelHeldNotices(
  queries: Queries,
  heldNotices: readonly { readonly id: string; readonly until: Date }[],
  now: Date,
): Promise<void> {
  if (heldNotices.length === 0) return
  const ids = heldNotices.map(({ id }) => id)
  await runStatement(
    queries,
    sql`update ${outboxMail} ${setValues(outboxMail, { state: 'dropped' })}
     where ${outboxMail.record_id} = any(${ids}::uuid[]) and ${outboxMail.kind} = any(${[...transitionMails]}) and ${outboxMail.state} = 'waiting'
     and ${outboxMail.attempts} = 0 and ${outboxMail.run_at} > ${now.toISOString()}`,
  )
  // An email that has been picked up for sending has a lease, a sending time or a retry time after
  // the end of the hold.
  const sent = await runStatement(
    queries,
    sql`select 1 from ${notice} join jsonb_to_recordset(${JSON.stringify(heldNotices)}::jsonb) as h (id uuid, until timestamptz) on h.id = ${notice.record_id}
     where ${notice.kind} = any(${[...transitionMails]}) and ${notice.state} <> 'dropped' and (${notice.run_at} >= h.until or ${notice.sent_at} >= h.until
     or ${notice.lease_until} >= h.until) limit 1`,
  )
  if (sent.length > 0) throw new AppError('transition.notified')
  await runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: null })} where ${registrationEvent.registration_id} = any(${ids}::uuid[])
     and ${registrationEvent.visible_from} > ${now.toISOString()}`,
  )
}

/**
 * Shows the event of the transition before the undone one if its notification was also cancelled
 * and is now queued again.
 */
export async function restoreVisibility(
  queries: Queries,
  id: string,
  { mail, visibleFrom }: TransitionNotice,
): Promise<void> {
  await runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: visibleFrom?.toISOString() })} where ${registrationEvent.id} =
       (select ${registrationEvent.id} from ${registrationEvent} where ${registrationEvent.registration_id} = ${id} and ${registrationEvent.type} = ${mail} order by ${registrationEvent.at} desc, ${registrationEvent.id} desc limit 1)`,
  )
}

/** Settings that affect transitions. */
export interface ReviewSettings {
  readonly holdMinutes: number
  readonly isReleasedManually: boolean
  readonly requestDays: number
  readonly areUpdatesDisabled: boolean
}

/** End of the hold. Applicants are not notified before it, so they do not notice an undo. */
export const holdEndsAt = ({ holdMinutes }: Pick<ReviewSettings, 'holdMinutes'>, now: Date) =>
  new Date(now.getTime() + holdMinutes * 60_000)

export async function readReviewSettings(queries: Queries): Promise<ReviewSettings> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      minutes: settingsRow.decisionHoldMinutes,
      release: settingsRow.decisionRelease,
      days: settingsRow.updateRequestDays,
      disabled: settingsRow.disableUpdates,
    })}
     from ${settingsRow}`,
  )
  if (!row) throw new Error('the settings record is missing')
  return {
    holdMinutes: row.minutes,
    isReleasedManually: row.release === 'manual',
    requestDays: row.days,
    areUpdatesDisabled: row.disabled,
  }
}

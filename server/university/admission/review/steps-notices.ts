/** News of the office's steps for an applicant: at once, after the time in which a step can be undone, or once it is released. */
import type { RegistrationStatus } from '#model/admission/wire.ts'
import type { Language } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { MailKind } from '#server/engine/mail/mail-kinds.ts'
import { queueMails } from '#server/engine/mail/outbox.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { outboxMail } from '#server/engine/sql/tables.ts'
import { run, set, sql, table } from '#server/engine/sql/typed.ts'
import { untilReleased } from '#server/university/admission/events.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { holdEnd, type ReviewSettings } from './steps-settings.ts'

const o = table(outboxMail, 'o')
const m = table(outboxMail, 'm')
const e = table(registrationEvent, 'e')

/** The mails that steps send, each named as the event that the applicant sees beside it. */
const stepMails = [
  'accepted',
  'declined',
  'updateRequested',
  'updateRequestCancelled',
  'decisionRevoked',
  'reopened',
] as const satisfies readonly MailKind[]
export type StepMail = (typeof stepMails)[number]

/** Until when a step is held back from the applicant; null when nothing is. */
export function heldUntil({ notifyAt, notifiedStatus }: Values, now: Date): Date | null {
  return typeof notifyAt === 'string' && notifiedStatus !== null && new Date(notifyAt) > now ? new Date(notifyAt) : null
}

/** The status that the applicant knows of. */
export const knownStatus = (values: Values, now: Date): RegistrationStatus =>
  // Both fields are choices of the same statuses.
  (heldUntil(values, now) ? values.notifiedStatus : values.status) as RegistrationStatus

/** Notice that a step gives the applicant, and what it leaves on the record. */
export interface StepNotice {
  /** Null: no mail. */
  readonly mail: StepMail | null
  /** From when the applicant sees the step; null: never, because all is again as the applicant knows it. */
  readonly visibleFrom: Date | null
  readonly set: { readonly notifiedStatus: RegistrationStatus | null; readonly notifyAt: string | null }
  /** Until when an earlier step is held back, which this one takes the place of. */
  readonly replaces: Date | null
}

interface Step {
  readonly name: string
  readonly before: Values
  readonly to: RegistrationStatus
  readonly now: Date
}

/** Plans what the applicant is told of a step, from what was told so far: a step that leads back to that gives no notice. */
export function planNotice({ name, before, to, now }: Step, settings: ReviewSettings): StepNotice {
  const told = knownStatus(before, now)
  const replaces = heldUntil(before, now)
  const mail = mailFor(told, to, name)
  if (!mail) {
    const isNews = told !== to && name !== 'undo'
    return { mail, visibleFrom: isNews ? now : null, set: { notifiedStatus: null, notifyAt: null }, replaces }
  }
  const notifyAt = timeOfNotice(mail, settings, now)
  const isHeld = notifyAt > now
  return {
    mail,
    visibleFrom: notifyAt,
    set: { notifiedStatus: isHeld ? told : null, notifyAt: isHeld ? notifyAt.toISOString() : null },
    replaces,
  }
}

/** Decisions may wait for somebody to release them; anything else only as long as it can be undone. */
function timeOfNotice(mail: StepMail, settings: ReviewSettings, now: Date): Date {
  if (settings.isReleasedByHand && (mail === 'accepted' || mail === 'declined')) return untilReleased
  return holdEnd(settings, now)
}

function mailFor(told: RegistrationStatus, to: RegistrationStatus, step: string): StepMail | null {
  if (to === 'update_requested') return step === 'undo' && told === to ? null : 'updateRequested'
  if (told === to) return null
  if (to === 'accepted' || to === 'declined') return to
  if (told === 'accepted') return 'decisionRevoked'
  if (told === 'declined') return 'reopened'
  return told === 'update_requested' && step !== 'answerForApplicant' ? 'updateRequestCancelled' : null
}

interface AddressedNotice {
  readonly registrationId: string
  readonly language: Language
  readonly notice: StepNotice
  readonly at: Date
}

/** Takes back what was held, and queues the mails, in the transaction of the steps. Throws `step.told` where a held mail is already on its way. */
export async function recordNotices(queries: Queries, notices: readonly AddressedNotice[]): Promise<void> {
  const [first] = notices
  if (!first) return
  const { at } = first
  const held = notices.flatMap(({ registrationId, notice: { replaces } }) => (replaces ? [{ id: registrationId, until: replaces }] : []))
  await takeBack(queries, held, at)
  const mails = notices.flatMap(({ registrationId, language, notice: { mail, visibleFrom } }) =>
    mail ? [{ kind: mail, recordId: registrationId, language, runAt: visibleFrom ?? at }] : [],
  )
  await queueMails(queries, at, mails)
}

/**
 * Drops the mails of steps that are held back and hides their events from the applicants, in the transaction of what takes
 * their place. Throws `step.told` where a mail is already on its way.
 */
async function takeBack(queries: Queries, held: readonly { readonly id: string; readonly until: Date }[], now: Date): Promise<void> {
  if (held.length === 0) return
  const ids = held.map(({ id }) => id)
  await run(
    queries,
    sql`update ${o} ${set(o, { state: 'dropped' })}
     where ${o.record_id} = any(${ids}::uuid[]) and ${o.kind} = any(${[...stepMails]}) and ${o.state} = 'waiting'
     and ${o.attempts} = 0 and ${o.run_at} > ${now.toISOString()}`,
  )
  // A mail that was taken for sending just now has a lease, a time of sending or of the next try from then on.
  const sent = await run(
    queries,
    sql`select 1 from ${m} join jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (id uuid, until timestamptz) on h.id = ${m.record_id}
     where ${m.kind} = any(${[...stepMails]}) and ${m.state} <> 'dropped' and (${m.run_at} >= h.until or ${m.sent_at} >= h.until
     or ${m.lease_until} >= h.until) limit 1`,
  )
  if (sent.length > 0) throw new AppError('step.told')
  await run(
    queries,
    sql`update ${e} ${set(e, { visible_from: null })} where ${e.registration_id} = any(${ids}::uuid[])
     and ${e.visible_from} > ${now.toISOString()}`,
  )
}

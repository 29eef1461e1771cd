/** Confirms places for applicants and staff, and revokes places that are not confirmed in time. */

import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail, queueMails } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { ServerAction, WriteEvent } from '@matricola/server/records/hooks.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { hideStaffDetails } from '#server/admission/applicant/answer.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { addTimelineEvents, timelineActorOf } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { canConfirm } from './applicant-result.ts'
import {
  chargeConfirmationFees,
  confirmAction,
  readConfirmationFees,
  unpaidFeeIssue,
} from './fee.ts'

const registration = table(registrations)
const outboxMail = table(outboxMailTable)
const registrationEvent = table(registrationEventTable)

const dayMs = 86_400_000
const batchSize = 500

/**
 * Confirms the applicant's place and returns the application. Does nothing if the place is already
 * confirmed. Throws `transition.refused` if there is no place, its deadline has passed, or its fee
 * is not paid.
 */
export async function confirmApplicantPlace(
  context: Context,
  id: string,
): Promise<WireApplication> {
  const due = (await readConfirmationFees(context.database, [id])).get(id)?.due ?? 0
  await hideStaffDetails(
    recordsOf(context).applyInternalChange(systemPermit('applicant', registrations, 'update'), {
      id,
      action: confirmAction,
      values({ values }) {
        const now = context.clock.now()
        if (values.confirmedAt !== null) return {}
        if (!canConfirm(values, now)) throw new AppError('transition.refused')
        if (due > 0) throw new AppError('transition.refused', { fields: unpaidFeeIssue(due) })
        return { confirmedAt: now.toISOString() }
      },
    }),
  )
  return readApplication(context, id)
}

/** The declared action of staff. Refuses places whose fee is not paid. */
export const confirmPlaceAction = ({
  clock,
}: Pick<Context, 'clock'>): ServerAction<typeof registrations> => ({
  async patches(queries, records) {
    const confirmedAt = clock.now().toISOString()
    const fees = await readConfirmationFees(
      queries,
      records.map(({ id }) => id),
    )
    return new Map(
      records.map(({ id }) => {
        const amount = fees.get(id)?.due ?? 0
        return [
          id,
          amount > 0 ? { verdict: 'invalid', issues: unpaidFeeIssue(amount) } : { confirmedAt },
        ]
      }),
    )
  },
})

/**
 * Adds confirmations to the timelines and charges the confirmation fees, in the transaction of the
 * write.
 */
export async function recordConfirmations(
  {
    texts,
    records,
    queries,
  }: Pick<Context, 'texts'> & { readonly records: Records; readonly queries: Queries },
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  const confirmed = events.filter(
    ({ action, changed }) => action === confirmAction && changed.confirmedAt != null,
  )
  const [first] = confirmed
  if (!first) return
  await chargeConfirmationFees(
    { texts, records, queries, now: new Date(first.at) },
    confirmed.map(({ id }) => id),
  )
  await addTimelineEvents(
    queries,
    confirmed.map(({ id, permit, at }) => ({
      ...{
        registrationId: id,
        type: 'placeConfirmed',
        by: timelineActorOf(permit),
        at: new Date(at),
        visibleFrom: new Date(at),
      },
    })),
  )
}

const revokedValues = {
  ...{ status: 'declined', reasonCode: 'place_not_confirmed' },
  ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null, confirmBy: null },
} as const

/**
 * Revokes places that were not confirmed by their last day, and returns the number of places. Does
 * nothing while the clock is not trusted.
 */
export async function revokeUnconfirmedPlaces(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const due = await runStatement(
    context.database,
    sql`select ${pick(columns(registration, 'id', 'language'))} from ${registration} where ${equalsLiteral(registration.status, 'accepted')} and ${registration.confirmBy} < ${today(now)}::date
     and ${registration.wonSpecializationId} is not null and ${registration.confirmedAt} is null and ${registration.enrolledAt} is null order by ${registration.id}`,
  )
  for (const { id, language } of due)
    await revokePlace(context, { id, language: language as Language, now })
  if (due.length > 0) recordsOf(context).invalidateTotals(registrations.name)
  return due.length
}

const revokePlace = (
  context: Context,
  { id, language, now }: { readonly id: string; readonly language: Language; readonly now: Date },
) =>
  recordsOf(context).applyInternalChange(systemPermit('admission', registrations, 'update'), {
    id,
    action: 'lapsePlace',
    values: ({ values }) => {
      const isOver = typeof values.confirmBy === 'string' && values.confirmBy < today(now)
      const isOpen =
        values.status === 'accepted' && values.confirmedAt === null && values.enrolledAt === null
      return isOver && isOpen
        ? { ...revokedValues, decidedAt: now.toISOString(), decidedOn: today(now) }
        : {}
    },
    async afterwards(queries, { record }) {
      if (record.status !== 'declined') return
      await addTimelineEvents(queries, [
        {
          ...{
            registrationId: id,
            type: 'declined',
            by: { kind: 'system' },
            at: now,
            visibleFrom: now,
          },
          ...{
            from: 'accepted',
            to: 'declined',
            payload: { reasonCode: revokedValues.reasonCode },
          },
        },
      ])
      await queueMail(queries, now, { kind: 'declined', recordId: id, language })
    },
  })

/**
 * How many days before the deadline the reminder is sent. The reminder is skipped if the place was
 * given within the last day.
 */
const remindDays = 2

/**
 * Sends one reminder to each applicant who must confirm a place soon. Returns the number of
 * reminders; 0 while the clock is not trusted.
 */
export async function remindToConfirmPlaces(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const day = today(now)
  return await context.database.transaction(async (queries) => {
    const due = await runStatement(
      queries,
      sql`select ${pick(columns(registration, 'id', 'language', 'confirmBy'))} from ${registration}
       where ${equalsLiteral(registration.status, 'accepted')} and ${registration.confirmBy} between ${day}::date and ${daysAfter(day, remindDays)}::date
       and ${registration.wonSpecializationId} is not null and ${registration.confirmedAt} is null and ${registration.enrolledAt} is null
       and not exists (select 1 from ${outboxMail} where ${outboxMail.once_key} = 'confirm:' || ${registration.confirmBy} || ':' || ${registration.id})
       and not exists (select 1 from ${registrationEvent} where ${registrationEvent.registration_id} = ${registration.id} and ${registrationEvent.type} in ('accepted', 'placeMoved')
         and ${registrationEvent.at} > ${new Date(now.getTime() - dayMs).toISOString()})
       order by ${registration.id} limit ${batchSize}::bigint for update of registrations skip locked`,
    )
    await addTimelineEvents(
      queries,
      due.map(({ id }) => ({
        registrationId: id,
        type: 'reminderSent',
        by: { kind: 'system' },
        at: now,
      })),
    )
    await queueMails(
      queries,
      now,
      due.map(({ id, language, confirmBy }) => ({
        ...{
          kind: 'placeReminder',
          recordId: id,
          language: language as Language,
          onceKey: `confirm:${confirmBy}:${id}`,
        },
      })),
    )
    return due.length
  })
}

const tenMinutes = 10 * 60_000

/** Deadlines of places. */
export const placeWork: readonly RepeatedWork[] = [
  {
    work: remindToConfirmPlaces,
    failure: 'sending reminders to confirm places failed',
    everyMs: tenMinutes,
  },
  {
    work: revokeUnconfirmedPlaces,
    failure: 'revoking unconfirmed places failed',
    everyMs: tenMinutes,
  },
]

/** Withdrawal of an application by the applicant, and its undo within 15 minutes. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  differsFromLiteral,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { RegistrationStatus, WireApplication } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { hideStaffDetails } from './answer.ts'
import { readApplication } from './read-application.ts'
import { canWithdraw, isWithdrawn } from './visible-status.ts'
import { findWithdrawal, type Withdrawal, withdrawAction } from './withdrawal.ts'

const registration = table(registrations)
const otherRegistration = table(registrations, 'other_registration')
const outboxMail = table(outboxMailTable)
const registrationEvent = table(registrationEventTable)

/**
 * Withdraws the application and returns it; does nothing if it is withdrawn. Throws
 * `transition.refused` if it is decided or enrolled.
 */
export async function withdrawByApplicant(context: Context, id: string): Promise<WireApplication> {
  const { clock } = context
  await changeAsApplicant(context, {
    id,
    action: withdrawAction,
    values({ values }) {
      const now = clock.now()
      if (isWithdrawn(values)) return {}
      if (!canWithdraw(values, now)) throw new AppError('transition.refused')
      return {
        status: 'declined',
        reasonCode: 'withdrawn',
        decidedAt: now.toISOString(),
        decidedOn: today(now),
        notifiedStatus: null,
        notifyAt: null,
      }
    },
    afterwards: recordWithdrawal,
  })
  return readApplication(context, id)
}

/**
 * Undoes a withdrawal and returns the application. Throws `transition.refused` if there is none, it
 * is too late, or the programme is closed.
 */
export async function restoreWithdrawnApplication(
  context: Context,
  id: string,
): Promise<WireApplication> {
  const { database, clock } = context
  await changeAsApplicant(context, {
    id,
    action: 'undoWithdrawal',
    async values() {
      const withdrawal = await findWithdrawal(database, id, clock.now())
      if (!withdrawal) throw new AppError('transition.refused')
      return {
        ...restoredValues(withdrawal),
        ...((await hasActiveDuplicate(database, id)) && { isDuplicate: true }),
      }
    },
    afterwards: (queries, event: WriteEvent<typeof registrations>) =>
      recordAndNotify(queries, event, 'withdrawalUndone'),
  })
  return readApplication(context, id)
}

type InternalChange = Parameters<ReturnType<typeof recordsOf>['applyInternalChange']>[1]
const changeAsApplicant = (context: Context, change: InternalChange) =>
  hideStaffDetails(
    recordsOf(context).applyInternalChange(
      systemPermit('applicant', registrations, 'update'),
      change,
    ),
  )

/**
 * Whether another application with the same CNP for the same programme, from another email address,
 * has been sent since. The withdrawn one then returns marked as a possible duplicate. A second
 * application from the same address still blocks the undo.
 */
async function hasActiveDuplicate(queries: Queries, id: string): Promise<boolean> {
  const duplicates = await runStatement(
    queries,
    sql`select 1 from ${registration} join ${otherRegistration} on ${otherRegistration.cnpBidx} = ${registration.cnpBidx} and ${otherRegistration.specializationId} = ${registration.specializationId}
       and ${otherRegistration.admissionSessionId} = ${registration.admissionSessionId} and ${otherRegistration.id} <> ${registration.id}
       and lower(${otherRegistration.personalEmail}) <> lower(${registration.personalEmail})
     where ${registration.id} = ${id} and ${differsFromLiteral(otherRegistration.status, 'declined')} and not ${otherRegistration.isDuplicate} limit 1`,
  )
  return duplicates.length > 0
}

/**
 * Restores the earlier values. A transition that was on hold is not restored: staff decide again.
 */
function restoredValues({ before, wasHeld }: Withdrawal): Values {
  if (!wasHeld) return before
  return {
    status: before.notifiedStatus === 'submitted' ? 'submitted' : 'under_review',
    reasonCode: null,
    decidedAt: null,
    decidedOn: null,
  }
}

async function recordWithdrawal(
  queries: Queries,
  event: WriteEvent<typeof registrations>,
): Promise<void> {
  const now = new Date(event.at)
  await dropUnsentNotices(queries, event.id, now)
  await recordAndNotify(queries, event, 'withdrawn')
}

/**
 * Drops emails and hides timeline entries of transitions on hold: the application is closed before
 * the applicant is notified of them.
 */
async function dropUnsentNotices(queries: Queries, id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await runStatement(
    queries,
    sql`update ${outboxMail} ${setValues(outboxMail, { state: 'dropped' })} where ${outboxMail.record_id} = ${id} and ${outboxMail.state} = 'waiting' and ${outboxMail.attempts} = 0
     and ${outboxMail.run_at} > ${at}`,
  )
  await runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: null })} where ${registrationEvent.registration_id} = ${id} and ${registrationEvent.visible_from} > ${at}`,
  )
}

async function recordAndNotify(
  queries: Queries,
  { id, before, record, at: time }: WriteEvent<typeof registrations>,
  type: 'withdrawn' | 'withdrawalUndone',
): Promise<void> {
  const at = new Date(time)
  // `status` is a required choice of states.
  const status = (values: StoredRecord<typeof registrations>['values'] | undefined) =>
    values?.status as RegistrationStatus
  await addTimelineEvent(queries, {
    registrationId: id,
    type,
    by: { kind: 'applicant' },
    at,
    from: status(before?.values),
    to: status(record),
    visibleFrom: at,
  })
  // `language` is a required choice of languages.
  await queueMail(queries, at, { kind: type, recordId: id, language: record.language as Language })
}

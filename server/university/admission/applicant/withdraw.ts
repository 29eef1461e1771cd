/** An applicant closes the own application, and may take that back for a quarter of an hour. */
import type { RegistrationStatus, WireApplication } from '#model/admission/wire.ts'
import { today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { queueMail } from '#server/engine/mail/outbox.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import type { WriteEvent } from '#server/engine/records/hooks.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { outboxMail } from '#server/engine/sql/tables.ts'
import { isNot, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { withoutOffice } from './answer.ts'
import { readApplication } from './applicant.ts'
import { canWithdraw, isWithdrawn } from './applicant-knows.ts'
import { type Withdrawal, withdrawAction, withdrawalOf } from './withdrawal.ts'

const r = table(registrations, 'r')
const o = table(registrations, 'o')
const ox = table(outboxMail, 'ox')
const e = table(registrationEvent, 'e')

/** Closes the application, and answers it. Once withdrawn, it stays so. Throws `step.refused` where it is decided or enrolled. */
export async function withdraw(context: Context, id: string): Promise<WireApplication> {
  const { clock } = context
  await changed(context, {
    id,
    action: withdrawAction,
    values({ values }) {
      const now = clock.now()
      if (isWithdrawn(values)) return {}
      if (!canWithdraw(values, now)) throw new AppError('step.refused')
      return {
        status: 'declined',
        reasonCode: 'withdrawn',
        decidedAt: now.toISOString(),
        decidedOn: today(now),
        notifiedStatus: null,
        notifyAt: null,
      }
    },
    also: recordWithdrawal,
  })
  return readApplication(context, id)
}

/** Takes the withdrawal back, and answers the application. Throws `step.refused` when its time is over, the programme is closed, or it was none. */
export async function undoWithdrawal(context: Context, id: string): Promise<WireApplication> {
  const { database, clock } = context
  await changed(context, {
    id,
    action: 'undoWithdrawal',
    async values() {
      const withdrawal = await withdrawalOf(database, id, clock.now())
      if (!withdrawal) throw new AppError('step.refused')
      return { ...restored(withdrawal), ...((await hasTwin(database, id)) && { isDuplicate: true }) }
    },
    also: (queries, event: WriteEvent<typeof registrations>) => tell(queries, event, 'withdrawalUndone'),
  })
  return readApplication(context, id)
}

type InternalChange = Parameters<ReturnType<typeof recordsOf>['change']>[1]
const changed = (context: Context, change: InternalChange) =>
  withoutOffice(recordsOf(context).change(systemPermit('applicant', registrations, 'update'), change))

/**
 * Tells whether an application from another address has taken its place meanwhile. Its owner comes back all the same: as a
 * possible duplicate, as a second application of the same number would. The owner's own second one stays in the way.
 */
async function hasTwin(queries: Queries, id: string): Promise<boolean> {
  const twins = await run(
    queries,
    sql`select 1 from ${r} join ${o} on ${o.cnpBidx} = ${r.cnpBidx} and ${o.specializationId} = ${r.specializationId}
       and ${o.admissionSessionId} = ${r.admissionSessionId} and ${o.id} <> ${r.id}
       and lower(${o.personalEmail}) <> lower(${r.personalEmail})
     where ${r.id} = ${id} and ${isNot(o.status, 'declined')} and not ${o.isDuplicate} limit 1`,
  )
  return twins.length > 0
}

/** Values that stood there. A step that the applicant had not been told of is not taken up again: the office decides anew. */
function restored({ before, wasHeld }: Withdrawal): Values {
  if (!wasHeld) return before
  return {
    status: before.notifiedStatus === 'submitted' ? 'submitted' : 'under_review',
    reasonCode: null,
    decidedAt: null,
    decidedOn: null,
  }
}

async function recordWithdrawal(queries: Queries, event: WriteEvent<typeof registrations>): Promise<void> {
  const now = new Date(event.at)
  await dropUnsent(queries, event.id, now)
  await tell(queries, event, 'withdrawn')
}

/** Mails and entries of steps that the applicant has not been told of are never told: the application is closed. */
async function dropUnsent(queries: Queries, id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await run(
    queries,
    sql`update ${ox} ${set(ox, { state: 'dropped' })} where ${ox.record_id} = ${id} and ${ox.state} = 'waiting' and ${ox.attempts} = 0
     and ${ox.run_at} > ${at}`,
  )
  await run(queries, sql`update ${e} ${set(e, { visible_from: null })} where ${e.registration_id} = ${id} and ${e.visible_from} > ${at}`)
}

async function tell(
  queries: Queries,
  { id, before, record, at: time }: WriteEvent<typeof registrations>,
  type: 'withdrawn' | 'withdrawalUndone',
): Promise<void> {
  const at = new Date(time)
  // The field is a choice of statuses, never empty.
  const status = (values: StoredRecord<typeof registrations>['values'] | undefined) => values?.status as RegistrationStatus
  await addEvent(queries, {
    registrationId: id,
    type,
    by: { kind: 'applicant' },
    at,
    from: status(before?.values),
    to: status(record),
    visibleFrom: at,
  })
  // The field is a choice of languages, never empty.
  await queueMail(queries, at, { kind: type, recordId: id, language: record.language as Language })
}

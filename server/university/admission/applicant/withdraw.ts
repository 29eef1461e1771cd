/** Withdrawal of an application by the applicant, and its undo within 15 minutes. */
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

/** Withdraws the application and returns it; does nothing if it is withdrawn. Throws `step.refused` if it is decided or enrolled. */
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

/** Undoes a withdrawal and returns the application. Throws `step.refused` if there is none, it is too late, or the programme is closed. */
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
 * Whether another application with the same CNP for the same programme, from another email address, was sent since. The
 * withdrawn one then returns marked as a possible duplicate. A second application from the same address still blocks the undo.
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

/** Restores the earlier values. A transition that was on hold is not restored: staff decide again. */
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

/** Drops emails and hides timeline entries of transitions on hold: the application is closed before the applicant learned of them. */
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
  // `status` is a required choice of states.
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
  // `language` is a required choice of languages.
  await queueMail(queries, at, { kind: type, recordId: id, language: record.language as Language })
}

/** An applicant closes the own application, and may take that back for a quarter of an hour. */
import type { RegistrationStatus, WireApplication } from '#model/admission/wire.ts'
import { today } from '#model/dates.ts'
import { AppError } from '#model/errors.ts'
import type { Language } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { queueMail } from '#server/engine/mail/outbox.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import type { StoredRecord } from '#server/engine/records/find.ts'
import type { WriteEvent } from '#server/engine/records/lifecycles.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { withoutOffice } from './answer.ts'
import { readApplication } from './applicant.ts'
import { canWithdraw, isWithdrawn } from './applicant-knows.ts'
import { type Withdrawal, withdrawAction, withdrawalOf } from './withdrawal.ts'

const registrations = resourceNamed('registrations')

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
        toldStatus: null,
        tellAt: null,
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
    also: (queries, event) => tell(queries, event, 'withdrawalUndone'),
  })
  return readApplication(context, id)
}

type OwnChange = Parameters<ReturnType<typeof recordsOf>['change']>[1]
const changed = (context: Context, change: OwnChange) =>
  withoutOffice(recordsOf(context).change(systemPermit('applicant', registrations, 'update'), change))

/**
 * Whether an application from another address has taken its place meanwhile. Its owner comes back all the same: as a
 * possible duplicate, as a second application of the same number would. The owner's own second one stays in the way.
 */
async function hasTwin(queries: Queries, id: string): Promise<boolean> {
  const twins = await queries.query(
    `select 1 from registrations r join registrations o on o.cnp_bidx = r.cnp_bidx and o.specialization_id = r.specialization_id
       and o.admission_session_id = r.admission_session_id and o.id <> r.id
       and lower(o.personal_email) <> lower(r.personal_email)
     where r.id = $1 and o.status <> 'declined' and not o.is_duplicate limit 1`,
    [id],
  )
  return twins.length > 0
}

/** What stood there. A step that the applicant had not been told of is not taken up again: the office decides anew. */
function restored({ before, wasHeld }: Withdrawal): Values {
  if (!wasHeld) return before
  return { status: before.toldStatus === 'submitted' ? 'submitted' : 'under_review', reasonCode: null, decidedAt: null, decidedOn: null }
}

async function recordWithdrawal(queries: Queries, event: WriteEvent): Promise<void> {
  const now = new Date(event.at)
  await dropUntold(queries, event.id, now)
  await tell(queries, event, 'withdrawn')
}

/** Mails and entries of steps that the applicant has not been told of are never told: the application is closed. */
async function dropUntold(queries: Queries, id: string, now: Date): Promise<void> {
  const values = [id, now.toISOString()]
  await queries.query(
    `update outbox_mail set state = 'dropped' where registration_id = $1 and state = 'waiting' and attempts = 0 and run_at > $2`,
    values,
  )
  await queries.query('update registration_event set visible_from = null where registration_id = $1 and visible_from > $2', values)
}

async function tell(queries: Queries, { id, before, record, at: time }: WriteEvent, type: 'withdrawn' | 'withdrawalUndone'): Promise<void> {
  const at = new Date(time)
  // The field is a choice of statuses, never empty.
  const status = (values: StoredRecord['values'] | undefined) => values?.status as RegistrationStatus
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
  await queueMail(queries, at, { kind: type, registrationId: id, language: record.language as Language })
}

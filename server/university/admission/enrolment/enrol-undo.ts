import { today } from '#model/dates.ts'
import { AppError } from '#model/errors.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, permitForPart } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { forgettingCallers } from '#server/engine/session/known-callers.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { standsSql } from '#server/university/computed.ts'
import { reverseCharges } from '#server/university/finances/reverse.ts'

const registrations = resourceNamed('registrations')
const students = resourceNamed('students')
const finances = resourceNamed('finances')
const users = resourceNamed('users')

/**
 * Takes an enrolment back: the student has withdrawn, the account is closed, the place is free, and the application is
 * accepted as before, what was charged is reversed. Nothing is deleted, and enrolling again takes the same student up.
 * Throws `record.missing`, and `step.refused` for one that is not enrolled, whose academic year is over, or whose student
 * has changed since, has marks or has paid.
 */
export async function undoEnrolment(context: Context, caller: Caller, { id, reason }: { id: string; reason: string }): Promise<WireRecord> {
  const reading = authorize(caller, registrations, 'read')
  await forgettingCallers(context.database, () => undone(context, caller, { id, reason }))
  const records = recordsOf(context)
  return await records.detailed(reading, await records.find(reading, id))
}

const undone = (context: Context, caller: Caller, { id, reason }: { id: string; reason: string }) =>
  recordsOf(context).together(async (records, queries) => {
    await queries.query('select 1 from registrations where id = $1 for update', [id])
    const { values: registration } = await records.stored(authorize(caller, registrations, 'update'), id)
    const now = context.clock.now()
    const { studentId } = registration
    if (typeof studentId !== 'string') throw new AppError('step.refused')
    const student = await untouchedStudent(queries, { id, studentId, day: today(now) })
    await reverseCharges(
      { records, queries, clock: context.clock, permit: permitForPart(caller, finances, 'update') },
      { studentId, why: reason },
    )
    await records.change(permitForPart(caller, students, 'update'), {
      id: studentId,
      action: 'withdraw',
      reason,
      values: () => ({ status: 'withdrawn', statusReason: reason, statusSince: today(now) }),
    })
    if (student.userId)
      await records.change(permitForPart(caller, users, 'update'), {
        id: student.userId,
        action: 'deactivate',
        reason,
        values: () => ({ isActive: false }),
      })
    await records.change(permitForPart(caller, registrations, 'update'), {
      id,
      action: 'undoEnrolment',
      reason,
      values: () => ({ enrolledAt: null, studentId: null }),
    })
    await queries.query(`update outbox_mail set state = 'dropped' where registration_id = $1 and kind = 'enrolled' and state = 'waiting'`, [
      id,
    ])
    const by = { kind: 'staff', actor: { id: caller.id, name: caller.name, role: caller.role } } as const
    await addEvent(queries, { registrationId: id, type: 'enrolmentUndone', by, at: now, visibleFrom: now, note: reason })
  })

interface Asked {
  /** Of the application. */
  readonly id: string
  readonly studentId: string
  readonly day: string
}

/** The student as the enrolment left it: active, in the year of entry, and with no step of the status since. Throws `step.refused`. */
async function untouchedStudent(queries: Queries, { id, studentId, day }: Asked): Promise<{ readonly userId: string | null }> {
  const [student] = await queries.query<{ userId: string | null; status: string; yearOfEntry: string }>(
    `select user_id as "userId", status, academic_year_of_entry as "yearOfEntry" from students where id = $1 for update`,
    [studentId],
  )
  const later = await queries.query(
    `select 1 from change where resource = 'students' and record_id = $1 and jsonb_exists(after, 'status')
       and at > coalesce((select max(at) from change where resource = 'registrations' and record_id = $2 and action = 'enrol'),
                         (select enrolled_at from registrations where id = $2)) limit 1`,
    [studentId, id],
  )
  await demandNothingDone(queries, studentId)
  // The next academic year begins on 1 October.
  const isOver = student === undefined || day >= `${student.yearOfEntry.slice(5)}-10-01`
  if (!student || isOver || student.status !== 'active' || later.length > 0) throw new AppError('step.refused')
  return student
}

/** Throws `step.refused` for a student who has marks, or has paid something that was not paid back by a reversal. */
async function demandNothingDone(queries: Queries, studentId: string): Promise<void> {
  const [done] = await queries.query<{ hasMarks: boolean; hasPayments: boolean }>(
    `select exists (select from grades where student_id = $1) as "hasMarks",
       exists (select from finances f where f.student_id = $1 and f.direction = 'payment' and ${standsSql('f')}) as "hasPayments"`,
    [studentId],
  )
  if (done?.hasMarks) throw new AppError('step.refused', { fields: { _: [{ code: 'enrolment.hasMarks' }] } })
  if (done?.hasPayments) throw new AppError('step.refused', { fields: { _: [{ code: 'enrolment.hasPayments' }] } })
}

import { today } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permitForSubtask } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { invalidatingCallers } from '@matricola/server/session/caller-cache.ts'
import { changeTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { finances } from '#resources/finances.ts'
import { grades } from '#resources/grades.ts'
import { registrations } from '#resources/registrations.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { isEffectiveEntry } from '#server/computed.ts'
import { reverseCharges } from '#server/finances/reverse.ts'

const registrationRow = table(registrations)
const outboxMail = table(outboxMailTable)
const studentRow = table(students)
const change = table(changeTable)
const grade = table(grades)
const ledgerEntry = table(finances)

/**
 * Undoes an enrolment: withdraws the student, deactivates the account, frees the place, reverses
 * charges, and returns the application to accepted. Nothing is deleted; enrolling again reuses the
 * student record. Throws `record.missing`, and `transition.refused` if the application is not
 * enrolled, its academic year is over, or the student has grades, payments or changes.
 */
export async function revertEnrolment(
  context: Context,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<WireRecord> {
  const readPermit = authorize(caller, registrations, 'read')
  await invalidatingCallers(context.database, () =>
    revertInTransaction(context, caller, { id, reason }),
  )
  return await recordsOf(context).open(readPermit, id)
}

const revertInTransaction = (
  context: Context,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
) =>
  recordsOf(context).inTransaction(async (records, queries) => {
    await runStatement(
      queries,
      sql`select 1 from ${registrationRow} where ${registrationRow.id} = ${id} for update`,
    )
    const { values: registration } = await records.getStored(
      authorize(caller, registrations, 'update'),
      id,
    )
    const now = context.clock.now()
    const { studentId } = registration
    if (typeof studentId !== 'string') throw new AppError('transition.refused')
    const student = await getUntouchedStudent(queries, { id, studentId, day: today(now) })
    await reverseCharges(
      {
        records,
        queries,
        clock: context.clock,
        permit: permitForSubtask(caller, finances, 'update'),
      },
      { studentId, reason: reason },
    )
    await records.applyInternalChange(permitForSubtask(caller, students, 'update'), {
      id: studentId,
      action: 'withdraw',
      reason,
      values: () => ({ status: 'withdrawn', statusReason: reason, statusSince: today(now) }),
    })
    if (student.userId)
      await records.applyInternalChange(permitForSubtask(caller, users, 'update'), {
        id: student.userId,
        action: 'deactivate',
        reason,
        values: () => ({ isActive: false }),
      })
    await records.applyInternalChange(permitForSubtask(caller, registrations, 'update'), {
      id,
      action: 'undoEnrolment',
      reason,
      values: () => ({ enrolledAt: null, studentId: null }),
    })
    await runStatement(
      queries,
      sql`update ${outboxMail} ${setValues(outboxMail, { state: 'dropped' })} where ${outboxMail.record_id} = ${id} and ${outboxMail.kind} = 'enrolled' and ${outboxMail.state} = 'waiting'`,
    )
    const by = {
      kind: 'staff',
      actor: { id: caller.id, name: caller.name, role: caller.role },
    } as const
    await addTimelineEvent(queries, {
      registrationId: id,
      type: 'enrolmentUndone',
      by,
      at: now,
      visibleFrom: now,
      note: reason,
    })
  })

interface EnrolledStudent {
  /** Id of the application. */
  readonly id: string
  readonly studentId: string
  readonly day: string
}

/**
 * Returns the student if active, in the year of entry, and without a change of status since
 * enrolment. Throws `transition.refused`.
 */
async function getUntouchedStudent(
  queries: Queries,
  { id, studentId, day }: EnrolledStudent,
): Promise<{ readonly userId: string | null }> {
  const [student] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(studentRow, 'userId', 'status'), yearOfEntry: studentRow.academicYearOfEntry })} from ${studentRow}
     where ${studentRow.id} = ${studentId} for update`,
  )
  const laterChanges = await runStatement(
    queries,
    sql`select 1 from ${change} where ${change.resource} = 'students' and ${change.record_id} = ${studentId} and jsonb_exists(${change.after}, 'status')
       and ${change.at} > coalesce((select max(${change.at}) from ${change} where ${change.resource} = 'registrations' and ${change.record_id} = ${id}
       and ${change.action} = 'enrol'),
                         (select ${registrationRow.enrolledAt} from ${registrationRow} where ${registrationRow.id} = ${id})) limit 1`,
  )
  await assertNoGradesOrPayments(queries, studentId)
  // The next academic year starts on 1 October.
  const isOver = student === undefined || day >= `${student.yearOfEntry.slice(5)}-10-01`
  if (!student || isOver || student.status !== 'active' || laterChanges.length > 0)
    throw new AppError('transition.refused')
  return student
}

/** Throws `transition.refused` if the student has grades, or a payment that was not reversed. */
async function assertNoGradesOrPayments(queries: Queries, studentId: string): Promise<void> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      hasGrades: expr<boolean>`exists (select from ${grade} where ${grade.studentId} = ${studentId})`,
      hasPayments: expr<boolean>`exists (select from ${ledgerEntry} where ${ledgerEntry.studentId} = ${studentId} and ${equalsLiteral(ledgerEntry.direction, 'payment')}
        and ${isEffectiveEntry(ledgerEntry)})`,
    })}`,
  )
  if (row?.hasGrades)
    throw new AppError('transition.refused', { fields: { _: [{ code: 'enrolment.hasGrades' }] } })
  if (row?.hasPayments)
    throw new AppError('transition.refused', { fields: { _: [{ code: 'enrolment.hasPayments' }] } })
}

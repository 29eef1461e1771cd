/** Approving, refusing and cancelling resit requests, with the fee. */

import { today } from '@matricola/schema/values/dates.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { changesAnyOf, type Prepared, type WriteDraft, type WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { sittingFee } from '#resources/academic/resits.ts'
import { examResits } from '#resources/exam-resits.ts'
import { students } from '#resources/students.ts'
import { entryDescription } from '#server/finances/entry-description.ts'
import { readStudyRules } from '../study/rules.ts'
import { bookingPermit, type DecisionContext, reverseUnpaidCharge } from './charge.ts'
import { findClashingCourse } from './clash.ts'
import { readCourseHistories } from './course-history.ts'
import { findSitting, type Sitting, sittingIssue } from './sitting.ts'

const student = table(students)
const examResit = table(examResits)

/** Requires a suitable exam for an approved request: the one entered now, else the requested one. Throws `input.invalid`. */
export async function prepareResitDecision(
  { database, clock }: Context,
  { before, changed, record }: WriteDraft<typeof examResits>,
): Promise<Prepared | undefined> {
  const isGranted = changed.status === 'approved'
  if (changed.status === 'cancelled' && before?.values.status === 'approved')
    return assertNotStarted(await findSitting(database, record.examId), clock.now())
  if (!isGranted && !changesAnyOf(changed, 'examId')) return undefined
  const examId = record.examId ?? (isGranted ? before?.values.examId : null)
  if (!examId && !isGranted && record.status === 'requested') return undefined
  const sitting = await findSitting(database, examId)
  if (!sitting) throw invalidInput({ examId: [{ code: examId ? 'reference.unknown' : 'required' }] })
  const issue = sittingIssue(sitting, { courseId: record.courseId, now: clock.now() })
  if (issue) throw invalidInput({ examId: [issue] })
  return { set: { examId: sitting.id, academicYearId: sitting.academicYearId }, context: sitting }
}

/** Throws `input.invalid` if the exam has started, since the approval can then no longer be cancelled. */
function assertNotStarted(sitting: Sitting | null, now: Date): undefined {
  if (sitting && sitting.startsAt <= now.toISOString()) throw invalidInput({ examId: [{ code: 'resit.sittingOver' }] })
}

/**
 * Completes a decision in its transaction, and charges the fee only once. Throws `input.invalid` if the student sits another exam
 * at that time.
 */
export async function completeResitDecision(decision: DecisionContext, event: WriteEvent<typeof examResits>): Promise<void> {
  const { changed, record, context } = event
  const { queries } = decision
  // `prepareResitDecision` sets the context for these changes.
  const sitting = context as Sitting | undefined
  if (sitting && record.status === 'approved') await assertNoClash(queries, event, sitting)
  if (changed.status === 'approved' && sitting && !record.chargeId) await bookFee(decision, event, sitting)
  if (changed.status === 'cancelled' && record.chargeId) await reverseUnpaidCharge(decision, event)
}

async function assertNoClash(queries: Queries, { record, permit }: WriteEvent<typeof examResits>, sitting: Sitting): Promise<void> {
  const other = await findClashingCourse(queries, { studentId: record.studentId, language: permit.language }, sitting)
  if (other) throw invalidInput({ examId: [{ code: 'resit.clash', params: { course: other } }] })
}

/** Charges the fee for a sitting beyond the free ones of the year, due on the day of the exam. */
async function bookFee(
  { texts, queries, records }: DecisionContext,
  { id, record, permit, at }: WriteEvent<typeof examResits>,
  sitting: Sitting,
): Promise<void> {
  await runStatement(
    queries,
    sql`select ${pick({ id: student.id })} from ${student} where ${student.id} = ${record.studentId}::uuid for no key update`,
  )
  const rules = await readStudyRules(queries)
  const { studentId, courseId } = record
  const [history] = await readCourseHistories(queries, { studentId, courseId, yearId: sitting.academicYearId })
  // The count already includes this request, which has been approved.
  const amount = sittingFee(Math.max(0, (history?.sittings ?? 1) - 1), rules)
  if (amount === 0) return
  const day = today(new Date(sitting.startsAt))
  const key = record.kind === 'improvement' ? 'improvement' : 'resit'
  const date = day.split('-').toReversed().join('.')
  const charge = await records.insert(bookingPermit(permit), {
    studentId,
    direction: 'charge',
    kind: 'resit',
    amount,
    description: await entryDescription(texts, queries, key, { course: sitting.course, date }),
    bookedOn: today(new Date(at)),
    dueOn: day,
    academicYearId: sitting.academicYearId,
  })
  // Update the row directly, because the version and the history entry of the decision also cover the charge.
  await runStatement(queries, sql`update ${examResit} ${setValues(examResit, { chargeId: charge.id })} where ${examResit.id} = ${id}::uuid`)
}

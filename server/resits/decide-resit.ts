/** Approving, refusing and cancelling resit requests, with the fee. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { permitForSubtask, systemPermit } from '@matricola/server/policy/permit.ts'
import {
  changesAnyOf,
  type Prepared,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  equalsLiteral,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { sittingFee } from '#resources/academic/resits.ts'
import { courses } from '#resources/courses.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { finances } from '#resources/finances.ts'
import { students } from '#resources/students.ts'
import { balanceEffectOf, isEffectiveEntry, isReversed } from '#server/computed.ts'
import { participantsOf } from '#server/exams/participants.ts'
import { examEnd, maxExamLength, visibleExamStates } from '#server/exams/times.ts'
import { entryDescription } from '#server/finances/entry-description.ts'
import { reverseEntry } from '#server/finances/reverse.ts'
import { readStudyRules } from '../study/rules.ts'
import { readCourseHistories } from './course-history.ts'
import { findSitting, type Sitting, sittingIssue } from './sitting.ts'

const student = table(students)
const examResit = table(examResits)
const charge = table(finances, 'charge')
const ledgerEntry = table(finances)
const exam = table(exams)
const course = table(courses)

/**
 * Requires a suitable exam for an approved request: the one entered now, else the requested one.
 * Throws `input.invalid`.
 */
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
  if (!sitting)
    throw invalidInput({ examId: [{ code: examId ? 'reference.unknown' : 'required' }] })
  const issue = sittingIssue(sitting, { courseId: record.courseId, now: clock.now() })
  if (issue) throw invalidInput({ examId: [issue] })
  return { set: { examId: sitting.id, academicYearId: sitting.academicYearId }, context: sitting }
}

/**
 * Throws `input.invalid` if the exam has started, since the approval can then no longer be
 * cancelled.
 */
function assertNotStarted(sitting: Sitting | null, now: Date): undefined {
  if (sitting && sitting.startsAt <= now.toISOString())
    throw invalidInput({ examId: [{ code: 'resit.sittingOver' }] })
}

/**
 * Completes a decision in its transaction, and charges the fee only once. Throws `input.invalid` if
 * the student sits another exam at that time.
 */
export async function completeResitDecision(
  decision: DecisionContext,
  event: WriteEvent<typeof examResits>,
): Promise<void> {
  const { changed, record, context } = event
  const { queries } = decision
  // `prepareResitDecision` sets the context for these changes.
  const sitting = context as Sitting | undefined
  if (sitting && record.status === 'approved') await assertNoClash(queries, event, sitting)
  if (changed.status === 'approved' && sitting && !record.chargeId)
    await bookFee(decision, event, sitting)
  if (changed.status === 'cancelled' && record.chargeId) await reverseUnpaidCharge(decision, event)
}

async function assertNoClash(
  queries: Queries,
  { record, permit }: WriteEvent<typeof examResits>,
  sitting: Sitting,
): Promise<void> {
  const other = await findClashingCourse(
    queries,
    { studentId: record.studentId, language: permit.language },
    sitting,
  )
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
  const [history] = await readCourseHistories(queries, {
    studentId,
    courseId,
    yearId: sitting.academicYearId,
  })
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
  // Update the row directly, because the version and the history entry of the decision also cover
  // the charge.
  await runStatement(
    queries,
    sql`update ${examResit} ${setValues(examResit, { chargeId: charge.id })} where ${examResit.id} = ${id}::uuid`,
  )
}

/** The transaction in which a decision on a resit request is stored. */
interface DecisionContext extends Pick<Context, 'clock' | 'texts'> {
  readonly queries: Queries
  readonly records: Records
}

/** Permission to book the entries of a decision on behalf of the user who decided. */
const bookingPermit = ({ caller }: WriteEvent<typeof examResits>['permit']) =>
  caller
    ? permitForSubtask(caller, finances, 'create')
    : systemPermit('studies', finances, 'create')

/** Reverses the charge of a cancelled request, unless it is paid or reversed already. */
async function reverseUnpaidCharge(
  { clock, texts, queries, records }: DecisionContext,
  { record, permit }: WriteEvent<typeof examResits>,
): Promise<void> {
  const [charge] = await runStatement(queries, unpaidChargeQuery(record.chargeId))
  if (!charge) return
  const financePermit = bookingPermit(permit)
  const reason = await entryDescription(texts, queries, 'requestCancelled', {})
  await reverseEntry(
    { records, queries, permit: financePermit, clock },
    await records.getStored(financePermit, charge.id),
    reason,
  )
}

/**
 * Query for the charge, unless it was reversed or is paid. Payments settle the charges that are due
 * first.
 */
const unpaidChargeQuery = (chargeId: unknown) => sql`
  with entry as (select * from ${ledgerEntry} where ${ledgerEntry.id} = ${chargeId}::uuid for no key update)
  select ${pick({ id: charge.id })} from entry charge
  where not ${isReversed(charge)}
    and (select coalesce(sum(${balanceEffectOf(ledgerEntry)}), 0) from ${ledgerEntry} where ${ledgerEntry.studentId} = ${charge.studentId})
      > (select coalesce(sum(${ledgerEntry.amount}), 0) from ${ledgerEntry}
         where ${ledgerEntry.studentId} = ${charge.studentId} and ${equalsLiteral(ledgerEntry.direction, 'charge')} and ${isEffectiveEntry(ledgerEntry)}
           and (coalesce(${ledgerEntry.dueOn}, ${ledgerEntry.bookedOn}), ${ledgerEntry.createdAt}, ${ledgerEntry.id}) > (coalesce(${charge.dueOn}, ${charge.bookedOn}), ${charge.createdAt}, ${charge.id}))`

/**
 * Returns the course of another exam that the student sits at the same time, in the given language;
 * null if there is none.
 */
async function findClashingCourse(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language | null },
  { id, startsAt, durationMinutes }: Sitting,
): Promise<string | null> {
  const [other] = await runStatement(
    queries,
    sql`select ${pick({ course: inLanguage(course.name, language) })} from ${exam} join ${course} on ${course.id} = ${exam.courseId}
     where ${exam.id} <> ${id}::uuid and ${exam.state} = any(${visibleExamStates}::text[])
       and ${exam.startsAt} < ${startsAt}::timestamptz + ${durationMinutes}::integer * interval '1 minute'
       and ${exam.startsAt} > ${startsAt}::timestamptz - ${maxExamLength}
       and ${examEnd(exam)} > ${startsAt}::timestamptz
       and exists (select from (${participantsOf(exam)}) p where p.student_id = ${studentId}::uuid) limit 1`,
  )
  return other?.course ?? null
}

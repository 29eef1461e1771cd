/** Grade appeals: creation, checks, answers and notifications. */

import { registryOf } from '@matricola/schema/registry.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import {
  type PlannedWrite,
  type Prepared,
  prepareEach,
  type ResourceCode,
  type TransactionContext,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { AskedAction } from '@matricola/server/records/writing/action.ts'
import { withoutNotification } from '@matricola/server/records/writing/notifications.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { findAppealRefusal, hoursAfter } from '#resources/academic/appeals.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import { readStudyRules } from '../study/rules.ts'

const gradeAppeal = table(gradeAppeals)
const gradeRow = table(grades)
const exam = outerTable(exams)
const universityClass = outerTable(universityClasses)
const course = table(courses)
const professor = table(professors)
const user = table(users)

/**
 * Grade appeals: one per grade, before the deadline. The action `change` corrects the grade in the
 * same transaction.
 */
export const gradeAppealHooks = ({
  clock,
  database,
}: Context): ResourceCode<typeof gradeAppeals> => ({
  actions: { change: { work: applyGradeAppeal } },
  prepare: prepareEach((write) =>
    write.before ? undefined : prepareGradeAppeal(database, write, clock.now()),
  ),
  validate: { fields: ['status'], work: (writes) => appealAnswerIssues(database, writes) },
  after: {
    // New appeals only.
    fields: [],
    async work(queries, events) {
      for (const event of events) await notifyExaminers(queries, event)
    },
  },
})

/**
 * Returns the values of a new appeal in addition to its explanation: student, course, current
 * grade, examiner and deadline. Throws `access.denied`, and `input.invalid` if the grade is not the
 * caller's or cannot be appealed now.
 */
async function prepareGradeAppeal(
  queries: Queries,
  { permit: { caller }, record }: WriteDraft<typeof gradeAppeals>,
  now: Date,
): Promise<Prepared> {
  if (!caller?.personId) throw new AppError('access.denied')
  const [grade] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(gradeRow, 'studentId', 'courseId', 'result', 'value', 'state', 'publishedAt'),
      professorId: expr<string | null>`coalesce(${exam.professorId}, ${gradeRow.professorId})`,
      isAppealed: expr<boolean>`exists (select from ${gradeAppeal} where ${gradeAppeal.gradeId} = ${gradeRow.id})`,
    })}
     from ${gradeRow} left join ${exam} on ${exam.id} = ${gradeRow.examId} where ${gradeRow.id} = ${record.gradeId}::uuid`,
  )
  if (!grade || grade.studentId !== caller.personId)
    throw invalidInput({ gradeId: [{ code: 'reference.unknown' }] })
  const { gradeAppealHours: appealHours, gradeAnswerHours } = await readStudyRules(queries)
  const refusal = findAppealRefusal(grade, { now, appealHours })
  if (refusal)
    throw invalidInput({
      gradeId: [
        { code: refusal, ...(refusal === 'appeal.tooLate' && { params: { hours: appealHours } }) },
      ],
    })
  const { state: _, publishedAt: __, isAppealed: ___, ...appealValues } = grade
  return {
    set: { ...appealValues, dueAt: hoursAfter(String(record.appealedAt), gradeAnswerHours) },
  }
}

/** Rejects an answer that changes the grade to the value it already has. */
const appealAnswerIssues = async (
  queries: Queries,
  writes: readonly PlannedWrite<typeof gradeAppeals>[],
): Promise<readonly FieldIssues[]> => {
  const changedAppeals = writes.filter(({ changed }) => changed.status === 'changed')
  const gradeRows =
    changedAppeals.length === 0
      ? []
      : await runStatement(
          queries,
          sql`select ${pick(columns(gradeRow, 'id', 'result', 'value'))} from ${gradeRow}
           where ${gradeRow.id} = any(${changedAppeals.map(({ record }) => record.gradeId)}::uuid[])`,
        )
  const currentGrades = new Map(
    gradeRows.map(({ id, result, value }) => [id, `${result} ${value}`]),
  )
  return writes.map((write): FieldIssues => {
    const { gradeId, newResult, newValue } = write.record
    const isSame =
      changedAppeals.includes(write) && currentGrades.get(gradeId) === `${newResult} ${newValue}`
    return isSame ? { newResult: [{ code: 'appeal.sameGrade' }] } : {}
  })
}

/**
 * Corrects the grade and answers the appeal in one transaction. A grade that has been locked stays
 * locked. Throws `input.invalid`.
 */
async function applyGradeAppeal(
  { records, permit }: TransactionContext,
  { id, values }: StoredRecord<typeof gradeAppeals>,
  { values: newValues }: AskedAction,
): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  await records.applyInternalChange(permit, { id, action: 'change', values: () => newValues })
  await records.applyInternalChange(authorize(caller, grades, 'act'), {
    id: values.gradeId,
    action: 'correct',
    // The notification of the answer already tells the student about the new grade.
    input: { isAnswer: true, ...withoutNotification },
    values: () => correctionOf(newValues),
  })
}

const correctionOf = ({ newResult, newValue, answer }: Values): Values => ({
  result: newResult,
  value: newResult === 'graded' ? newValue : null,
  correctionReason: String(answer).replace(/\s+/g, ' '),
})

/** Notifies the users who may answer a new appeal: the examiner and the leader of the class. */
async function notifyExaminers(
  queries: Queries,
  { id, record, at, permit }: WriteEvent<typeof gradeAppeals>,
): Promise<void> {
  const recipients = await runStatement(
    queries,
    sql`select distinct ${pick({ userId: user.id, course: course.name })} from ${gradeRow} join ${course} on ${course.id} = ${gradeRow.courseId}
       left join ${exam} on ${exam.id} = ${gradeRow.examId} left join ${universityClass} on ${universityClass.id} = ${exam.classId}
       join ${professor} on ${professor.id} in (coalesce(${exam.professorId}, ${gradeRow.professorId}), ${universityClass.leadProfessorId})
       join ${user} on ${user.id} = ${professor.userId} and ${user.isActive}
     where ${gradeRow.id} = ${record.gradeId}::uuid`,
  )
  await notifyAll(
    queries,
    { registry: registryOf(permit.resource), now: new Date(at) },
    recipients.map(({ userId, course }) => ({
      type: 'gradeAppealed',
      userId,
      subject: course,
      link: `grade-appeals/${id}`,
    })),
  )
}

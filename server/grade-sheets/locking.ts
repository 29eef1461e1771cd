import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Actor, permitForActor } from '@matricola/server/policy/permit.ts'
import type { WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import { Totals } from '@matricola/server/records/reading/totals.ts'
import { writeRows } from '@matricola/server/records/writing/statement.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { readStudyRules } from '../study/rules.ts'

const grade = table(grades)

/** Transitions of the exam that also change the state of its grades. */
const lockTransitions = {
  lock: { from: 'published', to: 'locked' },
  unlock: { from: 'locked', to: 'published' },
} as const
export const isLockTransition = (action: string): action is keyof typeof lockTransitions =>
  Object.hasOwn(lockTransitions, action)

/**
 * Locks or unlocks the grades of an exam together with the exam. Throws `input.invalid` if an exam
 * to lock has draft grades.
 */
export async function applyExamLock(
  context: Context,
  queries: Queries,
  event: WriteEvent<typeof exams>,
): Promise<void> {
  if (!isLockTransition(event.action)) return
  if (event.action === 'lock') await assertNoDrafts(queries, event.id)
  await changeGradeStates(context, queries, {
    examId: event.id,
    step: event.action,
    actor: event.permit.actor,
    at: event.at,
  })
}

/**
 * Throws `input.invalid` if there are draft grades, which the examiner has to handle first. Writes
 * to the exam or its grades lock the row of the exam, so that no draft can be added meanwhile.
 */
async function assertNoDrafts(queries: Queries, examId: string): Promise<void> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ drafts: expr<number>`count(*)` })} from ${grade} where ${grade.examId} = ${examId} and ${equalsLiteral(grade.state, 'draft')}`,
  )
  if (row && row.drafts > 0)
    throw invalidInput({ state: [{ code: 'exam.drafts', params: { number: row.drafts } }] })
}

/**
 * Returns the times to store for exams that are unlocked: `lockedAt` is cleared, and grades get a
 * new deadline.
 */
export async function prepareUnlock(
  { clock, database }: Context,
  writes: readonly WriteDraft<typeof exams>[],
): Promise<Values[]> {
  const now = clock.now()
  const hours = writes.some(({ action }) => action === 'unlock')
    ? (await readStudyRules(database)).gradeLockHours
    : 0
  return writes.map(
    ({ action }): Values =>
      action === 'unlock'
        ? { lockedAt: null, gradeDueAt: new Date(now.getTime() + hours * 3_600_000).toISOString() }
        : {},
  )
}

interface GradeTransition {
  readonly examId: string
  readonly step: keyof typeof lockTransitions
  readonly actor: Actor
  readonly at: string
}

/**
 * Changes the state of every grade of the exam that is in the source state, and records the change
 * in its history.
 */
async function changeGradeStates(
  { database, keys, clock }: Context,
  queries: Queries,
  { examId, step, actor, at }: GradeTransition,
): Promise<void> {
  const { from, to } = lockTransitions[step]
  const found = await runStatement(
    queries,
    sql`select ${pick(columns(grade, 'id', 'version'))} from ${grade} where ${grade.examId} = ${examId} and ${grade.state} = ${from}
     order by ${grade.id} for no key update`,
  )
  if (found.length === 0) return
  const values = { state: to }
  const rows = found.map(({ id, version }) => ({
    id,
    before: { version, values: { state: from } },
    changed: values,
    record: values,
  }))
  const source = { database, keys, clock, totals: new Totals(clock) }
  await writeRows(source, queries, {
    permit: permitForActor(actor, grades, 'update'),
    action: step,
    at,
    rows,
  })
}

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { exams } from '#resources/exams.ts'
import type { grades } from '#resources/grades.ts'

const exam = table(exams)

/**
 * Locks the exams of written grades until the transaction ends. Saving and locking a grade sheet do the same, so no grade is
 * written while its exam is being locked. Throws `input.invalid` if an exam is locked or cancelled.
 */
export async function lockExamsOfGrades(queries: Queries, events: readonly WriteEvent<typeof grades>[]): Promise<void> {
  const ids = [...new Set(events.flatMap(({ record }) => record.examId ?? []))]
  if (ids.length === 0) return
  const exams = await runStatement(
    queries,
    sql`select ${pick({ state: exam.state })} from ${exam} where ${exam.id} = any(${ids}::uuid[]) order by ${exam.id} for no key update`,
  )
  if (exams.some(({ state }) => state === 'locked' || state === 'cancelled')) throw invalidInput({ examId: [{ code: 'grade.examClosed' }] })
}

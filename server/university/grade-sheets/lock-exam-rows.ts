import { invalidInput } from '#model/wire/errors.ts'
import { exams } from '#resources/exams.ts'
import type { grades } from '#resources/grades.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { WriteEvent } from '#server/engine/records/hooks.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'

const e = table(exams, 'e')

/**
 * Inside the transaction that writes grades: their exams are held until it ends, as they are by whoever saves a sheet or
 * locks it, so that no grade is written beneath an exam that is locked in the same moment. Throws `input.invalid` where
 * one is locked already.
 */
export async function holdExams(queries: Queries, events: readonly WriteEvent<typeof grades>[]): Promise<void> {
  const ids = [...new Set(events.flatMap(({ record }) => record.examId ?? []))]
  if (ids.length === 0) return
  const exams = await run(
    queries,
    sql`select ${pick({ state: e.state })} from ${e} where ${e.id} = any(${ids}::uuid[]) order by ${e.id} for no key update`,
  )
  if (exams.some(({ state }) => state === 'locked' || state === 'cancelled')) throw invalidInput({ examId: [{ code: 'mark.examClosed' }] })
}

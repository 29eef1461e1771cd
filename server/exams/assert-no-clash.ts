import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { exams } from '#resources/exams.ts'
import { readConflicts } from './conflicts.ts'
import { examNotificationFor, isRescheduled } from './exam-notifications.ts'

const academicYear = table(academicYears)
const maxNamed = 3

/**
 * Throws `input.invalid` with the first students who would have two exams at the same time. Must run in the transaction of the
 * write. The lock on the academic year serializes publications, so that two concurrent ones see each other.
 */
export async function assertNoExamClash(queries: Queries, event: WriteEvent<typeof exams>): Promise<void> {
  const notification = examNotificationFor(event)
  if (notification !== 'examPublished' && !(notification === 'examChanged' && isRescheduled(event.changed))) return
  await runStatement(
    queries,
    sql`select ${pick({ id: academicYear.id })} from ${academicYear} where ${academicYear.id} = ${event.record.academicYearId}::uuid for no key update`,
  )
  const { clashes } = await readConflicts(queries, { ...event.record, id: event.id }, event.permit.language)
  if (clashes.count === 0) return
  const names = clashes.students.slice(0, maxNamed).map(({ student, course }) => `${student} (${course})`)
  throw invalidInput({ startsAt: [{ code: 'exam.clash', params: { students: clashes.count, names: names.join(', ') } }] })
}

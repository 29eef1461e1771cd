/** When exams are, as SQL. `exam` is the alias of an exam's row. */
import { exams } from '#resources/exams.ts'

/** Exams that students know of, and all that are not called off. */
export const knownStates = ['published', 'held', 'graded', 'locked'] as const
export const plannedStates = ['draft', ...knownStates] as const

/** No exam is longer: those that began earlier are over. */
export const longestSql = `interval '${exams.fields.durationMinutes.options.max} minutes'`

export const endSql = (exam: string) => `(${exam}.starts_at + ${exam}.duration_minutes * interval '1 minute')`

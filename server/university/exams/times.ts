/** When exams are, as SQL. */
import { exams } from '#resources/exams.ts'
import { type ColumnsOf, expr, raw } from '#server/engine/sql/typed.ts'

/** Exams that students know of, and all that are not called off. */
export const knownStates = ['published', 'held', 'graded', 'locked'] as const
export const plannedStates = ['draft', ...knownStates] as const

/** No exam is longer: those that began earlier are over. */
export const longest = raw(`interval '${exams.fields.durationMinutes.options.max} minutes'`)

export const endOf = (exam: ColumnsOf<typeof exams, 'startsAt' | 'durationMinutes'>) =>
  expr<string>`(${exam.startsAt} + ${exam.durationMinutes} * interval '1 minute')`

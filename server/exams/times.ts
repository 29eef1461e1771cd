/** SQL for exam times, and the states in which exams count. */

import { type ColumnsOf, expr, raw } from '@matricola/server/sql/typed.ts'
import { exams } from '#resources/exams.ts'

/** States in which students can see an exam, and states other than cancelled. */
export const visibleExamStates = ['published', 'held', 'graded', 'locked'] as const
export const uncancelledExamStates = ['draft', ...visibleExamStates] as const

/** Maximum length of an exam. An exam that started longer ago than this is over. */
export const maxExamLength = raw(`interval '${exams.fields.durationMinutes.options.max} minutes'`)

export const examEnd = (exam: ColumnsOf<typeof exams, 'startsAt' | 'durationMinutes'>) =>
  expr<string>`(${exam.startsAt} + ${exam.durationMinutes} * interval '1 minute')`

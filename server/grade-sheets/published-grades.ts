import { type ColumnsOf, isOneOfLiterals } from '@matricola/server/sql/typed.ts'
import type { grades } from '#resources/grades.ts'

/**
 * SQL condition: whether a grade is published. Only published grades count in study records and
 * credits, and students see no others.
 */
export const isPublishedGrade = (grade: ColumnsOf<typeof grades, 'state'>) =>
  isOneOfLiterals(grade.state, ['published', 'locked'])

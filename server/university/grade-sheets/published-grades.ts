import type { grades } from '#resources/grades.ts'
import { type ColumnsOf, isIn } from '#server/engine/sql/typed.ts'

/** SQL condition: whether a grade is published. Only published grades count in study records and credits, and students see no others. */
export const isPublished = (mark: ColumnsOf<typeof grades, 'state'>) => isIn(mark.state, ['published', 'locked'])

import type { grades } from '#resources/grades.ts'
import { type ColumnsOf, isIn } from '#server/engine/sql/typed.ts'

/** Condition that a grade is out, as SQL: what students, their records and their credits know of. */
export const isPublished = (mark: ColumnsOf<typeof grades, 'state'>) => isIn(mark.state, ['published', 'locked'])

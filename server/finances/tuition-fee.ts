import { type ColumnsOf, expr } from '@matricola/server/sql/typed.ts'
import type { specializations } from '#resources/specializations.ts'

/**
 * SQL for the tuition of a year on a fee-paying place; null if it is not known. Admission, consent
 * and charges read it here.
 */
export const tuitionOf = (programme: ColumnsOf<typeof specializations, 'tuitionFee'>) =>
  expr<number | null>`${programme.tuitionFee}::float8`

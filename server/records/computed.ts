import type { ComputationName } from '#model/vocabulary.ts'

/** SQL of every computed value, for the row called `row`. */
export const computedSql: { readonly [C in ComputationName]: (row: string) => string } = {
  recordId: (row) => `${row}.id::text`,
  /** Active students of the department's specializations per active professor; null without professors. */
  studentFacultyRatio: (row) =>
    `(SELECT round(count(*)::numeric / nullif((SELECT count(*) FROM professors p WHERE p.department_profile_id = ${row}.id AND p.is_active), 0), 1)
      FROM students s JOIN specializations z ON z.id = s.specialization_id WHERE z.department_profile_id = ${row}.id AND s.status = 'active')`,
}

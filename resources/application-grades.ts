/** Grades and averages in an application, for use in formulas, including custom ones. */

import { isFieldType } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { registrations } from './registrations.ts'

export const applicationGrades = storedEntries(asAnyResource(registrations)).flatMap(
  ([name, spec]) => (isFieldType(spec, 'decimal') ? [{ name, decimals: spec.options.scale }] : []),
)

/** Results of the admission exam, which applicants cannot enter. */
const examGrades: readonly string[] = ['examGrade'] satisfies (keyof typeof registrations.fields)[]

/** Grades that applicants enter from their diplomas. */
export const statedGrades: readonly string[] = applicationGrades.flatMap(({ name }) =>
  examGrades.includes(name) ? [] : [name],
)

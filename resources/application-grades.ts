/** Grades and averages of an application, which formulas of admissions read: those that a university has added too. */
import { asAny } from '#model/registry.ts'
import { isKind, storedEntries } from '#model/resource.ts'
import { registrations } from './registrations.ts'

export const applicationGrades = storedEntries(asAny(registrations)).flatMap(([name, spec]) =>
  isKind(spec, 'decimal') ? [{ name, decimals: spec.options.scale }] : [],
)

/** Given by the admission's own examination: nobody can state it with the application. */
const ofExamination: readonly string[] = ['examGrade'] satisfies (keyof typeof registrations.fields)[]

/** Grades that applicants state themselves, as they stand in their diplomas. */
export const statedGrades: readonly string[] = applicationGrades.flatMap(({ name }) => (ofExamination.includes(name) ? [] : [name]))

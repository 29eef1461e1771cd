import type { FieldIssues } from '@matricola/schema/wire/wire.ts'

/**
 * Moves issues from the fields of an entry to the input fields of the action. `inputFields` maps
 * fields of the entry to input fields.
 */
export const toInputIssues = (
  issues: FieldIssues,
  inputFields: { readonly [field: string]: string },
): FieldIssues =>
  Object.fromEntries(
    Object.entries(issues).map(([name, found]) => [inputFields[name] ?? name, found]),
  )

import type { FieldIssues } from '#model/wire/wire.ts'

/** Moves issues from the fields of an entry to the input fields of the action. `asked` maps the one to the other. */
export const askedAs = (issues: FieldIssues, asked: { readonly [field: string]: string }): FieldIssues =>
  Object.fromEntries(Object.entries(issues).map(([name, found]) => [asked[name] ?? name, found]))

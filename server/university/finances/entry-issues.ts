import type { FieldIssues } from '#model/wire/wire.ts'

/** Issues of an entry at the fields of the action that asks for it; `asked`: those by the entry's own. */
export const askedAs = (issues: FieldIssues, asked: { readonly [field: string]: string }): FieldIssues =>
  Object.fromEntries(Object.entries(issues).map(([name, found]) => [asked[name] ?? name, found]))

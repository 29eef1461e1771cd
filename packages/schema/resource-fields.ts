/** Finds the fields of a declared resource by what they declare. */

import { type FieldSpec, isFieldType } from './field.ts'
import { memoize } from './memoize.ts'
import type { AnyResource, FormRule, SectionRow } from './resource.ts'
import { translationOf } from './translated-fields.ts'
import { accountResource } from './vocabulary.ts'

/** The spec of a field. Throws if there is no such field. */
export function fieldOf(resource: AnyResource, name: string): FieldSpec {
  const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  if (!spec) throw new Error(`${resource.name} has no field ${name}`)
  return spec
}

type Entries = readonly (readonly [name: string, spec: FieldSpec])[]

/** Name and spec of every field, in declaration order. */
export const fieldEntries = memoize(({ fields }: AnyResource): Entries => Object.entries(fields))

/** Fields that have a value, stored or computed: all except `many`. */
export const valueEntries = memoize(
  (resource: AnyResource): Entries =>
    fieldEntries(resource).filter(([, spec]) => spec.type !== 'many'),
)

export const storedEntries = memoize(
  (resource: AnyResource): Entries =>
    valueEntries(resource).filter(([, spec]) => spec.options.computed === undefined),
)

/** Stored fields with a column of their own. The translations of a field share another column. */
export const columnEntries = memoize(
  (resource: AnyResource): Entries =>
    storedEntries(resource).filter(([, spec]) => !translationOf(spec)),
)

/** Whether a change to any field of the resource requires reauthentication. */
export const hasReauthenticationFields = (resource: AnyResource) =>
  fieldEntries(resource).some(([, spec]) => spec.options.requiresReauthentication)

/**
 * Whether the field links a person record to an account: the user of that account then acts as the
 * person.
 */
export const isAccountLink = (spec: FieldSpec) =>
  isFieldType(spec, 'reference') && spec.to === accountResource && spec.options.unique === true

/** Fields whose changes require reauthentication: those that declare it, and account links. */
export const passwordProtectedFields = memoize((resource: AnyResource): readonly string[] =>
  storedEntries(resource).flatMap(([name, spec]) =>
    spec.options.requiresReauthentication || isAccountLink(spec) ? [name] : [],
  ),
)

export const linkEntries = (resource: AnyResource) =>
  storedEntries(resource).flatMap(([name, spec]) =>
    isFieldType(spec, 'links') ? [{ name, to: spec.to, spec }] : [],
  )

/** The form rule of a field. A translation has the rule of its field, but is never required. */
export function formRuleOf(resource: AnyResource, name: string): FormRule | undefined {
  const translation = translationOf(fieldOf(resource, name))
  if (!translation) return resource.form?.[name]
  const baseRule = resource.form?.[translation.field]
  if (!baseRule) return undefined
  const { requiredWhen: _, ...rule } = baseRule
  return rule
}

/** Names of the fields of form rows, in order. */
export const sectionFields = (rows: readonly SectionRow[]): string[] =>
  rows.flatMap((row) => (typeof row === 'string' ? [row] : [...row]))

/**
 * The field that links the record to its account, such as a student's. The record is then that
 * user's own.
 */
export const findAccountField = (resource: AnyResource) =>
  storedEntries(resource).find(([, spec]) => isAccountLink(spec))

/** Normalizes one name or several to an array. */
export const toNames = (fields: string | readonly string[] = []): readonly string[] =>
  typeof fields === 'string' ? [fields] : fields

/** Separator of the parts of a title: a dot if a part is a reference, otherwise a space. */
export const titleSeparator = (resource: AnyResource) =>
  resource.title.some((name) => isFieldType(fieldOf(resource, name), 'reference')) ? ' · ' : ' '

/** Fields whose child rows are edited in the form of their record. */
export const childRowEntries = (resource: AnyResource) =>
  fieldEntries(resource).flatMap(([name, spec]) =>
    isFieldType(spec, 'many') && spec.inForm
      ? [{ name, of: spec.of, by: spec.by, ...spec.inForm }]
      : [],
  )
export type ChildRowsField = ReturnType<typeof childRowEntries>[number]

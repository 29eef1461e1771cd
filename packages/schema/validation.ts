/**
 * Derives validation schemas from declarations. Forms, the API and bulk edits share them.
 *
 * Values are never coerced: `"5"` is not a number. Text is normalized (NFC, trimmed, comma-below
 * letters) before its length is checked.
 */
import * as z from 'zod/mini'
import { writableFields } from './access.ts'
import { defaultOf, withComputed } from './computed.ts'
import { type FieldSpec, fieldTypeOf, isDerived } from './field.ts'
import { memoize } from './memoize.ts'
import { type CallerIdentity, evaluate } from './predicate.ts'
import type { AnyResource } from './resource.ts'
import { fieldOf, formRuleOf, valueEntries } from './resource-fields.ts'
import { textSchema, uuidSchema } from './value-schemas.ts'
import { findPostalCodeIssue } from './values/postal-code.ts'
import type { Role } from './vocabulary.ts'
import { isEmptyText, toFieldIssues } from './wire/issue.ts'
import type { FieldIssues, Issue } from './wire/wire-record.ts'

/** Treats empty text as no value. Plain HTML forms send it for controls that were left empty. */
export const allowEmpty = (noValue: null | undefined, schema: z.ZodMiniType): z.ZodMiniType =>
  z.pipe(
    z.transform((value: unknown) => (isEmptyText(value) ? noValue : value)),
    schema,
  )

/** The schema of a field's value; accepts null if the field is optional. */
export function valueSchema(
  spec: FieldSpec,
  field?: { readonly resource: string; readonly name: string },
): z.ZodMiniType {
  const schema = fieldTypeOf(spec).schema(spec, field)
  return spec.options.optional ? allowEmpty(null, z.nullable(schema)) : schema
}

/** The schema of a field's value, for fields that may have custom error messages. */
export const fieldSchema = (resource: AnyResource, name: string): z.ZodMiniType =>
  valueSchema(fieldOf(resource, name), { resource: resource.name, name })

/**
 * The body of a create call for a role: all writable fields, required unless optional, derived or
 * with a default. Rejects other keys.
 */
export function createSchema(resource: AnyResource, role: Role): z.ZodMiniObject {
  const shape = writableFields(resource, role, 'create').map((name): [string, z.ZodMiniType] => {
    const spec = fieldOf(resource, name)
    const schema = fieldSchema(resource, name)
    if (defaultOf(spec) !== undefined)
      return [
        name,
        allowEmpty(
          undefined,
          z._default(schema, () => defaultOf(spec)),
        ),
      ]
    if (isDerived(spec)) return [name, allowEmpty(undefined, z.optional(z.nullable(schema)))]
    return [name, spec.options.optional ? z._default(schema, null) : schema]
  })
  return z.strictObject(Object.fromEntries(shape))
}

/**
 * The body of an update call for a role: the id, the version that was read, and any writable
 * fields.
 */
export function updateSchema(resource: AnyResource, role: Role): z.ZodMiniObject {
  const shape = writableFields(resource, role, 'update').map((name): [string, z.ZodMiniType] => [
    name,
    z.optional(fieldSchema(resource, name)),
  ])
  return z.strictObject({
    ...(resource.singleton ? {} : { id: uuidSchema() }),
    version: z.optional(z.int().check(z.gte(1))),
    ...(resource.singleton
      ? { reason: allowEmpty(null, z.optional(z.nullable(textSchema(1, 500)))) }
      : {}),
    ...Object.fromEntries(shape),
  })
}

/**
 * The body of an action call: the version and the action's input fields, required unless optional.
 */
export function actionSchema(resource: AnyResource, input: readonly string[]): z.ZodMiniObject {
  return z.strictObject({
    version: z.optional(z.int().check(z.gte(1))),
    ...Object.fromEntries(input.map((name) => [name, fieldSchema(resource, name)])),
  })
}

/**
 * Validates `input`. Returns the parsed value, or issues by field as codes rather than sentences.
 */
export function validateInput<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fields: FieldIssues } {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, fields: toFieldIssues(result.error.issues) }
}

/**
 * Issues that depend on several fields: values of hidden fields, missing values that another field
 * requires, postal codes of the wrong country, and rules. `values` is the complete record as it
 * would be after the write. `changed` names the changed fields; absent for a new record.
 */
export function recordIssues(
  resource: AnyResource,
  values: { readonly [field: string]: unknown },
  caller: CallerIdentity,
  changed?: readonly string[],
): FieldIssues {
  const record = withComputed(resource, values)
  const issues: Record<string, Issue[]> = {}
  const add = (name: string, code: string) => {
    issues[name] = [...(issues[name] ?? []), { code }]
  }
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  for (const [name, spec] of valueEntries(resource)) {
    const rule = formRuleOf(resource, name)
    if (rule?.visibleWhen && !evaluate(rule.visibleWhen, record, caller)) {
      // Users cannot clear a computed value.
      if (spec.options.computed === undefined && !isEmpty(record[name]))
        add(name, 'field.notApplicable')
    } else if (
      rule?.requiredWhen &&
      evaluate(rule.requiredWhen, record, caller) &&
      isEmpty(record[name])
    )
      add(name, 'required')
  }
  for (const { name, country } of countryFields(resource)) {
    const isChanged = changed?.some((one) => one === name || one === country) ?? true
    const code = record[name]
    const issue =
      isChanged && typeof code === 'string' && !issues[name]
        ? findPostalCodeIssue(record[country], code)
        : null
    if (issue) issues[name] = [issue]
  }
  for (const [rule, { check, field }] of Object.entries(resource.rules ?? {})) {
    if (!evaluate(check, record, caller)) add(field, `${resource.name}.rules.${rule}`)
  }
  return issues
}

/**
 * Whether `readOnlyWhen` of the field holds for a record. Forms and the server evaluate it on the
 * stored record, before the change. Otherwise the write that closes a record could not set the
 * field.
 */
export function isReadOnlyIn(
  resource: AnyResource,
  name: string,
  stored: { readonly [field: string]: unknown },
  caller: CallerIdentity,
): boolean {
  const when = formRuleOf(resource, name)?.readOnlyWhen
  return when !== undefined && evaluate(when, withComputed(resource, stored), caller)
}

/** Issues of the changed fields that are read-only in the stored record. */
export const readOnlyIssues = (
  resource: AnyResource,
  stored: { readonly [field: string]: unknown },
  caller: CallerIdentity,
  changed: readonly string[],
): FieldIssues =>
  Object.fromEntries(
    changed
      .filter((name) => isReadOnlyIn(resource, name, stored, caller))
      .map((name) => [name, [{ code: 'field.notWritable' }]]),
  )

/** Fields whose format depends on the country in another field. */
export const countryFields = memoize(
  (resource: AnyResource): readonly { readonly name: string; readonly country: string }[] =>
    valueEntries(resource).flatMap(([name, { options }]) =>
      'countryField' in options && options.countryField !== undefined
        ? [{ name, country: options.countryField }]
        : [],
    ),
)

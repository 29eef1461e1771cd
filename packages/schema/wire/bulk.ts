/** Validates bulk edits field by field, and applies them to single values. */
import { isReadable, isWritable } from '../access.ts'
import { type FieldSpec, fieldTypeOf, isEncrypted } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf, storedEntries } from '../resource-fields.ts'
import { fieldSchema, validateInput } from '../validation.ts'
import { scaleOf } from '../values/numbers.ts'
import type { EditOperator, Role } from '../vocabulary.ts'
import type { FieldIssues, Issue } from './wire-record.ts'

/**
 * One field's part of a bulk edit. `value`: what to set, add or remove, the replacement for `find`,
 * or the amount of an increase.
 */
export interface FieldEdit {
  readonly field: string
  readonly operator: EditOperator
  readonly value?: unknown
  readonly find?: string
}

/** The operators of a field; empty if it cannot be edited in bulk. */
export function operatorsOf(spec: FieldSpec): readonly EditOperator[] {
  const { options } = spec
  if (options.bulk === false || options.unique || isEncrypted(spec)) return []
  const operators = fieldTypeOf(spec).edits
  return options.optional && operators.length > 0 ? [...operators, 'clear'] : operators
}

/** Names of the fields that a role may change in bulk, in declaration order. */
export const bulkFields = (resource: AnyResource, role: Role): string[] =>
  storedEntries(resource)
    .filter(
      ([name, spec]) =>
        isReadable(resource, role, name) &&
        isWritable(resource, role, name, 'update') &&
        operatorsOf(spec).length > 0,
    )
    .map(([name]) => name)

/**
 * Validates the edits for a role. Returns them with normalized values, or issues by field. Rules
 * that depend on other values of a record are checked later, for each record.
 */
export function checkEdits(
  resource: AnyResource,
  role: Role,
  edits: readonly FieldEdit[],
):
  | { readonly ok: true; readonly value: readonly FieldEdit[] }
  | { readonly ok: false; readonly fields: FieldIssues } {
  const allowed = bulkFields(resource, role)
  const issues: Record<string, readonly Issue[]> = {}
  const checked = edits.map((edit) => {
    const { field } = edit
    if (
      Object.hasOwn(issues, field) ||
      edits.some((other) => other !== edit && other.field === field)
    )
      issues[field] = [{ code: 'set.repeated' }]
    if (!allowed.includes(field)) {
      issues[field.slice(0, 60)] = [
        { code: Object.hasOwn(resource.fields, field) ? 'field.notWritable' : 'field.unknown' },
      ]
      return edit
    }
    const result = checkEdit(resource, edit)
    if (result.ok) return result.value
    issues[field] = result.issues
    return edit
  })
  return Object.keys(issues).length > 0
    ? { ok: false, fields: issues }
    : { ok: true, value: checked }
}

type Checked =
  | { readonly ok: true; readonly value: FieldEdit }
  | { readonly ok: false; readonly issues: readonly Issue[] }

function checkEdit(resource: AnyResource, edit: FieldEdit): Checked {
  const { field, operator, value, find } = edit
  const spec = fieldOf(resource, field)
  if (!operatorsOf(spec).includes(operator))
    return { ok: false, issues: [{ code: 'choice.unknown' }] }
  if (operator === 'clear') return { ok: true, value: { field, operator } }
  if (operator === 'replace') {
    if (find === undefined) return { ok: false, issues: [{ code: 'required' }] }
    if (typeof value !== 'string' || value.length > 4000)
      return { ok: false, issues: [{ code: 'type.wrong' }] }
    return { ok: true, value: { field, operator, find, value } }
  }
  if (operator === 'increase') {
    const isNumber =
      typeof value === 'number' && Number.isFinite(value) && value !== 0 && Math.abs(value) <= 1e12
    return isNumber
      ? { ok: true, value: { field, operator, value } }
      : { ok: false, issues: [{ code: 'type.wrong' }] }
  }
  const result = validateInput(fieldSchema(resource, field), value)
  if (!result.ok)
    return { ok: false, issues: Object.values(result.fields)[0] ?? [{ code: 'type.wrong' }] }
  // Clearing has its own operator, so that an empty value cannot clear many records by mistake.
  if (result.value === null) return { ok: false, issues: [{ code: 'required' }] }
  return { ok: true, value: { field, operator, value: result.value } }
}

/**
 * The value after an edit. If `isRelativeEdit`, the result must be validated with the field's
 * schema.
 */
export function applyEdit(
  spec: FieldSpec,
  current: unknown,
  { operator, value, find }: FieldEdit,
): unknown {
  switch (operator) {
    case 'set':
      return value
    case 'clear':
      return null
    case 'add':
      return sortValues(spec, [...listOf(current), ...listOf(value)])
    case 'remove':
      return sortValues(
        spec,
        listOf(current).filter((item) => !listOf(value).includes(item)),
      )
    case 'increase':
      return typeof current === 'number' ? roundToScale(spec, current + Number(value)) : current
    case 'replace':
      return typeof current === 'string'
        ? emptyAsNull(current.replaceAll(find ?? '', String(value)))
        : current
  }
}

/**
 * Whether the result depends on the current value, so that it must be validated for each record.
 */
export const isRelativeEdit = ({ operator }: FieldEdit) =>
  operator !== 'set' && operator !== 'clear'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const emptyAsNull = (text: string) => (text.trim() === '' ? null : text)

function sortValues(spec: FieldSpec, values: readonly unknown[]): unknown {
  const order = 'choices' in spec ? Object.keys(spec.choices) : [...new Set(values)].sort()
  const ordered = order.filter((choice) => values.includes(choice))
  return ordered.length === 0 && spec.options.optional ? null : ordered
}

const roundToScale = (spec: FieldSpec, sum: number): number => Number(sum.toFixed(scaleOf(spec)))

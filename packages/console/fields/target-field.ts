import type { FieldSpec } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'

interface TargetField {
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
}

/**
 * Returns the field whose value a text field holds, as named by another field of the record; null
 * if it holds ordinary text.
 */
export function findTargetField(
  from: AnyResource,
  { options }: FieldSpec,
  record: { readonly [field: string]: unknown },
): TargetField | null {
  if (!('valueForField' in options) || !options.valueForField) return null
  const resource = related(from, options.valueForField.resource)
  const name = record[options.valueForField.field]
  return typeof name === 'string' && Object.hasOwn(resource.fields, name)
    ? { resource, name, spec: fieldOf(resource, name) }
    : null
}

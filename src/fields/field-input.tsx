import { findFieldComponents } from './field-components.ts'
import { getFieldTypeComponents } from './field-type-components.ts'
import type { InputProps } from './input.ts'
import { findTargetField } from './target-field.ts'

/** The input of any field. */
export function FieldInput(given: InputProps) {
  const other = findTargetField(given.spec, given.values)
  const props = other ? { ...given, ...other } : given
  const Input = findFieldComponents(props.spec.options.input).Input ?? getFieldTypeComponents(props.spec).Input
  return <Input {...props} />
}

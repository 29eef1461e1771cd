import { findFieldComponents } from './field-components.ts'
import { getFieldTypeComponents } from './field-type-components.ts'
import type { InputProps } from './input.ts'
import { findTargetField } from './target-field.ts'

/** Renders the input for any field. A text field that holds a value for another field is entered like that field. */
export function FieldInput(inputProps: InputProps) {
  const other = findTargetField(inputProps.resource, inputProps.spec, inputProps.values)
  const props = other ? { ...inputProps, ...other } : inputProps
  const Input = findFieldComponents(props.spec.options.input).Input ?? getFieldTypeComponents(props.spec).Input
  return <Input {...props} />
}

import type { InputProps } from './input.ts'
import { findTargetField } from './target-field.ts'
import { useInputComponent } from './use-field-components.ts'

/**
 * Renders the input for any field. A text field that holds a value for another field is entered
 * like that field.
 */
export function FieldInput(inputProps: InputProps) {
  const other = findTargetField(inputProps.resource, inputProps.spec, inputProps.values)
  const props = other ? { ...inputProps, ...other } : inputProps
  const Input = useInputComponent(props.spec, props.spec.options.input)
  return <Input {...props} />
}

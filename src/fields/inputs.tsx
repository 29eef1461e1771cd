import { faceOf } from './face.ts'
import type { InputProps } from './input.ts'
import { meantField } from './meant-field.ts'
import { partOf } from './parts.ts'

/** The input of any field. */
export function FieldInput(given: InputProps) {
  const other = meantField(given.spec, given.values)
  const props = other ? { ...given, ...other } : given
  const Input = partOf(props.spec.options.input).Input ?? faceOf(props.spec).Input
  return <Input {...props} />
}
